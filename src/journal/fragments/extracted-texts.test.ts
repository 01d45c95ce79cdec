import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundIds, searchQuery } from '../../../test/doubles/found-fragments.ts';
import { capture, inlineContent, judged, testJournal, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { hideSlice } from '../keeping/deletions.ts';
import { indexBlocksStep } from '../search/index-blocks.ts';
import { searchPage } from '../search/search.ts';
import {
  beginReading,
  extractedText,
  nextUnread,
  readExtractedTexts,
  recordExtracted,
  resumeReadings,
  takeOverExtractedTexts,
} from './extracted-texts.ts';
import { recordJudgement } from './fragment-states.ts';

const keep = judged({ kind: 'keep', because: 'too_short' });
const everyPixel = Number.MAX_SAFE_INTEGER;
let copies = 0;

/** A picture that was copied, with a content of its own, and its number. */
function copiedPicture(
  journal: Journal,
  size: { width: number; height: number } | null = { width: 20, height: 10 },
  content = `png ${++copies}`,
): number {
  const [id = 0] = recordCapture(journal, capture([textFragment(inlineContent(content), 'image/png')])).fragmentIds;
  recordJudgement(journal, id, { ...keep, pictureSize: size });
  return id;
}

function copiedFiles(journal: Journal, list: string, judge = (id: number) => recordJudgement(journal, id, keep)): number {
  const files = { kind: 'files' as const, representations: [{ mediaType: 'text/uri-list', content: inlineContent(list) }] };
  const [id = 0] = recordCapture(journal, capture([files])).fragmentIds;
  judge(id);
  return id;
}

function read(journal: Journal, id: number, text: string, file = 0): void {
  assert.notEqual(beginReading(journal, id, file), null);
  recordExtracted(journal, id, file, { state: 'read', text, isCut: false, secret: null });
}

/** As the core does behind the copies. */
function indexed(journal: Journal): void {
  journal.statement('INSERT INTO unindexed_blocks VALUES (0, 1) ON CONFLICT DO NOTHING').run();
  for (let at = 0; at < 40; at += 1) copiedPicture(journal);
  while (indexBlocksStep(journal, 1_000) === 'more');
}

test('a picture waits once it is kept: the newest first, within a size, and none that is private, only selected, or not kept', (t) => {
  const journal = testJournal(t);
  const first = copiedPicture(journal);
  const large = copiedPicture(journal, { width: 2_000, height: 1_000 });
  const unknown = copiedPicture(journal, null);
  const [filtered = 0] = recordCapture(journal, capture([textFragment(inlineContent('x'), 'image/png')])).fragmentIds;
  recordJudgement(journal, filtered, judged({ kind: 'filter', because: 'excluded_dir' }));
  assert.equal(nextUnread(journal, everyPixel)?.fragmentId, unknown);
  assert.equal(nextUnread(journal, 2_000_000)?.fragmentId, large);
  assert.equal(nextUnread(journal, 200)?.fragmentId, first);
  assert.equal(nextUnread(journal, 199), null);
  journal.statement("UPDATE fragments SET secret = 'password' WHERE id = ?").run(unknown);
  journal.statement('UPDATE captures SET exempt = 1 WHERE id = (SELECT capture_id FROM fragments WHERE id = ?)').run(large);
  assert.equal(nextUnread(journal, everyPixel)?.fragmentId, first);
  const selected = copiedPicture(journal);
  journal.statement("UPDATE captures SET origin = 'selection' WHERE id = (SELECT capture_id FROM fragments WHERE id = ?)").run(selected);
  assert.equal(nextUnread(journal, everyPixel)?.fragmentId, first);
  hideSlice(journal, { ids: [first], nowMs: 0, budgetMs: 100 });
  assert.equal(nextUnread(journal, everyPixel), null);
});

test('an attempt that ends the process counts, one that was interrupted does not, and there are no more than two', (t) => {
  const journal = testJournal(t);
  const id = copiedPicture(journal);
  assert.equal(beginReading(journal, id, 0), 1);
  assert.equal(nextUnread(journal, everyPixel), null);
  recordExtracted(journal, id, 0, { state: 'waiting', counts: false });
  assert.deepEqual(nextUnread(journal, everyPixel), { fragmentId: id, attempts: 0 });
  assert.equal(beginReading(journal, id, 0), 1);
  resumeReadings(journal);
  assert.deepEqual(nextUnread(journal, everyPixel), { fragmentId: id, attempts: 1 });
  assert.equal(beginReading(journal, id, 0), 2);
  resumeReadings(journal);
  assert.equal(nextUnread(journal, everyPixel), null);
  const [row] = readExtractedTexts(journal, id, 10);
  assert.deepEqual([row?.state, row?.failure], ['failed', 'crashed']);
  read(journal, id, 'tide table');
  assert.deepEqual(readExtractedTexts(journal, id, 4), [
    { file: 0, state: 'read', failure: null, secret: null, text: 'tide', isCut: true },
  ]);
});

test('a text that is read again stays if that fails, and goes if there is none', (t) => {
  const journal = testJournal(t);
  const id = copiedPicture(journal);
  read(journal, id, 'tide table');
  beginReading(journal, id, 0);
  recordExtracted(journal, id, 0, { state: 'failed', reason: 'crashed' });
  assert.equal(extractedText(journal, id, 0), 'tide table');
  assert.equal(readExtractedTexts(journal, id, 99)[0]?.state, 'read');
  beginReading(journal, id, 0);
  recordExtracted(journal, id, 0, { state: 'secret', secret: 'password' });
  assert.equal(extractedText(journal, id, 0), null);
});

test('what was read is found, with its line and where that is, and not once it is forgotten or deleted', (t) => {
  const journal = testJournal(t);
  const id = copiedPicture(journal);
  read(journal, id, 'high water\nlow Ebbstrom at noon');
  const page = () => searchPage(journal, { query: searchQuery('ebbstrom'), limit: 9 }).found;
  assert.deepEqual(page(), [{ id, line: { text: 'low Ebbstrom at noon', marks: [[4, 12]], of: 'picture' } }]);
  indexed(journal);
  assert.deepEqual(
    page().map((found) => found.id),
    [id],
    'out of the index',
  );
  const terms = journal.statement("SELECT count(*) AS count FROM text_index WHERE text_index MATCH 'ebb'").get()?.count;
  assert.equal(terms, 1);
  beginReading(journal, id, 0);
  recordExtracted(journal, id, 0, { state: 'empty' });
  assert.deepEqual(page(), []);
  assert.equal(journal.statement("SELECT count(*) AS count FROM text_index WHERE text_index MATCH 'ebb'").get()?.count, 0);
  assert.notEqual(journal.statement('SELECT in_index FROM erasure').get()?.in_index, 0, 'its letters are erased');
  read(journal, id, 'Ebbstrom');
  hideSlice(journal, { ids: [id], nowMs: 0, budgetMs: 100 });
  assert.deepEqual(foundIds(journal, 'ebbstrom'), []);
});

test('a picture that is copied again has what was read in it before', (t) => {
  const journal = testJournal(t);
  const earlier = copiedPicture(journal, undefined, 'the same');
  read(journal, earlier, 'tide table');
  const later = copiedPicture(journal, undefined, 'the same');
  assert.equal(extractedText(journal, later, 0), 'tide table');
  assert.deepEqual(foundIds(journal, 'tide'), [later]);
  assert.equal(nextUnread(journal, everyPixel), null);
  const [one, other] = [copiedPicture(journal), copiedPicture(journal)];
  read(journal, one, 'earlier');
  read(journal, other, 'newest');
  takeOverExtractedTexts(journal, other, one);
  assert.equal(extractedText(journal, other, 0), 'newest');
});

test('what is copied again while it is read gets the text, and an earlier text stays until then', (t) => {
  const journal = testJournal(t);
  const first = copiedPicture(journal, undefined, 'the same');
  read(journal, first, 'tide table');
  beginReading(journal, first, 0);
  const second = copiedPicture(journal, undefined, 'the same');
  copiedPicture(journal, { width: 2_000, height: 1_000 });
  const third = copiedPicture(journal, undefined, 'the same');
  assert.deepEqual(
    [second, third].map((id) => readExtractedTexts(journal, id, 99).map(({ state, text }) => [state, text])),
    [[], [['reading', 'tide table']]],
  );
  assert.equal(nextUnread(journal, 200), null);
  recordExtracted(journal, first, 0, { state: 'read', text: 'tide gauge', isCut: false, secret: null });
  assert.equal(extractedText(journal, third, 0), 'tide gauge');
  const content = 'file:///scan.pdf\r\n';
  const earlier = copiedFiles(journal, content);
  beginReading(journal, earlier, 0);
  const later = copiedFiles(journal, content);
  recordExtracted(journal, earlier, 0, { state: 'waiting', counts: false });
  assert.deepEqual(readExtractedTexts(journal, later, 99), [], 'a file does not wait under its new number either');
});

test('a copied file does not wait, and has its own text beside those of others', (t) => {
  const journal = testJournal(t);
  const id = copiedFiles(journal, 'file:///a.pdf\r\nfile:///b.pdf\r\n', () => undefined);
  assert.equal(beginReading(journal, id, 0), null, 'not judged yet');
  recordJudgement(journal, id, keep);
  read(journal, id, 'ebb tide', 1);
  beginReading(journal, id, 0);
  recordExtracted(journal, id, 0, { state: 'waiting', counts: false });
  beginReading(journal, id, 2);
  resumeReadings(journal);
  assert.deepEqual(
    readExtractedTexts(journal, id, 99).map(({ file, text }) => [file, text]),
    [[1, 'ebb tide']],
  );
  const [found] = searchPage(journal, { query: searchQuery('"ebb tide"'), limit: 9 }).found;
  assert.equal(found?.line?.of, 'document');
});
