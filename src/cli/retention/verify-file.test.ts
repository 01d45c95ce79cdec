import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { testJournal, writeCarriedOver } from '../../../test/doubles/temporary-journal.ts';
import { runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { segmentName, sha256 } from '../../base/evidence/record-chain.ts';
import { nothingLost } from '../../domain/retention/lost-copies.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { runCommand } from '../program.ts';

/** Three runs with two records each. */
function rig(t: TestContext) {
  const home = temporaryHome(t);
  const places = locatePlaces(readSurroundings({ HUB_HOME: home }));
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (const day of [1, 2, 3]) wholeRun(journal, runOrder(places.retention, Date.UTC(2026, 10, day), {}));
  const first = path.join(places.retention, segmentName(1));
  const lines = readFileSync(first, 'utf8').split(/(?<=\n)/);
  const later = path.join(home, 'later.jsonl');
  writeFileSync(later, '');
  const { surface, printed, complained } = rememberingSurface(places);
  const verify = (file: string, ...words: string[]) => runCommand(['retention', 'verify', '--from', file, ...words], surface, 'hub');
  const verifyHome = (...words: string[]) => runCommand(['retention', 'verify', ...words], surface, 'hub');
  return { home, journal, places, verifyHome, first, lines, later, printed, complained, verify };
}

function headOf(line = ''): string {
  return (JSON.parse(line) as { hash: string }).hash;
}

test('one file of records is proven by itself, and of a later one it is said which records it has', async (t) => {
  const { first, lines, later, printed, complained, verify } = rig(t);
  assert.equal(await verify(first), 0);
  assert.match(printed.join('\n'), /^All 6 records are intact.+\n3 runs/);
  writeFileSync(later, lines.slice(3).join(''));
  assert.equal(await verify(later), 0);
  assert.match(printed.join('\n'), /\nRecords 4 to 6 are intact\. Earlier records are not in this file/);
  assert.equal(await verify(later, '--json'), 0);
  const told = JSON.parse(printed.at(-1) ?? '') as Record<string, unknown>;
  assert.deepEqual(told, {
    ok: true,
    isComplete: null,
    records: 3,
    recordsBefore: 3,
    head: told.head,
    comparedWithJournal: false,
    fault: null,
  });
  assert.equal(await verify(later, '--head', String(told.head)), 0);
  assert.equal(await verify(later, '--head', headOf(lines[2])), 1);
  assert.match(
    complained.at(-1) ?? '',
    /no record in this file has the head that you wrote down; records outside this file were not read$/,
  );
  for (const text of ['', 'no records\n', '{}\n']) {
    writeFileSync(later, text);
    assert.equal(await verify(later), 1);
    assert.match(complained.at(-1) ?? '', /later\.jsonl, line 1: /);
  }
});

test('of a file with a fault only the records that it has before the fault are said to be as they were written', async (t) => {
  const { lines, later, printed, complained, verify } = rig(t);
  writeFileSync(later, lines.slice(3).join('').replace('"deleted":0', '"deleted":1'));
  assert.equal(await verify(later), 1);
  assert.match(complained.at(-1) ?? '', /later\.jsonl, line 1: this record was changed$/);
  assert.equal(await verify(later, '--json'), 1);
  const { ok, isComplete, records, recordsBefore, head } = JSON.parse(printed.at(-1) ?? '') as Record<string, unknown>;
  assert.deepEqual(
    { ok, isComplete, records, recordsBefore, head },
    { ok: false, isComplete: false, records: 0, recordsBefore: 3, head: null },
  );
  writeFileSync(later, [lines[2], lines[3], lines[5]].join(''));
  assert.equal(await verify(later), 1);
  assert.match(complained.at(-1) ?? '', /later\.jsonl, line 3: records before this one are missing.*; the 2 records before it are intact$/);
});

test('a record in the middle of the chain that Hub does not write is none, whatever its hash', async (t) => {
  const { lines, later, complained, verify } = rig(t);
  const open = JSON.stringify({ n: 4, previous: headOf(lines[2]), kind: 'nonsense' });
  writeFileSync(later, `${open.slice(0, -1)},"hash":"${sha256(open)}"}\n`);
  assert.equal(await verify(later), 1);
  assert.match(complained.at(-1) ?? '', /later\.jsonl, line 1: this is not a record that Hub writes$/);
});

test('only records that are all there and intact are said to be complete', async (t) => {
  const { first, lines, printed, verifyHome } = rig(t);
  const complete = async (): Promise<unknown> => {
    await verifyHome('--json');
    const { ok, isComplete, fault } = JSON.parse(printed.at(-1) ?? '') as Record<string, unknown>;
    return { ok, isComplete, fault };
  };
  assert.deepEqual(await complete(), { ok: true, isComplete: true, fault: null });
  writeFileSync(first, lines.slice(0, 4).join(''));
  assert.deepEqual(await complete(), { ok: false, isComplete: false, fault: { kind: 'end', expected: 6, found: 4 } });
  rmSync(first);
  assert.deepEqual(await complete(), { ok: false, isComplete: false, fault: { kind: 'end', expected: 6, found: 0 } });
  writeFileSync(first, lines.join('').replace('"deleted":0', '"deleted":1'));
  assert.partialDeepStrictEqual(await complete(), { ok: false, isComplete: false, fault: { kind: 'chain' } });
});

test('of records by themselves nobody knows whether they are all, unless something tells their end', async (t) => {
  const { home, first, lines, later, printed, verify, verifyHome } = rig(t);
  const told = async (file: string, ...words: string[]) => {
    const status = await verify(file, '--json', ...words);
    return [status, (JSON.parse(printed.at(-1) ?? '') as { isComplete: unknown }).isComplete];
  };
  const cut = path.join(home, 'out');
  mkdirSync(cut);
  writeFileSync(path.join(cut, segmentName(1)), lines.slice(0, 4).join(''));
  assert.deepEqual(await told(cut), [0, null], 'the last two may be missing, and are');
  assert.deepEqual(await told(path.join(cut, segmentName(1))), [0, null]);
  assert.deepEqual(await told(cut, '--head', headOf(lines[2])), [0, null], 'not the head of the last one');
  assert.deepEqual(await told(cut, '--head', headOf(lines[3])), [0, true]);
  assert.deepEqual(await told(first), [0, null]);
  writeFileSync(later, lines.slice(3).join(''));
  assert.deepEqual(await told(later, '--head', headOf(lines[5])), [0, null], 'what came before them is elsewhere');
  assert.equal(await verifyHome('--json'), 0);
  assert.equal((JSON.parse(printed.at(-1) ?? '') as { isComplete: unknown }).isComplete, true);
});

test('of a new journal it is said since when it is there, and what can’t be compared with it', async (t) => {
  const { journal, places, printed, verifyHome } = rig(t);
  journal.statement('DELETE FROM retention').run();
  assert.equal(await verifyHome(), 0);
  assert.match(
    printed.join('\n'),
    /\nThe journal was replaced by a new one, which knows nothing of these records\. It can’t be compared with them/,
  );
  const aside = `${places.journal}.bad-2026-03-01T09-05-07-042Z`;
  writeFileSync(aside, '');
  assert.equal(await verifyHome(), 0);
  assert.doesNotMatch(printed.join('\n'), /was damaged and put aside/, 'this journal may be a backup, and has not taken its place');
  writeCarriedOver(journal, path.basename(aside), { copies: 3, incomplete: 0, loss: nothingLost });
  assert.equal(await verifyHome(), 0);
  assert.match(
    printed.join('\n'),
    /\nThe journal was damaged and put aside at 2026-0\d-\d\d \d\d:\d\d; the new one knows nothing of these records\. It can’t be/,
  );
  assert.doesNotMatch(printed.join('\n'), /There is no journal/);
  assert.equal(await verifyHome('--json'), 0);
  assert.partialDeepStrictEqual(JSON.parse(printed.at(-1) ?? ''), { isComplete: null, comparedWithJournal: false, journalReplaced: true });
});

test('before the first run nothing is missing, and no journal was replaced, unless a damaged one was put aside', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const { surface, printed } = rememberingSurface(places);
  const told = async (): Promise<Record<string, unknown>> => {
    assert.equal(await runCommand(['retention', 'verify', '--json'], surface, 'hub'), 0);
    return JSON.parse(printed.at(-1) ?? '');
  };
  const fresh = await told();
  assert.partialDeepStrictEqual(fresh, { ok: true, isComplete: true, records: 0, comparedWithJournal: true, fault: null });
  assert.ok(!('journalReplaced' in fresh));
  const aside = `${places.journal}.bad-2026-03-01T09-05-07-042Z`;
  writeFileSync(aside, '');
  writeCarriedOver(journal, path.basename(aside), { copies: 3, incomplete: 0, loss: nothingLost });
  assert.partialDeepStrictEqual(await told(), { isComplete: null, comparedWithJournal: false, journalReplaced: true });
});

test('what has the name after --from is said to be missing or unreadable in one line, and an empty name is wrong usage', async (t) => {
  const { home, complained, printed, verify } = rig(t);
  for (const name of ['nothing', 'later.jsonl/below']) {
    assert.equal(await verify(path.join(home, name)), 1);
    assert.match(complained.at(-1) ?? '', /^hub: .+ does not exist$/);
  }
  const loop = path.join(home, 'loop');
  symlinkSync(loop, loop);
  for (const name of [loop, path.join(home, 'x'.repeat(300))]) {
    assert.equal(await verify(name, '--json'), 1);
    assert.match(complained.at(-1) ?? '', /^hub: .+ can't be read \((ELOOP|ENAMETOOLONG)\)$/);
    assert.equal((JSON.parse(printed.at(-1) ?? '') as { error: string }).error, 'unreadable');
  }
  assert.equal(await verify(''), 2);
});
