import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { foundIds } from '../../../test/doubles/found-fragments.ts';
import { capture, inlineContent, journalPlace, judged, textCapture } from '../../../test/doubles/temporary-journal.ts';
import type { NewFragment, Origin } from '../../contract/journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { recordJudgement } from '../fragments/fragment-states.ts';
import { readFragment } from '../fragments/fragments.ts';
import { type Journal, openJournal } from '../journal.ts';
import { indexBlocksStep } from '../search/index-blocks.ts';

/** The version before documents. */
const before = 25;

test('what a browser saved as a picture and is none is a document, and is found as one', (t) => {
  const place = journalPlace(t);
  const asPicture = (content: string, mediaType: string, origin: Origin, group: string | null): number => {
    const fragment: NewFragment = { kind: 'image', representations: [{ mediaType, content: inlineContent(content) }] };
    const [id = 0] = recordCapture(journal, capture([fragment], { origin })).fragmentIds;
    const detection =
      group === null ? null : { group, extension: '.x', typeId: group === 'image' ? 'png' : 'pdf', mediaType: 'x/x', confidence: 0.9 };
    recordJudgement(journal, id, { ...judged({ kind: 'keep', because: 'no_document' }), detection });
    return id;
  };
  let journal = openJournal(place);
  const documents = [
    asPicture('pdf', 'application/octet-stream', 'web', 'document'),
    asPicture('called a picture', 'image/png', 'web', 'document'),
    asPicture('unknown', 'application/octet-stream', 'web', null),
  ];
  const pictures = [
    asPicture('picture', 'image/png', 'web', 'image'),
    asPicture('not called one', 'application/octet-stream', 'web', 'image'),
    asPicture('unknown picture', 'image/x', 'web', null),
    asPicture('copied', 'image/png', 'clipboard', null),
    asPicture('of a command', 'image/png', 'command', 'document'),
  ];
  // Their block is full, and so is indexed.
  for (let at = 0; at < 64; at += 1) recordCapture(journal, textCapture(`text ${at}`));
  indexAll(journal);
  journal[Symbol.dispose]();
  const earlier = new DatabaseSync(place.file);
  earlier.exec(`PRAGMA user_version = ${before}`);
  earlier.close();

  journal = openJournal(place);
  t.after(() => journal[Symbol.dispose]());
  const kindsOf = (ids: readonly number[]): readonly (string | undefined)[] => ids.map((id) => readFragment(journal, id)?.kind);
  assert.deepEqual(kindsOf(documents), ['document', 'document', 'document']);
  assert.deepEqual(kindsOf(pictures), ['image', 'image', 'image', 'image', 'image']);
  for (const _ of ['before', 'after it is indexed again']) {
    assert.deepEqual(foundIds(journal, 'kind:document'), documents.toReversed());
    assert.deepEqual(foundIds(journal, 'kind:image'), pictures.toReversed());
    indexAll(journal);
  }
});

function indexAll(journal: Journal): void {
  while (indexBlocksStep(journal, 0) === 'more');
}
