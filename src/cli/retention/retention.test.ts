import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { judged, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { segmentName } from '../../base/evidence/record-chain.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { writeLoss } from '../../journal/damage/loss-file.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { hideSlice } from '../../journal/keeping/deletions.ts';
import { runCommand } from '../program.ts';

/** Ten copies, of which each even one contains `even`; the last is on the clipboard. */
function rig(t: TestContext) {
  const { places } = startPeers(t);
  mkdirSync(path.dirname(places.journal), { recursive: true });
  mkdirSync(places.blobs, { recursive: true });
  mkdirSync(path.join(places.home, 'config'), { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (let n = 1; n <= 10; n += 1) {
    const [id = 0] = recordCapture(journal, textCapture(`${n % 2 === 0 ? 'even' : 'odd'} ${n}`, { copiedAtMs: 1_000 * n })).fragmentIds;
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  }
  const { surface, printed, complained } = rememberingSurface(places);
  return {
    places,
    journal,
    printed,
    complained,
    run: async (...words: readonly string[]) => {
      printed.length = 0;
      complained.length = 0;
      return runCommand(words, surface, 'hub');
    },
    json: () => JSON.parse(printed.at(-1) ?? 'null') as Record<string, unknown>,
    left: () =>
      journal
        .statement("SELECT id FROM fragments WHERE state <> 'deleted' ORDER BY id")
        .all()
        .map(({ id }) => Number(id)),
    document: (name: string, text: string) => writeFileSync(path.join(places.home, 'config', name), text),
  };
}

const few = '{"rules": [{"id": "few", "max_count": 4}]}';

test('without rules a run deletes nothing, and the policy says how to write some', async (t) => {
  const { run, printed, left } = rig(t);
  assert.equal(await run('retention', 'policy'), 0);
  assert.match(printed.join('\n'), /no rules.*hub config edit retention-policy/s);
  assert.equal(await run('retention', 'run'), 0);
  assert.equal(left().length, 10);
  assert.equal(await run('retention', 'verify'), 0);
});

test('a hold by a program that no copy is from names programs in the history', async (t) => {
  const { run, complained } = rig(t);
  assert.equal(await run('retention', 'hold', 'add', 'case-17', '--app', 'Edito'), 0);
  assert.deepEqual(complained, []);
  assert.equal(await run('retention', 'hold', 'add', 'case-18', '--app', 'Text Editro'), 0);
  assert.match(complained.join(), /none of the current copies is on this hold; programs in the history: Editor/);
});

test('a dry run tells what a run then does, and each hold that keeps something', async (t) => {
  const { run, json, printed, left, document } = rig(t);
  document('retention-policy.json', '{"rules": [{"id": "old", "max_age": "90d"}, {"id": "few", "max_count": 4}]}');
  await run('retention', 'hold', 'add', 'case-17', '--query', 'even', '--note', 'why');
  assert.equal(await run('retention', 'run', '--dry-run', '--json'), 0);
  assert.deepEqual(json().rules, [
    { rule: 'old', deleted: 5, bytes: 25, onHold: { 'case-17': 4 } },
    { rule: 'few', deleted: 0, bytes: 0, onHold: { 'case-17': 1 } },
  ]);
  assert.equal(left().length, 10);
  await run('retention', 'run', '--dry-run');
  assert.match(printed.join('\n'), /old: would delete 5 copies, 25 B\nold: 4 copies stay because of the legal hold case-17/);
  assert.equal(await run('retention', 'run', '--json'), 0);
  assert.equal(json().deleted, 5);
  assert.deepEqual(left(), [2, 4, 6, 8, 10]);
});

test('what is on a hold is refused by every form of hub delete, with the hold and the mend', async (t) => {
  const { run, json, complained, left } = rig(t);
  await run('retention', 'hold', 'add', 'case-17', '--copy', '3', '--copy', '5');
  const refusal = 'hub: this copy is on the legal hold case-17, so it is not deleted. To end the hold: hub retention hold remove case-17';
  for (const more of [[], ['--now']]) {
    assert.equal(await run('delete', '3', ...more), 1);
    assert.deepEqual(complained, [refusal]);
  }
  assert.equal(await run('delete', '3', '5', '--json'), 1);
  assert.equal(json().error, 'on_hold');
  assert.equal(await run('delete', '--all', '--yes', '--now', '--json'), 0);
  assert.deepEqual(json(), { ok: true, deleted: 8, pinned: 0, canUndo: false, onHold: 2 });
  assert.deepEqual(left(), [3, 5]);
  for (const words of [['--all'], ['--query', 'odd']]) {
    assert.equal(await run('delete', ...words, '--yes', '--now'), 1);
    assert.match(complained.join(), /^hub: 2 copies stay because of the legal hold case-17\. .+: hub retention hold remove case-17$/);
  }
  assert.equal(await run('retention', 'hold', 'remove', 'case-17'), 0);
  assert.equal(await run('delete', '3'), 0);
  assert.deepEqual(left(), [5]);
});

test('the list of holds says what was lost with a damaged journal', async (t) => {
  const { places, journal, run, printed, json } = rig(t);
  for (const words of [
    ['ids', '--copy', '3', '5', '9'],
    ['words', '--query', 'odd'],
    ['other', '--copy', '7'],
    ['later', '--from', '2026-03-02'],
  ])
    await run('retention', 'hold', 'add', ...words);
  await run('retention', 'hold', 'list');
  assert.doesNotMatch(printed.join('\n'), /lost/);
  const aside = `${places.journal}.bad-2026-03-01T09-05-07-042Z`;
  writeFileSync(aside, '');
  const [lost, unsure] = [
    [
      [5, 5],
      [3, 3],
    ] as const,
    [] as const,
  ];
  writeLoss(aside, { lost, unsure, pinned: 0 });
  await run('retention', 'hold', 'list', '--json');
  assert.deepEqual(Object.keys(json().lost ?? {}), ['words'], 'copies that are in the history are not lost');
  journal.statement('DELETE FROM fragments WHERE id IN (3, 5)').run();
  assert.equal(await run('retention', 'hold', 'list'), 0);
  assert.match(
    printed.join('\n'),
    /\nids: copies 3, 5 were lost with a damaged journal; see: hub doctor journal\nwords: copies on it may have been lost [^\n]+$/,
  );
  await run('retention', 'hold', 'list', '--json');
  assert.deepEqual(json().lost, { ids: { copies: [3, 5], mayHaveMore: false }, words: { copies: [], mayHaveMore: true } });
  writeLoss(aside, { lost: [], unsure: [], pinned: 0, waitsBelow: 4 });
  await run('retention', 'hold', 'list', '--json');
  assert.deepEqual([json().lost, json().stillToBeCarriedOver], [undefined, ['ids', 'words']]);
  assert.equal(await run('retention', 'hold', 'list'), 0);
  assert.match(
    printed.join('\n'),
    /\nids: copies on it may still have to be carried over from a damaged journal; see: hub doctor journal\nwords: /,
  );
});

test('holds are listed in words; one that makes no sense is refused', async (t) => {
  const { run, printed, complained, json } = rig(t);
  await run('retention', 'hold', 'add', 'taxes', '--app', 'calc', '--from', '2026-01-01', '--note', 'until the audit');
  assert.equal(await run('retention', 'hold', 'list'), 0);
  assert.match(printed.join('\n'), /taxes {2,}0 {2,}copied since 2026-01-01, copied from calc {2,}until the audit/);
  assert.equal(await run('retention', 'hold', 'add', 'taxes', '--query', 'x'), 1);
  assert.deepEqual(complained, ['hub: there is already a legal hold taxes']);
  assert.equal(await run('retention', 'hold', 'add', 'late', '--query', 'x since:2d'), 2);
  assert.equal(await run('retention', 'hold', 'add', 'nothing'), 2);
  assert.equal(await run('retention', 'hold', 'add', 'typo', '--copy', '3', '--copy', '999'), 1);
  assert.deepEqual(complained, ['hub: there is no copy 999; run "hub history" to see the IDs']);
  assert.equal(await run('retention', 'hold', 'remove', 'unknown'), 1);
  await run('retention', 'hold', 'list', '--json');
  assert.deepEqual(
    (json().holds as { id: string }[]).map(({ id }) => id),
    ['taxes'],
  );
});

test('each hold is listed with how many copies it covers, also those that another hold covers too', async (t) => {
  const { run, printed, json } = rig(t);
  await run('retention', 'hold', 'add', 'two', '--copy', '3', '5');
  await run('retention', 'hold', 'add', 'odd', '--query', 'odd');
  await run('retention', 'hold', 'list');
  const counts = printed.map((line) => line.split(/ {2,}/).slice(0, 2));
  assert.deepEqual(counts.slice(1), [
    ['two', '2'],
    ['odd', '5'],
  ]);
  await run('retention', 'hold', 'list', '--json');
  assert.deepEqual([json().covered, json().isComplete], [{ two: 2, odd: 5 }, true]);
});

test('with holds that can not be read nothing is deleted, and that is said', async (t) => {
  const { run, complained, left, document } = rig(t);
  document('retention-policy.json', few);
  document('legal-hold.json', '{"holds": [');
  assert.equal(await run('retention', 'run'), 1);
  assert.match(
    complained.join(),
    /^hub: legal-hold\.json is not valid JSON \(line 1\), so it is not known what must stay, and nothing was deleted; fix it: hub config edit legal-hold$/,
  );
  assert.equal(await run('delete', '1'), 1);
  assert.match(complained.join(), /legal holds can't be read, so nothing is deleted/);
  assert.equal(await run('delete', '--all', '--yes'), 1);
  assert.equal(left().length, 10);
  document('legal-hold.json', '{"holds": [{"id": "a", "query": "x since:1d"}]}');
  assert.equal(await run('retention', 'run'), 1);
  assert.equal(left().length, 10);
});

test('verify proves the records, finds what is wrong and where, and looks for a head that was written down', async (t) => {
  const { run, json, printed, complained, places, document } = rig(t);
  document('retention-policy.json', few);
  await run('retention', 'run', '--json');
  const head = String(json().head);
  await run('retention', 'run', '--json');
  assert.equal(await run('retention', 'verify', '--json'), 0);
  const { records, runs, deleted, comparedWithJournal } = json();
  assert.deepEqual({ records, runs, deleted, comparedWithJournal }, { records: 6, runs: 2, deleted: 6, comparedWithJournal: true });
  assert.equal(await run('retention', 'verify', '--head', head.toUpperCase()), 0);
  assert.match(printed.join('\n'), /The head that you wrote down is the one of record 4\./);
  assert.equal(await run('retention', 'verify', '--head', 'a'.repeat(64)), 1);
  assert.equal(await run('retention', 'verify', '--head', 'abc'), 2);
  const file = path.join(places.retention, segmentName(1));
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.replace('"deleted":6', '"deleted":5'));
  assert.equal(await run('retention', 'verify'), 1);
  assert.match(complained.join(), /^hub: 0000000001\.jsonl, line 3: this record was changed; the 2 records before it are intact$/);
  writeFileSync(file, `${whole.split('\n').slice(0, 4).join('\n')}\n`);
  assert.equal(await run('retention', 'verify', '--json'), 1);
  assert.deepEqual(json().fault, { kind: 'end', expected: 6, found: 4 });
  rmSync(places.retention, { recursive: true });
  assert.equal(await run('retention', 'verify'), 1);
  assert.match(complained.join(), /records are missing at the end: the journal knows of 6, and there are 0/);
});

test('evidence that is stopped by Ctrl-C leaves nothing in its folder', async (t) => {
  const { places, document } = rig(t);
  document('retention-policy.json', few);
  const stopped = rememberingSurface(places);
  const surface = { ...stopped.surface, interrupted: () => AbortSignal.abort() };
  const output = path.join(places.home, 'stopped');
  assert.equal(await runCommand(['retention', 'evidence', '--output', output], surface, 'hub'), 1);
  assert.match(stopped.complained.join(), /stopped; nothing was written/);
  assert.deepEqual(existsSync(output) ? readdirSync(output) : [], []);
});

test('the evidence is proven by itself, also without a journal, and a changed file in it is found', async (t) => {
  const { run, json, printed, complained, places, document } = rig(t);
  const output = path.join(places.home, 'out');
  assert.equal(await run('retention', 'evidence', '--output', output), 1);
  assert.match(complained.join(), /there is no evidence yet/);
  assert.equal(existsSync(output), false);
  document('retention-policy.json', few);
  await run('retention', 'hold', 'add', 'case-17', '--query', 'even');
  await run('retention', 'run');
  assert.equal(await run('retention', 'evidence', '--output', output), 0);
  const bag = printed.at(-1) ?? '';
  assert.match(path.basename(bag), /^hub-retention-evidence-\d{4}-\d\d-\d\d-\d{9}$/);
  assert.deepEqual(readdirSync(path.join(bag, 'data'), { recursive: true }).map(String).sort(), [
    'config',
    'config/legal-hold.json',
    'config/retention-policy.json',
    'records',
    `records/${segmentName(1)}`,
  ]);
  renameSync(places.journal, `${places.journal}.away`);
  assert.equal(await run('retention', 'verify', '--from', bag, '--json'), 0);
  assert.deepEqual([json().runs, json().comparedWithJournal], [1, false]);
  const damages: readonly (readonly [file: string, RegExp])[] = [
    ['data/config/legal-hold.json', /data\/config\/legal-hold\.json: this file was changed/],
    ['bag-info.txt', /bag-info\.txt: this file was changed/],
    [`data/records/${segmentName(1)}`, /line \d: /],
  ];
  for (const [file, complaint] of damages) {
    const copy = path.join(places.home, 'copy');
    rmSync(copy, { recursive: true, force: true });
    cpSync(bag, copy, { recursive: true });
    appendFileSync(path.join(copy, file), ' ');
    assert.equal(await run('retention', 'verify', '--from', copy), 1);
    assert.match(complained.join(), complaint);
  }
  assert.equal(await run('retention', 'verify', '--from', path.join(places.home, 'nowhere')), 1);
});

test('evidence of records that are not sound is exported all the same, and says so in the folder and with status 1', async (t) => {
  const { run, json, printed, complained, places, document } = rig(t);
  document('retention-policy.json', few);
  await run('retention', 'run');
  const file = path.join(places.retention, segmentName(1));
  const whole = readFileSync(file, 'utf8');
  let exports = 0;
  const bagInfo = async (complaint: RegExp): Promise<string> => {
    assert.equal(await run('retention', 'evidence', '--output', path.join(places.home, `out-${exports++}`)), 1);
    assert.match(complained.join(), complaint);
    return readFileSync(path.join(printed.at(-1) ?? '', 'bag-info.txt'), 'utf8');
  };
  writeFileSync(file, whole.replace('"at":"2', '"at":"1'));
  assert.match(
    await bagInfo(/not sound: 0000000001\.jsonl, line 1: this record was changed/),
    /^Hub-Records-Sound: no\nHub-Records-Fault: \{.*changed/m,
  );
  writeFileSync(file, whole);
  renameSync(places.retention, `${places.retention}.away`);
  assert.match(await bagInfo(/the journal knows of 4, and there are 0/), /^Hub-Records: 0\n(?:.*\n)*Hub-Records-Sound: no$/m);
  assert.equal(await run('retention', 'evidence', '--output', path.join(places.home, 'json'), '--json'), 1);
  assert.deepEqual([json().ok, (json().fault as { kind: string }).kind], [false, 'end']);
});

test('the evidence has the holds that are in force, and beside them a document that is not valid', async (t) => {
  const { run, printed, complained, places, document } = rig(t);
  const lastGood = path.join(places.lastGood, 'legal-hold.json');
  mkdirSync(places.lastGood, { recursive: true });
  writeFileSync(lastGood, '{"holds": [{"id": "case-17", "copies": [1]}]}');
  document('legal-hold.json', '{"holds": [');
  assert.equal(await run('retention', 'evidence', '--output', path.join(places.home, 'out')), 0);
  const bag = printed.at(-1) ?? '';
  assert.match(readFileSync(path.join(bag, 'data/config/legal-hold.json'), 'utf8'), /case-17/);
  assert.equal(readFileSync(path.join(bag, 'data/not-valid/legal-hold.json'), 'utf8'), '{"holds": [');
  rmSync(lastGood);
  assert.equal(await run('retention', 'evidence', '--output', path.join(places.home, 'other')), 1);
  assert.match(complained.join(), /no holds that are in force/);
  assert.match(readFileSync(path.join(printed.at(-1) ?? '', 'bag-info.txt'), 'utf8'), /^Hub-Holds-Known: no$/m);
});

test('holds stay in force while their file is gone, until somebody ends them', async (t) => {
  const { run, json, printed, complained, places, left, document } = rig(t);
  const file = path.join(places.home, 'config/legal-hold.json');
  document('retention-policy.json', few);
  await run('retention', 'hold', 'add', 'case-17', '--copy', '1');
  await run('retention', 'hold', 'add', 'case-18', '--copy', '2');
  rmSync(file);
  for (const words of [['1', '--now'], ['1']]) assert.equal(await run('delete', ...words), 1, words.join(' '));
  assert.match(complained.join(), /this copy is on the legal hold case-17/);
  assert.equal(await run('retention', 'run'), 1);
  assert.match(complained.join(), /legal-hold\.json is missing\. All holds stay in force, .+ restore it: hub retention hold restore/);
  assert.equal(left().length, 10);
  assert.equal(await run('retention', 'evidence', '--output', path.join(places.home, 'out')), 0);
  assert.match(readFileSync(path.join(printed.at(-1) ?? '', 'data/config/legal-hold.json'), 'utf8'), /case-17/);
  assert.equal(await run('retention', 'hold', 'list', '--json'), 1);
  assert.equal((json().holds as unknown[]).length, 2);
  assert.equal(await run('retention', 'hold', 'remove', 'case-17'), 0);
  assert.equal(await run('delete', '1', '--now'), 0);
  assert.equal(await run('delete', '2', '--now'), 1, 'the other hold is in the file again');
  assert.equal(await run('retention', 'hold', 'remove', 'case-18'), 0);
  rmSync(file);
  assert.equal(await run('delete', '2', '--now'), 0);
});

test('a refusal names several holds as the command takes them, and that ends all of them', async (t) => {
  const { run, printed, complained, left } = rig(t);
  await run('retention', 'hold', 'add', 'one', '--copy', '3');
  assert.match(printed.join('\n'), /\n1 copy is on it now\.$/);
  await run('retention', 'hold', 'add', 'two', '--query', 'even');
  assert.match(printed.join('\n'), /\n5 copies are on it now\.$/);
  assert.equal(await run('retention', 'hold', 'add', 'none', '--query', 'nothing-like-it'), 0);
  assert.match(complained.join(), /none of the current copies is on this hold/);
  assert.equal(await run('delete', '3', '4'), 1);
  const command = /To end a hold: hub (retention hold remove one two)$/.exec(complained.join())?.[1] ?? '';
  assert.equal(await run('retention', 'hold', 'remove', 'one', 'unknown'), 1);
  assert.equal(await run(...command.split(' ')), 0, command);
  assert.equal(await run('delete', '3', '4'), 0);
  assert.equal(left().length, 8);
});

test('the policy says when retention ran and when it runs next', async (t) => {
  const { run, json, printed, document } = rig(t);
  document('retention-policy.json', few.replace('{', '{"enabled": true, '));
  await run('retention', 'policy');
  assert.match(printed.join('\n'), /A run is due/);
  await run('retention', 'run');
  await run('retention', 'policy');
  assert.match(printed.join('\n'), /Last run: .*\nNext run: .*, and two minutes after Hub starts or the rules change/);
  await run('retention', 'policy', '--json');
  const { lastRun, nextRun } = json() as { lastRun: string; nextRun: string };
  assert.equal(Date.parse(nextRun) - Date.parse(lastRun), 86_400_000);
});

test('a hold brings back a copy that was deleted less than a minute ago, by its number and by a query, and no later one', async (t) => {
  const { run, json, left, printed, complained, journal } = rig(t);
  const nowMs = Date.now();
  hideSlice(journal, { ids: [3, 4, 6], nowMs, budgetMs: 1_000 });
  assert.equal(await run('retention', 'hold', 'add', 'kd', '--copy', '3', '--copy', '3'), 0);
  assert.match(printed.join('\n'), /^1 deleted copy is back, because of the hold\.$/m);
  assert.match(printed.join('\n'), /^1 copy is on it now\.$/m);
  assert.equal(await run('retention', 'hold', 'list'), 0);
  assert.match(printed.join('\n'), /copy 3$/m);
  assert.equal(await run('retention', 'hold', 'add', 'kq', '--query', 'even', '--json'), 0);
  assert.deepEqual([json().broughtBack, json().covered], [2, 5]);
  assert.equal(left().length, 10);
  hideSlice(journal, { ids: [5], nowMs: nowMs - 120_000, budgetMs: 1_000 });
  assert.equal(await run('retention', 'hold', 'add', 'late', '--copy', '5'), 1);
  assert.match(complained.join(), /there is no copy 5/);
});

test('copies that are not identified yet are left alone by a run and on each hold with a query, and both say so', async (t) => {
  const { run, journal, json, printed, document, left } = rig(t);
  for (const words of ['odd, and not judged', 'even, and not judged']) recordCapture(journal, textCapture(words, { copiedAtMs: 500 }));
  await run('retention', 'hold', 'add', 'case-17', '--query', 'even');
  assert.match(printed.join('\n'), /7 copies are on it now\.\n2 of them are not identified yet, and are on the hold until they are\.$/);
  await run('retention', 'hold', 'add', 'case-19', '--query', 'even', '--app', 'Another');
  assert.doesNotMatch(printed.join('\n'), /not identified/, 'they are from another program');
  await run('retention', 'hold', 'add', 'case-18', '--copy', '3');
  assert.match(printed.join('\n'), /is in force: nothing it covers is deleted\.\n1 copy is on it now\.$/);
  document('retention-policy.json', '{"rules": [{"id": "few", "max_count": 0}]}');
  await run('retention', 'run', '--dry-run');
  assert.match(printed.join('\n'), /2 copies were left alone, because Hub has not identified them yet; run it again later\.$/);
  await run('retention', 'run', '--json');
  assert.equal(json().notIdentified, 2);
  assert.deepEqual(left().slice(-2), [11, 12]);
});

test('the policy is shown also while the holds are not known', async (t) => {
  const { run, printed, complained, document } = rig(t);
  document('retention-policy.json', few);
  document('legal-hold.json', '{');
  assert.equal(await run('retention', 'policy'), 1);
  assert.match(printed.join('\n'), /few/);
  assert.match(complained.join(), /legal-hold\.json is not valid/);
});
