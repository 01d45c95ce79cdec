import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineContent, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordNote } from '../../journal/captures/copy-notes.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';
import type { ReadCopy } from '../../platform/clipboard/index.ts';
import { captureOf, noteOf } from './journal-entries.ts';

const notice = {
  ordinal: 1,
  copiedAtMs: 5_000,
  initial: false,
  client: null,
  owner: { name: 'Editor', executable: '/usr/bin/editor', pid: 7, windowTitle: null },
  isOwnerComplete: true,
  ownerMayBe: [],
} as const;

test('a picture beside a text belongs to the text if its formatting was offered too and did not arrive', () => {
  const copyWithout = (...missing: readonly string[]): ReadCopy => ({
    ...notice,
    representations: ['text/plain', 'image/png'].map((mediaType) => {
      const inline = Buffer.from(mediaType);
      return { mediaType, content: { ...inlineContent(inline), inline } };
    }),
    missing,
    sourceUrl: null,
    timings: { judgedAfterMs: 0, readAfterMs: 0 },
  });
  const fragmentsOf = (copy: ReadCopy): unknown =>
    captureOf(copy, '/w')?.fragments.map(({ kind, representations }) => [kind, representations.map(({ mediaType }) => mediaType)]);
  assert.deepEqual(fragmentsOf(copyWithout('text/html')), [['text', ['text/plain', 'image/png']]]);
  assert.deepEqual(fragmentsOf(copyWithout()), [
    ['text', ['text/plain']],
    ['image', ['image/png']],
  ]);
});

test('one private copy is counted once, and its clearing leaves nothing current all the same', () => {
  const concealed = { kind: 'refused', because: 'concealed', ordinal: 1, copiedAtMs: 5_000, initial: false } as const;
  assert.deepEqual(noteOf(concealed), { counts: { concealed: 1 }, present: { absence: 'concealed', atMs: 5_000 }, isAnother: true });
  assert.deepEqual(noteOf({ ...concealed, isAgain: true }), {
    counts: {},
    present: { absence: 'concealed', atMs: 5_000 },
    isAnother: true,
  });
});

test('a copy that was replaced in the millisecond in which the next one was made does not take its place', (t) => {
  for (const because of ['replaced', 'gone-unread', 'owner-gone'] as const) {
    const journal = testJournal(t);
    const { captureId } = recordCapture(journal, textCapture('the next one', { copiedAtMs: 5_000 }));
    recordNote(journal, noteOf({ ...notice, kind: 'missed', because }));
    const present = readPresent(journal).fragments.map((fragment) => fragment.captureId);
    // After a program that ended nothing comes by itself.
    assert.deepEqual(present, because === 'owner-gone' ? [] : [captureId], because);
  }
});
