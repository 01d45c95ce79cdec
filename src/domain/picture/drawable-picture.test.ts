import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnTogether } from './drawable-picture.ts';

const row = (id: number, points: number | null) => ({ imageUrl: `/content/${id}`, width: points, height: points === null ? null : 1 });

test('the pictures on a page are bounded in total, the first rows first; a repeated picture counts once', () => {
  const camera = 50_000_000;
  const rows = [
    row(1, camera),
    row(1, camera),
    row(2, camera),
    row(3, camera),
    row(4, 1_000),
    row(5, null),
    { ...row(6, 1), imageUrl: null },
  ];
  assert.deepEqual([...drawnTogether(rows)], ['/content/1', '/content/2', '/content/4']);
  const small = Array.from({ length: 5_000 }, (_, index) => row(index + 1, 4_000));
  assert.equal(drawnTogether(small).size, 5_000);
});
