/** The supervisor's operation for saved commands, with the real `hub command` and with programs in its place that misbehave. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPeers } from '../../../../test/doubles/bridge-peers.ts';
import { judged, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { tryAllow } from '../../../configuration/allowed-commands.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { commandRuns } from './command-runs.ts';

const skip = process.platform === 'win32' ? 'these programs are of Unix' : false;
const patientMs = 60_000;

/** A home with these commands and the text `b`, `a`. */
function home(t: TestContext, commands: readonly object[]) {
  const { places } = startPeers(t);
  for (const folder of [path.dirname(places.journal), places.blobs, places.run, path.dirname(places.document('config/x'))])
    mkdirSync(folder, { recursive: true });
  writeFileSync(places.document('config/commands.json'), JSON.stringify({ commands }));
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const fragmentId = String(recordCapture(journal, textCapture('b\na\n')).fragmentIds[0]);
  recordJudgement(journal, Number(fragmentId), judged({ kind: 'keep', because: 'too_short' }));
  const run = commandRuns({ env: { ...process.env, HUB_HOME: places.home, LC_ALL: 'C.UTF-8' } });
  return { places, ask: (command: string, timeoutMs = patientMs) => run({ command, fragmentId, timeoutMs }) };
}

const agreed = (command: readonly string[]): Parameters<typeof tryAllow>[1] => ({ command: [...command], output: 'notice', kinds: [] });

test('a command that the user allowed runs with the copy, and its output comes back cut; no other runs', { skip }, async (t) => {
  const [sort, fail, long] = [['sort'], ['sh', '-c', 'echo no such place >&2; exit 3'], ['sh', '-c', 'yes é | head -c 40000']];
  const file = path.join(temporaryHome(t), 'ran');
  const { places, ask } = home(t, [
    { name: 'Sort', command: sort },
    { name: 'Fail', command: fail },
    { name: 'Long', command: long },
    { name: 'New', command: ['touch', file] },
    { id: '--yes', name: 'Options', command: ['touch', file] },
  ]);
  for (const words of [sort, fail, long]) await tryAllow(places, agreed(words));
  assert.deepEqual(await ask('sort'), { ok: true, output: 'a\nb\n' });
  assert.deepEqual(await ask('fail'), { ok: false, error: 'command_failed', detail: 'Fail failed with status 3: no such place' });
  const cut = await ask('long');
  assert.equal(cut.ok && cut.output?.length, 1_000);
  for (const word of ['new', '--yes']) {
    const refused = await ask(word);
    assert.equal(!refused.ok && refused.error, 'not_confirmed', word);
  }
  const unknown = await ask('nothing; touch x');
  assert.equal(!unknown.ok && unknown.error, 'unknown_command');
  assert.equal(existsSync(file), false);
});

test('one that hangs is killed at its limit', { skip }, async (t) => {
  const file = path.join(temporaryHome(t), 'pid');
  const words = ['sh', '-c', 'echo $$ > "$0"; exec sleep 1000', file];
  const { places, ask } = home(t, [{ name: 'Hang', command: words, timeout_seconds: 2 }]);
  await tryAllow(places, agreed(words));
  const ended = await ask('hang');
  assert.equal(!ended.ok && ended.error, 'too_late');
  await until('end of the program', () => !isAlive(Number(readFileSync(file, 'utf8'))));
});

/** A program in the place of `hub command`. */
function standIn(t: TestContext, text: string, graceMs?: number) {
  const program = path.join(temporaryHome(t), 'program.mjs');
  writeFileSync(program, text);
  const run = commandRuns({ env: process.env, program, ...(graceMs === undefined ? {} : { graceMs }) });
  return { folder: path.dirname(program), ask: (timeoutMs = patientMs) => run({ command: 'x', fragmentId: '1', timeoutMs }) };
}

test('four run at the same time, and one more is refused until one has ended', { skip }, async (t) => {
  const text = `import { existsSync } from 'node:fs';
    const go = new URL('go', import.meta.url);
    const timer = setInterval(() => { if (existsSync(go)) { clearInterval(timer); console.log('{"ok":true}'); } }, 20);`;
  const { folder, ask } = standIn(t, text);
  const four = [ask(), ask(), ask(), ask()];
  assert.deepEqual(await ask(), { ok: false, error: 'busy' });
  writeFileSync(path.join(folder, 'go'), '');
  assert.deepEqual(await Promise.all(four), Array(4).fill({ ok: true }));
  assert.deepEqual(await ask(), { ok: true });
});

test('what is no answer, too long or too late is a failure, and the process is gone', { skip }, async (t) => {
  const failed = { ok: false, error: 'failed' };
  for (const said of ['', 'no JSON', '{"ok":1}', '{"ok":true,"newCopy":7}', 'x'.repeat(100_000)])
    assert.deepEqual(await standIn(t, `process.stdout.write(${JSON.stringify(said)})`).ask(), failed, said.slice(0, 20));
  const stuck = standIn(
    t,
    `import { writeFileSync } from 'node:fs'; process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6);
     writeFileSync(new URL('pid', import.meta.url), String(process.pid));`,
    1_500,
  );
  assert.deepEqual(await stuck.ask(1), failed);
  const pid = path.join(stuck.folder, 'pid');
  await until('end of the process', () => !existsSync(pid) || !isAlive(Number(readFileSync(pid, 'utf8'))));
});

/** A killed one may still be a zombie, whose parent has not looked at it. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
