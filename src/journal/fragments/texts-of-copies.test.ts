import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capture, inlineContent, judged, testJournal, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { currentNumber } from './earlier-copies.ts';

import { recordJudgement } from './fragment-states.ts';
import { readFragment } from './fragments.ts';
import { textCopyOf, textOf } from './texts-of-copies.ts';

function keep(journal: Journal, text: string, of?: number): number {
  const more = of === undefined ? {} : { origin: 'extraction' as const, textOf: of };
  const [id = 0] = recordCapture(journal, { ...capture([textFragment(inlineContent(text))]), ...more }).fragmentIds;
  recordJudgement(journal, id, judged({ kind: 'keep', because: of === undefined ? 'too_short' : 'extracted' }));
  return currentNumber(journal, id);
}

const linkOf = (journal: Journal, id: number): number | undefined => {
  const fragment = readFragment(journal, id);
  return fragment === null ? undefined : textOf(journal, fragment)?.id;
};

test('a text knows what it is the text of, and that knows its last text', (t) => {
  const journal = testJournal(t);
  const of = keep(journal, 'stands for a picture');
  const [first, last] = [keep(journal, 'one', of), keep(journal, 'two', of)];
  assert.deepEqual([linkOf(journal, first), linkOf(journal, last), linkOf(journal, of)], [of, of, undefined]);
  assert.equal(textCopyOf(journal, of), last);
  deleteFragment(journal, last);
  assert.equal(textCopyOf(journal, of), first);
  deleteFragment(journal, of);
  assert.equal(linkOf(journal, first), undefined);
});

test('the link outlives that either is copied again, and becomes part of its later copy', (t) => {
  const journal = testJournal(t);
  const before = keep(journal, 'stands for a picture');
  const text = keep(journal, 'its text', before);
  keep(journal, 'something else');
  const of = keep(journal, 'stands for a picture');
  assert.notEqual(of, before);
  const again = keep(journal, 'its text');
  assert.notEqual(again, text);
  assert.equal(linkOf(journal, again), of);
  assert.equal(textCopyOf(journal, of), again);
});
