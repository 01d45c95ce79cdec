import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { until } from '../../test/harness/until.ts';
import { type ProgramOrder, runBounded } from './bounded-program.ts';

const skip = process.platform === 'win32' ? 'these programs are of Unix' : false;

function run(words: readonly string[], others: Partial<ProgramOrder> = {}) {
  return runBounded({
    words,
    env: { PATH: process.env.PATH },
    input: Buffer.from('b\na\n'),
    timeoutMs: 60_000,
    mostOutputBytes: 1_000_000,
    ...others,
  });
}

async function outputOf(...given: Parameters<typeof run>): Promise<string> {
  const ended = await run(...given);
  return ended.ok ? Buffer.from(ended.value.output).toString() : ended.reason;
}

test('a program gets the bytes, and what it writes comes back', { skip }, async () => {
  assert.equal(await outputOf(['sort']), 'a\nb\n');
  assert.equal(await outputOf(['tr', 'a-z', 'A-Z']), 'B\nA\n');
  const large = Buffer.alloc(900_000, 'x');
  assert.equal((await outputOf(['cat'], { input: large })).length, large.length);
});

test('no shell reads the arguments', { skip }, async () => {
  assert.equal(await outputOf(['printf', '%s', '$(id); `id` *']), '$(id); `id` *');
});

test('a program that closes its input at once is not waited for', { skip }, async () => {
  const ended = await run(['sh', '-c', 'exec 0<&-; echo done'], { input: Buffer.alloc(8_000_000) });
  assert.deepEqual(ended.ok && [ended.value.status, Buffer.from(ended.value.output).toString()], [0, 'done\n']);
});

test('one that never ends is killed with the programs that it started', { skip }, async (t) => {
  const file = path.join(temporaryHome(t), 'pid');
  const ended = await run(['sh', '-c', 'sleep 1000 & echo $! > "$0.new"; mv "$0.new" "$0"; wait', file], { timeoutMs: 4_000 });
  assert.deepEqual(ended, { ok: false, reason: 'too-late' });
  const pid = Number(readFileSync(file, 'utf8'));
  await until('end of the program', () => !isAlive(pid));
});

test('one that writes for ever is killed, on either output', { skip }, async () => {
  assert.deepEqual(await run(['yes']), { ok: false, reason: 'too-much' });
  const ended = await run(['sh', '-c', 'yes oops | head -c 3000000 >&2; exit 3']);
  assert.deepEqual(ended.ok && [ended.value.status, ended.value.complaint], [3, 'oops']);
});

test('output that nobody wants blocks nobody', { skip }, async () => {
  assert.equal(await outputOf(['head', '-c', '5000000', '/dev/zero'], { mostOutputBytes: 0 }), '');
});

test('a program that it leaves behind is not waited for', { skip }, async (t) => {
  const file = path.join(temporaryHome(t), 'pid');
  assert.equal(await outputOf(['sh', '-c', 'sleep 1000 & echo $! > "$0"; echo done', file]), 'done\n');
  process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
});

test('a program that is missing or may not be run is said to be so', { skip }, async (t) => {
  assert.deepEqual(await run(['hub-has-no-such-program']), { ok: false, reason: 'no-program' });
  const file = path.join(temporaryHome(t), 'text');
  writeFileSync(file, 'a text', { mode: 0o600 });
  assert.deepEqual(await run([file]), { ok: false, reason: 'not-executable' });
  assert.deepEqual(await run(['']), { ok: false, reason: 'not-started' });
});

test('it can be stopped', { skip }, async (t) => {
  const file = path.join(temporaryHome(t), 'started');
  const stopping = new AbortController();
  const running = run(['sh', '-c', 'touch "$0"; exec sleep 1000', file], { signal: stopping.signal });
  await until('start', () => existsSync(file));
  stopping.abort();
  assert.deepEqual(await running, { ok: false, reason: 'stopped' });
});

/** A killed one may still be a zombie, whose parent has not looked at it. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
