import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { journalPlace, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { type Journal, type JournalPlace, openJournal } from '../journal.ts';
import { annotate } from '../keeping/annotations.ts';
import { deleteFragment, deleteSlice } from '../keeping/delete-fragments.ts';
import { indexBlocksStep } from '../search/index-blocks.ts';
import { pairTerm } from '../search/index-terms.ts';
import { presentValues } from '../search/present-values.ts';
import { type EraseProgress, eraseStep, eraseTrimmed } from './erasing.ts';
import { recordJudgement } from './fragment-states.ts';

/** Its first letter sorts after all others, so that the index stores its trigrams uncompressed. */
const secret = 'ꙮ⨳⩋ a secret that was copied';
/** Both indexes store only the part of a term that differs from the previous one, so the test looks for the end of a pair. */
const pair = pairTerm('⨳'.charCodeAt(0) * 65_536 + '⩋'.charCodeAt(0)).slice(-5);
const pieces = ['ꙮ⨳⩋', 'a secret that was copied', pair];

function keep(journal: Journal, text: string): number {
  const id = Number(recordCapture(journal, textCapture(text)).fragmentIds[0]);
  recordJudgement(journal, id, {
    detection: null,
    embeddedFilename: null,
    pictureSize: null,
    verdict: { kind: 'save' },
  });
  return id;
}

function eraseAll(journal: Journal): EraseProgress {
  for (let steps = 0; steps < 10_000; steps += 1) {
    const erased = eraseStep(journal);
    if (erased !== 'more') return erased;
  }
  throw new Error('it comes to no end');
}

/** The pieces that are still somewhere in the database or its log. */
function leftIn(place: JournalPlace): readonly string[] {
  const files = [place.file, `${place.file}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file));
  return pieces.filter((piece) => files.some((bytes) => bytes.includes(piece)));
}

describe('what was deleted', () => {
  test('is in neither the database, its index nor its log once it is erased', (t) => {
    const place = journalPlace(t);
    using journal = openJournal(place);
    for (let n = 0; n < 30; n += 1) keep(journal, `before ${n} ${'words '.repeat(200)}`);
    const id = keep(journal, secret);
    for (let n = 0; n < 30; n += 1) keep(journal, `after ${n} ${'words '.repeat(200)}`);
    while (indexBlocksStep(journal, 1_000) === 'more');
    assert.deepEqual(leftIn(place), pieces);
    deleteFragment(journal, id);
    assert.deepEqual(leftIn(place), pieces, 'before erasing, all pieces have to be there, or the test proves nothing');
    assert.equal(eraseAll(journal), 'done');
    assert.deepEqual(leftIn(place), []);
  });

  test('is not in what an earlier version indexed either, before everything is indexed anew', (t) => {
    const place = journalPlace(t);
    using journal = openJournal(place);
    const id = keep(journal, secret);
    for (let n = 0; n < 40; n += 1) keep(journal, `after ${n}`);
    journal.statement('INSERT INTO search (rowid, body, names) VALUES (?, ?, ?)').run(id, secret, '');
    deleteFragment(journal, id);
    assert.equal(eraseAll(journal), 'done');
    assert.ok(Number(journal.statement('SELECT count(*) AS blocks FROM unindexed_blocks').get()?.blocks) > 1);
    assert.deepEqual(leftIn(place), []);
  });

  test('leaves no name of its program behind, unless another copy has it', (t) => {
    const place = journalPlace(t);
    using journal = openJournal(place);
    for (let n = 0; n < 70; n += 1) keep(journal, `copy ${n}`);
    journal.statement("UPDATE captures SET app_name = 'Secretive' WHERE id IN (5, 6)").run();
    journal.statement("UPDATE captures SET app_name = 'Editor' WHERE id = 7").run();
    const isThere = (name: string): boolean => readFileSync(place.file).includes(name);
    while (indexBlocksStep(journal, 1_000) === 'more');
    deleteFragment(journal, 5);
    eraseAll(journal);
    while (indexBlocksStep(journal, 1_000) === 'more');
    assert.ok(isThere('secretive'));
    deleteFragment(journal, 6);
    eraseAll(journal);
    while (indexBlocksStep(journal, 1_000) === 'more');
    assert.ok(journal.tryEmptyLog());
    assert.deepEqual(presentValues(journal, 'app'), ['editor']);
    assert.ok(!isThere('secretive') && isThere('editor'));
  });

  test('goes from the indexes later if a limit of the history removed it', (t) => {
    const place = journalPlace(t);
    using journal = openJournal(place);
    const id = keep(journal, secret);
    for (let n = 0; n < 40; n += 1) keep(journal, `after ${n}`);
    while (indexBlocksStep(journal, 1_000) === 'more');
    eraseAll(journal);
    deleteSlice(journal, [id], 1_000, 'later');
    assert.equal(eraseAll(journal), 'done');
    assert.deepEqual(leftIn(place), [pair], 'in an index alone');
    eraseTrimmed(journal);
    assert.equal(eraseAll(journal), 'done');
    assert.deepEqual(leftIn(place), []);
  });

  test('goes with it if a limit removed it while more is being erased', (t) => {
    const place = journalPlace(t);
    using journal = openJournal(place);
    const [id, other] = [keep(journal, secret), keep(journal, 'other')];
    for (let n = 0; n < 40; n += 1) keep(journal, `after ${n}`);
    while (indexBlocksStep(journal, 1_000) === 'more');
    eraseAll(journal);
    deleteFragment(journal, other);
    deleteSlice(journal, [id], 1_000, 'later');
    assert.equal(eraseAll(journal), 'done');
    assert.deepEqual(leftIn(place), []);
  });

  test('waits to be erased while a reader is active, and is not forgotten', (t) => {
    const place = journalPlace(t);
    using journal = openJournal(place);
    using reader = openJournal(place);
    deleteFragment(journal, keep(journal, secret));
    reader.transaction(() => assert.equal(journal.tryEmptyLog(), false));
    assert.equal(eraseAll(journal), 'done');
    assert.deepEqual(leftIn(place), []);
  });

  test('by one process can be erased by another', (t) => {
    const place = journalPlace(t);
    const killed = openJournal(place);
    using journal = openJournal(place);
    deleteFragment(killed, keep(killed, secret));
    assert.equal(eraseAll(journal), 'done');
    assert.deepEqual(leftIn(place), []);
    killed[Symbol.dispose]();
  });
});

test('a note that was removed and a title that was replaced are erased too', (t) => {
  for (const [added, removed] of [
    [{ note: secret }, { note: null }],
    [{ title: secret }, { title: 'another' }],
  ] as const) {
    const place = journalPlace(t);
    using journal = openJournal(place);
    const id = keep(journal, 'a text');
    for (let n = 0; n < 40; n += 1) keep(journal, `after ${n}`);
    annotate(journal, id, added);
    while (indexBlocksStep(journal, 1_000) === 'more');
    eraseAll(journal);
    assert.deepEqual(leftIn(place), pieces, 'or the test proves nothing');
    annotate(journal, id, removed);
    assert.equal(eraseAll(journal), 'done');
    assert.deepEqual(leftIn(place), []);
  }
});

test('a filtered content is erased from the log too', (t) => {
  const place = journalPlace(t);
  using journal = openJournal(place);
  const id = Number(recordCapture(journal, textCapture(secret)).fragmentIds[0]);
  recordJudgement(journal, id, {
    detection: null,
    embeddedFilename: null,
    pictureSize: null,
    verdict: { kind: 'filter', because: 'excluded_extension' },
  });
  assert.equal(eraseAll(journal), 'done');
  assert.deepEqual(leftIn(place), []);
});

test('the title of an earlier copy that the newest does not take over is erased like a deleted one', (t) => {
  const place = journalPlace(t);
  using journal = openJournal(place);
  for (let n = 0; n < 30; n += 1) keep(journal, `before ${n} ${'words '.repeat(200)}`);
  const copy = (copiedAtMs: number): number =>
    Number(recordCapture(journal, textCapture('same', { copiedAtMs, workspace: `/${copiedAtMs}` })).fragmentIds[0]);
  const judge = (id: number): void =>
    recordJudgement(journal, id, {
      detection: null,
      embeddedFilename: null,
      pictureSize: null,
      verdict: { kind: 'keep', because: 'too_short' },
    });
  const first = copy(1_000_000);
  judge(first);
  annotate(journal, first, { title: secret });
  const second = copy(2_000_000);
  annotate(journal, second, { title: 'of the newest' });
  while (indexBlocksStep(journal, 1_000) === 'more');
  eraseAll(journal);
  assert.deepEqual(leftIn(place), pieces);
  judge(second);
  eraseAll(journal);
  assert.deepEqual(leftIn(place), []);
});
