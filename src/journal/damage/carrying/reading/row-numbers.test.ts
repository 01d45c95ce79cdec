import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowNumbers } from './row-numbers.ts';

test('the rows of each fragment are found in their order, and millions of them take no room of the heap', () => {
  const numbers = new RowNumbers();
  const before = process.memoryUsage().heapUsed;
  const rows = 2_000_000;
  for (let row = rows; row >= 1; row -= 1) numbers.add(Math.ceil(row / 2), row);
  assert.deepEqual(
    [1, 777_777, rows / 2].map((fragment) => numbers.of(fragment)),
    [
      [1, 2],
      [1_555_553, 1_555_554],
      [rows - 1, rows],
    ],
  );
  assert.ok(process.memoryUsage().heapUsed - before < 50_000_000);
  assert.deepEqual([numbers.of(0), numbers.of(rows)], [[], []]);
  assert.equal(numbers.add(2 ** 26, 1), false);
});
