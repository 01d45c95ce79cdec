import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { segmentName } from '../../base/evidence/record-chain.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import { proveRecords } from '../../journal/retention/prove-records.ts';
import { takeRunTurn } from '../../journal/retention/run-turn.ts';
import { runCommand } from '../program.ts';

test('with rules that can not be read a run by hand deletes nothing, and the policy is told with what is wrong', async (t) => {
  const { places } = startPeers(t);
  for (const folder of [places.blobs, places.document('config')]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  recordCapture(journal, textCapture('a copy'));
  writeFileSync(places.document('config/retention-policy.json'), '{"rules": [');
  const { surface, printed, complained } = rememberingSurface(places);
  let isVerdict = false;
  const statusCounts = () => {
    isVerdict = true;
  };
  const run = async (...words: string[]) => {
    assert.equal(await runCommand(['retention', ...words, '--json'], { ...surface, statusCounts }, 'hub'), 1);
    return JSON.parse(printed.at(-1) ?? '') as Record<string, unknown>;
  };
  for (const words of [['run'], ['run', '--dry-run']]) {
    const { error, detail } = await run(...words);
    assert.equal(error, 'policy_broken');
    assert.equal(complained.at(-1), `hub: ${String(detail)}`);
    assert.match(String(detail), /^retention-policy\.json is not valid JSON \(line 1\), so nothing was deleted; fix it: hub config edit/);
  }
  assert.equal(listFragments(journal, { limit: 10 }).length, 1);
  assert.equal(isVerdict, false);
  printed.length = 0;
  assert.equal(await runCommand(['retention', 'policy'], surface, 'hub'), 1);
  assert.doesNotMatch(printed.join('\n'), /has no rules/, 'that is not known');
  const { ok, error, detail, policy } = await run('policy');
  assert.ok(isVerdict, 'its status counts also for a reader that has enough');
  assert.deepEqual([ok, error, typeof policy], [false, 'policy_broken', 'object']);
  assert.match(String(detail), /^retention-policy\.json is not valid JSON \(line 1\); the defaults apply until you fix it/);
});

test('rules that are not valid are refused with the command that says what is wrong with them', async (t) => {
  const { places } = startPeers(t);
  for (const folder of [places.blobs, places.document('config')]) mkdirSync(folder, { recursive: true });
  testJournal(t, { file: places.journal, blobs: places.blobs });
  writeFileSync(places.document('config/retention-policy.json'), '{"rules": [{"id": "a", "max_age": "soon"}]}');
  const { surface, complained } = rememberingSurface(places);
  for (const words of [['run'], ['policy']]) assert.equal(await runCommand(['retention', ...words], surface, 'hub'), 1);
  for (const line of complained) assert.match(line, /is not valid \(at rules\.0\.max_age; to see why: hub config validate\)/);
});

test('a run that begins new records, because the earlier ones are gone, warns how many are gone, in all', async (t) => {
  const { places } = startPeers(t);
  for (const folder of [places.blobs, places.document('config')]) mkdirSync(folder, { recursive: true });
  testJournal(t, { file: places.journal, blobs: places.blobs });
  const { surface, printed, complained } = rememberingSurface(places);
  const run = async (...words: string[]) => {
    printed.length = complained.length = 0;
    return runCommand(['retention', ...words], surface, 'hub');
  };
  assert.equal(await run('run'), 0);
  assert.deepEqual(complained, []);
  rmSync(places.retention, { recursive: true });
  assert.equal(await run('run'), 0);
  assert.match(complained.join(), /^hub: warning: all 2 earlier retention records are gone from data\/retention, so/);
  rmSync(places.retention, { recursive: true });
  assert.equal(await run('run', '--json'), 0);
  assert.equal(JSON.parse(printed.join()).recordsGone, 5);
  assert.match(complained.join(), /all 3 earlier retention records are gone .*\(5 in all since the first loss\)/);
  assert.equal(await run('verify'), 4);
  assert.match(printed[0] ?? '', /^INCOMPLETE: 5 earlier records are gone/);
  assert.match(printed.join(), /With those that were gone before, 5 records are gone/);
  assert.equal(await run('verify', '--dismiss'), 0);
  assert.match(printed.at(-1) ?? '', /^hub doctor will no longer warn about these 5 missing records\.$/);
  assert.equal(await run('verify'), 4);
  assert.match(printed[0] ?? '', /^INCOMPLETE: 5 earlier records are gone/, 'whoever verifies is told all the same');
  assert.equal(await run('verify', '--from', places.retention), 4);
  assert.equal(await run('verify', '--json'), 4);
  assert.deepEqual([JSON.parse(printed.join()).isComplete, JSON.parse(printed.join()).recordsGone], [false, 5]);
  assert.equal(await run('verify', '--dismiss', '--from', places.retention), 2);
});

test('without the records as they were written, a dry run says that a run would delete nothing', async (t) => {
  const { places } = startPeers(t);
  for (const folder of [places.blobs, places.document('config')]) mkdirSync(folder, { recursive: true });
  testJournal(t, { file: places.journal, blobs: places.blobs });
  const { surface, printed, complained } = rememberingSurface(places);
  const run = async (...words: string[]) => {
    printed.length = complained.length = 0;
    return runCommand(['retention', 'run', ...words], surface, 'hub');
  };
  assert.equal(await run(), 0);
  assert.equal(await run('--dry-run'), 0);
  appendFileSync(path.join(places.retention, segmentName(1)), 'x');
  assert.equal(await run(), 1);
  const [why] = complained;
  assert.equal(await run('--dry-run'), 1);
  assert.deepEqual([printed, complained], [[], [why]]);
  rmSync(places.retention, { recursive: true });
  assert.equal(await run('--dry-run'), 0);
  assert.match(complained.join(), /records are gone; a run would begin new ones/);
  assert.equal(existsSync(places.retention), false, 'it changes nothing');
});

test('while Hub itself runs retention, a run by hand waits, and then deletes nothing and says who runs', async (t) => {
  const { places } = startPeers(t);
  for (const folder of [places.blobs, places.document('config')]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (const text of ['an old copy', 'what is on the clipboard']) recordCapture(journal, textCapture(text));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  writeFileSync(places.document('config/retention-policy.json'), '{"rules": [{"id": "all", "max_count": 0}]}');
  const { surface, printed, complained } = rememberingSurface(places);
  const run = (...words: string[]) => runCommand(['retention', 'run', ...words], surface, 'hub');
  {
    const turn = takeRunTurn(places.run, 'schedule', Date.now());
    assert.ok(turn.ok);
    using _ = turn.value;
    assert.equal(await run('--dry-run'), 0, 'which needs no turn');
    assert.deepEqual(complained, []);
    assert.equal(await run('--json'), 1);
    const { error, detail } = JSON.parse(printed.at(-1) ?? '') as Record<string, unknown>;
    assert.equal(error, 'another_run');
    assert.match(
      String(detail),
      new RegExp(`^Hub itself has been running retention since .* \\(process ${process.pid}\\), so this run deleted nothing`),
    );
    assert.equal(listFragments(journal, { limit: 10 }).length, 2);
    assert.equal(existsSync(places.retention), false, 'nothing is recorded');
    const waiting = run();
    setTimeout(() => turn.value[Symbol.dispose](), 100);
    assert.equal(await waiting, 0, complained.join());
  }
  assert.equal(listFragments(journal, { limit: 10 }).length, 1);
  assert.equal(proveRecords(places.retention).fault, null);
});

test('a person at a terminal is asked before a run deletes anything, sees how far it is, and can skip the question', async (t) => {
  const { places } = startPeers(t);
  for (const folder of [places.blobs, places.document('config')]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (let at = 0; at < 6; at += 1) recordCapture(journal, textCapture(`copy ${at}`, { copiedAtMs: 1_000 + at }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const few = (count: number) =>
    writeFileSync(places.document('config/retention-policy.json'), `{"rules": [{"id": "few", "max_count": ${count}}]}`);
  const { surface, printed, complained } = rememberingSurface(places);
  const asked: string[] = [];
  const shown: string[] = [];
  let answer = false;
  let whileAsked = () => {};
  const atTerminal = {
    ...surface,
    ...{ inputIsTerminal: true, canAsk: true },
    showProgress: (line: string) => void shown.push(line),
    confirm: async (question: string) => {
      asked.push(question);
      whileAsked();
      return answer;
    },
  };
  const left = (): number => listFragments(journal, { limit: 10 }).length;
  few(4);
  assert.equal(await runCommand(['retention', 'run'], atTerminal, 'hub'), 1);
  assert.deepEqual(asked, ['This deletes 2 copies, which cannot be undone. Delete?']);
  assert.deepEqual([left(), complained.at(-1)], [6, 'hub: nothing was deleted']);
  answer = true;
  assert.equal(await runCommand(['retention', 'run'], atTerminal, 'hub'), 0);
  assert.deepEqual([left(), asked.length], [4, 2]);
  assert.ok(shown.includes('2 copies deleted so far') && shown.at(-1) === '');
  assert.equal(await runCommand(['retention', 'run'], atTerminal, 'hub'), 0, 'nothing to delete is nothing to ask');
  few(3);
  assert.equal(await runCommand(['retention', 'run', '--yes'], atTerminal, 'hub'), 0);
  assert.deepEqual([left(), asked.length], [3, 2]);
  few(2);
  assert.equal(await runCommand(['retention', 'run'], surface, 'hub'), 0, 'a program is not asked');
  assert.deepEqual([left(), asked.length], [2, 2]);
  assert.match(printed.at(-1) ?? '', /^Deleted 1 copy\./);
  few(1);
  assert.equal(await runCommand(['retention', 'run'], { ...atTerminal, canAsk: false }, 'hub'), 1);
  assert.equal(complained.at(-1), 'hub: this deletes 1 copy; to do it without a question: --yes', 'as with 2>log');
  const hold = () => writeFileSync(places.document('config/legal-hold.json'), '{"holds": [{"id": "case", "query": "copy"}]}');
  for (const change of [() => few(0), hold]) {
    few(1);
    whileAsked = change;
    assert.equal(await runCommand(['retention', 'run'], atTerminal, 'hub'), 1);
    assert.equal(asked.at(-1), 'This deletes 1 copy, which cannot be undone. Delete?');
    assert.match(complained.at(-1) ?? '', /^hub: the rules or the legal holds have changed while you were asked, so nothing was deleted/);
    assert.equal(left(), 2);
  }
});

test('a run deletes no more than was agreed to, however long the answer takes: nothing that became too old, or too many, meanwhile', async (t) => {
  const { places } = startPeers(t);
  for (const folder of [places.blobs, places.document('config')]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const [nowMs, hourMs] = [Date.now(), 3_600_000];
  const copy = (text: string, agoMs: number): void => {
    recordCapture(journal, textCapture(text, { copiedAtMs: nowMs - agoMs }));
    journal.statement("UPDATE fragments SET state = 'kept'").run();
  };
  for (let at = 0; at < 10; at += 1) copy(`copy ${at}`, (at === 0 ? 30 : 20) * hourMs - at);
  const rule = (text: string) => writeFileSync(places.document('config/retention-policy.json'), `{"rules": [{"id": "a", ${text}}]}`);
  const { surface, complained } = rememberingSurface(places);
  const asked: string[] = [];
  const run = (whileAsked: () => void): Promise<number> => {
    const confirm = async (question: string) => {
      asked.push(question);
      whileAsked();
      return true;
    };
    return runCommand(['retention', 'run'], { ...surface, inputIsTerminal: true, canAsk: true, confirm }, 'hub');
  };
  const left = (): number => listFragments(journal, { limit: 20 }).length;
  rule('"max_age": "24h"');
  t.mock.timers.enable({ apis: ['Date'], now: nowMs });
  assert.equal(await run(() => t.mock.timers.setTime(nowMs + 8 * hourMs)), 0, complained.join());
  assert.deepEqual([asked, left()], [['This deletes 1 copy, which cannot be undone. Delete?'], 9]);
  t.mock.timers.reset();
  rule('"max_count": 8');
  assert.equal(await run(() => copy('made meanwhile', 0)), 1);
  assert.deepEqual([asked.at(-1), left()], ['This deletes 1 copy, which cannot be undone. Delete?', 10]);
  assert.equal(
    complained.at(-1),
    'hub: other copies would be deleted by now than you have agreed to, so nothing was deleted; run it again: hub retention run',
  );
  // As many, but another one: the one that was asked about was copied again.
  rule('"max_count": 9');
  const oldest = listFragments(journal, { limit: 20 }).at(-1);
  const swap = () => {
    journal.statement('DELETE FROM fragments WHERE id = ?').run(oldest?.id ?? 0);
    copy('made meanwhile too', 0);
  };
  assert.equal(await run(swap), 1);
  assert.deepEqual([asked.at(-1), left()], ['This deletes 1 copy, which cannot be undone. Delete?', 10]);
  assert.match(complained.at(-1) ?? '', /other copies would be deleted/);
});
