import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { WaitingCopies } from './waiting-copies.ts';

function copy(waiting: WaitingCopies, text: string): void {
  waiting.add({ kind: 'capture', capture: textCapture(text), durable: () => {}, held: null });
}

function miss(waiting: WaitingCopies, times = 1): void {
  for (let n = 0; n < times; n += 1) waiting.add({ kind: 'note', note: { counts: { missed: 1 }, present: null }, marks: [] });
}

function counted(waiting: WaitingCopies): readonly (number | null)[] {
  return [...waiting].map((entry) => (entry.kind === 'note' ? (entry.note.counts.missed ?? 0) : null));
}

test('adjacent notes become one, also when the copy between them is removed', () => {
  const waiting = new WaitingCopies();
  for (const text of ['a', 'b', 'c']) {
    copy(waiting, text);
    miss(waiting, 1_000);
  }
  assert.deepEqual(counted(waiting), [null, 1_000, null, 1_000, null, 1_000]);
  waiting.takeOldestCapture();
  waiting.takeOldestCapture();
  assert.deepEqual([counted(waiting), waiting.captures], [[2_000, null, 1_000], 1]);
});

test('entries that are being written stay unchanged', () => {
  const waiting = new WaitingCopies();
  miss(waiting);
  waiting.underWay = 1;
  miss(waiting, 2);
  assert.deepEqual(counted(waiting), [1, 2]);
  waiting.underWay = 0;
  waiting.take(1);
  copy(waiting, 'a');
  copy(waiting, 'b');
  assert.deepEqual(counted(waiting), [2, null, null]);
  waiting.take(1);
  waiting.underWay = 2;
  assert.equal(waiting.takeOldestCapture(), null);
});
