import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abstentionOf, calibrate } from './calibrate.ts';

const said = (likely: number, isRight: boolean) => ({ type: 'a', answer: isRight ? 'a' : 'b', likely, known: 100, weight: 1 });

test('a stated confidence becomes the measured accuracy, and a higher one never becomes a lower one', () => {
  const answers = Array.from({ length: 4_000 }, (_, at) => said(at / 4_000, at % 10 < (at < 2_000 ? 3 : 7)));
  const table = calibrate(answers).find(({ ofPlain, below }) => !ofPlain && below > 100);
  assert.ok(table !== undefined);
  assert.deepEqual(
    table.right,
    table.right.toSorted((a, b) => a - b),
  );
  assert.ok(Math.abs((table.right[0] ?? 0) - 0.3) < 0.05 && Math.abs((table.right.at(-1) ?? 0) - 0.7) < 0.05);
});

test('the confidence exceeds 0.95 only where hardly any answer is wrong', () => {
  const right = (wrongOf100: number): number => {
    const answers = Array.from({ length: 4_000 }, (_, at) => said(0.9 + at / 40_000, at % 100 >= wrongOf100));
    return Math.max(...calibrate(answers).flatMap((table) => table.right));
  };
  assert.equal(right(3), 0.95);
  assert.equal(right(0), 0.99);
});

test('a type that is mostly wrong at low confidence gets a higher threshold than one that is not', () => {
  const answers = Array.from({ length: 400 }, (_, at) => ({
    ...said(0.5, true),
    confidence: 0.05 + (at % 40) / 100,
    answer: at % 2 === 0 ? 'a' : 'b',
    type: at % 2 === 0 ? 'a' : 'c',
  }));
  const [a = 1, b = 0] = abstentionOf(['a', 'b'], answers);
  assert.ok(a < b);
  assert.deepEqual(abstentionOf(['txt'], answers), [0]);
});
