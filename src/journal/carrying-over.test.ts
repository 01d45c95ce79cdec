import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { blobPath } from './blobs.ts';
import { readCounters, recordCapture } from './captures.ts';
import { damageMark, identityOf } from './damage.ts';
import { contentPlaces, listFragments, readFragment, readPresent } from './fragments.ts';
import { type JournalPlace, openJournal } from './journal.ts';
import { pairStep } from './pair-index.ts';
import { recordJudgement } from './progress.ts';
import { openJournalOrFresh } from './quarantine.ts';
import { searchMatch } from './search.ts';
import { capture, journalPlace, spilled, textCapture, textFragment } from './test-journal.ts';

const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);
const copies = 60;

/** Judged texts, a large one among them, and a last one that is not judged. */
function fill(place: JournalPlace): void {
  using journal = openJournal(place);
  for (let n = 1; n <= copies; n += 1) {
    const large = n === copies ? capture([textFragment(spilled(place, Buffer.alloc(200_000, 'large ')))]) : null;
    const [id] = recordCapture(journal, large ?? textCapture(`copy number${n} ${'of words '.repeat(100)}`)).fragmentIds;
    const index = { body: `copy number${n}`, names: 'Editor' };
    const verdict = { kind: 'keep', because: 'too_short' } as const;
    recordJudgement(journal, id ?? 0, { detection: null, embeddedFilename: null, pictureSize: null, verdict, index });
  }
  recordCapture(journal, textCapture('not judged yet'));
}

function mark(place: JournalPlace): void {
  writeFileSync(damageMark(place.file), identityOf(place.file) ?? '');
}

test('what can be read of a journal that is put aside is in the new one: each copy as it was, found by its words, and no number given twice', (t) => {
  const place = journalPlace(t);
  fill(place);
  const [listed, counters, present] = ((journal) => {
    using _journal = journal;
    return [listFragments(journal, { limit: 100 }), readCounters(journal), readPresent(journal)] as const;
  })(openJournal(place));
  mark(place);
  const { journal, putAside } = openJournalOrFresh(place, atMs);
  using _journal = journal;
  assert.notEqual(putAside, null);
  assert.deepEqual(listFragments(journal, { limit: 100 }), listed);
  assert.deepEqual([readCounters(journal), readPresent(journal)], [counters, present]);
  for (const { id } of listed) {
    const content = contentPlaces(journal, id)[0];
    assert.ok(content !== undefined && (!('file' in content) || existsSync(blobPath(journal, content.sha256))));
  }
  assert.deepEqual(
    listFragments(journal, { limit: 9, match: searchMatch('number17') }).map(({ id }) => id),
    [17],
  );
  assert.deepEqual(listFragments(journal, { limit: 9, match: searchMatch('judged') }), [], 'nobody has judged it');
  while (pairStep(journal, 1_000) === 'more');
  assert.equal(listFragments(journal, { limit: 100, match: searchMatch('of') }).length, copies - 1);
  assert.deepEqual(recordCapture(journal, textCapture('the next one')).fragmentIds, [copies + 2]);
});

test('a damaged page costs what was on it alone, and nothing that is not what it was is carried over', (t) => {
  const place = journalPlace(t);
  fill(place);
  const bytes = readFileSync(place.file);
  // A letter of a content changes, which SQLite does not see; and the pages of two others are noise, which it does.
  bytes.write('copz', bytes.indexOf('copy number9 '));
  for (const text of ['copy number20 ', 'copy number40 ']) {
    const page = bytes.indexOf(text) - (bytes.indexOf(text) % 4_096);
    bytes.fill(0xff, page, page + 4_096);
  }
  writeFileSync(place.file, bytes);
  mark(place);
  const { journal } = openJournalOrFresh(place, atMs);
  using _journal = journal;
  const carried = listFragments(journal, { limit: 100 });
  assert.ok(carried.length > copies / 2, String(carried.length));
  for (const id of [9, 20, 40]) assert.equal(readFragment(journal, id), null);
  for (const { id } of carried) {
    const content = contentPlaces(journal, id)[0];
    if (content !== undefined && 'inline' in content && id < copies)
      assert.match(Buffer.from(content.inline).toString(), new RegExp(`^copy number${id} (of words )+$`));
  }
  assert.ok((recordCapture(journal, textCapture('the next one')).fragmentIds[0] ?? 0) > copies + 1);
});
