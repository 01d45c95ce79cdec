import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inkAt } from './ink-at.ts';

/** `#` is ink; what touches the first one of these rows. */
function found(rows: readonly string[], most = 1_000): { readonly count: number; readonly rows: readonly (readonly number[])[] } | null {
  const width = rows[0]?.length ?? 0;
  const text = rows.join('');
  const pixels = Uint8Array.from(text, (one) => (one === '#' ? 0 : 255));
  const ink = inkAt({ width, height: rows.length, pixels }, text.indexOf('#'), { limit: 128, most }, new Uint8Array(text.length));
  if (ink === null) return null;
  return {
    count: ink.count,
    rows: [...ink.rows].toSorted(([one], [other]) => one - other).map(([y, { left, right }]) => [y, left, right]),
  };
}

test('all ink that touches a pixel is found, around bends, and none that touches at a corner', () => {
  const bent = ['.####.#', '.#..#..', '.#.##..', '.#.....', '.#####.', '......#'];
  assert.deepEqual(found(bent), {
    count: 15,
    rows: [
      [0, 1, 5],
      [1, 1, 5],
      [2, 1, 5],
      [3, 1, 2],
      [4, 1, 6],
    ],
  });
});

test('what is more than is wanted is left before all of it is found', () => {
  const [width, height] = [2_000, 2_000];
  const seen = new Uint8Array(width * height);
  assert.equal(inkAt({ width, height, pixels: new Uint8Array(width * height) }, 0, { limit: 128, most: 10_000 }, seen), null);
  assert.ok(seen.reduce((sum, one) => sum + one, 0) < 20_000);
  assert.equal(found(['###', '###'], 5), null);
  assert.equal(found(['###', '###'], 6)?.count, 6);
});
