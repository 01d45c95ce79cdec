/** Whatever ends the carrying over in between: what was carried over stays, what was not waits, and it ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, count, journalAside, name, texts } from '../../../../test/doubles/journals/journal-aside.ts';
import { countOf, nothingLost } from '../../../domain/retention/lost-copies.ts';
import { readLoss } from '../loss-file.ts';
import { isAnythingLeft } from './carry-on.ts';
import { readProgress } from './progress.ts';
import { RowNumbers } from './row-numbers.ts';

test('a disk that was full at each start, or an end before the first copy, passes no copy over', async (t) => {
  const { from, journal, on } = journalAside(t, texts(200));
  for (let starts = 0; starts < 4; starts += 1) {
    await on(undefined, undefined, async () => false);
    await on(after(1));
    let asked = 0;
    await on(undefined, undefined, async () => asked++ < 1);
  }
  assert.deepEqual([count(journal), readProgress(journal, name)?.begun], [0, 0]);
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [200, nothingLost]);
});

test('a slice that ends without a word counts, and one that ends with an error does not', async (t) => {
  const { journal, on } = journalAside(t, texts(200));
  const begun: (number | undefined)[] = [];
  const { part } = journal;
  t.mock.method(journal, 'part', <Result>(work: () => Result): Result => {
    begun.push(readProgress(journal, name)?.begun);
    if (begun.length === 3) throw new Error('the disk does not answer');
    return part(work);
  });
  await assert.rejects(on(), /does not answer/);
  assert.deepEqual([begun, readProgress(journal, name)?.begun], [[1, 1, 1], 0]);
});

test('whoever is to end in the middle of a table that is read as a whole does, and the next one reads it', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(300), ['sqlite_autoindex_representations_1']);
  for (let ends = 0; ends < 4; ends += 1) await on(after(30));
  assert.deepEqual([count(journal), readProgress(journal, name)?.begun, isAnythingLeft(place, journal)], [0, 0, true]);
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [300, nothingLost]);
});

test('a table of which not all rows can be remembered ends it, and those that were not found are told', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(100), ['sqlite_autoindex_representations_1']);
  let added = 0;
  const { add } = RowNumbers.prototype;
  t.mock.method(RowNumbers.prototype, 'add', function (this: RowNumbers, fragment: number, row: number) {
    added += 1;
    return add.call(this, fragment, row);
  });
  t.mock.getter(RowNumbers.prototype, 'isFull', () => added >= 40);
  let slices = 0;
  await on(
    () => slices >= 300,
    async () => {
      slices += 1;
    },
  );
  const found = count(journal);
  assert.deepEqual([found > 30, isAnythingLeft(place, journal)], [true, false]);
  assert.equal(countOf(readLoss(from.file)?.lost ?? []), 100 - found);
});
