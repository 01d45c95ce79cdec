import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runs } from '../../../test/harness/effort.ts';
import { type AutomaticSave, SaveRate, saveAllowances } from './save-rate.ts';

const hourMs = 3_600_000;
const editor = { executable: '/usr/bin/editor', name: 'Editor' };
const save = (others: Partial<AutomaticSave> = {}): AutomaticSave => ({ app: editor, bytes: 100, copiedAtMs: 0, ...others });
/** How many of so many copies become files. */
const taken = (rate: SaveRate, count: number, others: Partial<AutomaticSave> = {}): number =>
  Array.from({ length: count }, () => rate.take(save(others))).filter(Boolean).length;

const small = {
  program: { files: { atOnce: 10, perHour: 2 }, bytes: { atOnce: 1_000_000, perHour: 1_000 } },
  together: { files: { atOnce: 15, perHour: 4 }, bytes: { atOnce: 2_000_000, perHour: 2_000 } },
};

describe('of what one program copies at once', () => {
  test('as many as are allowed become files, and not one more', () => {
    assert.equal(taken(new SaveRate(small), 9), 9);
    assert.equal(taken(new SaveRate(small), 10), 10);
    assert.equal(taken(new SaveRate(small), 11), 10);
  });

  test('as many bytes as are allowed do, and not one more', () => {
    for (const [bytes, files] of [
      [499_999, 2],
      [500_000, 2],
      [500_001, 1],
    ] as const)
      assert.equal(taken(new SaveRate(small), 2, { bytes }), files, String(bytes));
  });

  test('a content that is too large for the rest does not use up the place of a smaller one', () => {
    const rate = new SaveRate(small);
    assert.equal(rate.take(save({ bytes: 900_000 })), true);
    assert.equal(rate.take(save({ bytes: 100_001 })), false);
    assert.equal(rate.take(save({ bytes: 100_000 })), true);
  });
});

describe('with time', () => {
  test('there are more, up to what is allowed at once', () => {
    const rate = new SaveRate(small);
    taken(rate, 10);
    assert.equal(taken(rate, 1, { copiedAtMs: hourMs / 2 - 1 }), 0);
    assert.equal(taken(rate, 2, { copiedAtMs: hourMs / 2 }), 1);
    assert.equal(taken(rate, 20, { copiedAtMs: 100 * hourMs }), 10);
  });

  test('refused ones use up none of it', () => {
    const rate = new SaveRate(small);
    taken(rate, 10);
    for (let ms = 0; ms < hourMs; ms += 60_000) taken(rate, 5, { copiedAtMs: ms });
    const other = new SaveRate(small);
    taken(other, 10);
    assert.equal(taken(other, 5, { copiedAtMs: hourMs }), 2);
  });

  test('a clock that is set back by a year has no effect', () => {
    const rate = new SaveRate(small);
    const now = 10_000 * hourMs;
    taken(rate, 9, { copiedAtMs: now });
    assert.equal(taken(rate, 2, { copiedAtMs: now - 8_760 * hourMs }), 1);
    assert.equal(taken(rate, 2, { copiedAtMs: now - 8_760 * hourMs + hourMs }), 2);
  });
});

describe('of several programs', () => {
  test('each has its own allowance, and all have one together', () => {
    const rate = new SaveRate(small);
    assert.equal(taken(rate, 20), 10);
    assert.equal(taken(rate, 20, { app: { executable: null, name: 'Notes' } }), 5);
    assert.equal(taken(rate, 1, { app: { executable: '/bin/other', name: null } }), 0);
  });

  test("of unknown programs count as one program's", () => {
    const rate = new SaveRate(small);
    assert.equal(taken(rate, 20, { app: { executable: null, name: null } }), 10);
  });

  test('a million programs with different names get no more files, in bounded memory', () => {
    const rate = new SaveRate();
    let files = 0;
    for (let n = 0; n < runs(1_000_000); n++)
      if (rate.take(save({ app: { executable: `/tmp/${n}`, name: null }, copiedAtMs: n }))) files += 1;
    const { atOnce, perHour } = saveAllowances.together.files;
    assert.ok(files >= atOnce && files <= atOnce + perHour, String(files));
  });
});

test('a person who copies quickly never reaches the limits: five copies a second for half an hour, 12 bursts of 100 within a minute', () => {
  const steady = new SaveRate();
  for (let n = 0; n < 9_000; n++) assert.equal(steady.take(save({ copiedAtMs: n * 200 })), true);
  const bursts = new SaveRate();
  assert.equal(taken(bursts, 1_200), 1_200);
});

test('a program that copies in a loop has at most a thousand files for each hour, after its first ten thousand', () => {
  const rate = new SaveRate();
  let files = 0;
  for (let ms = 0; ms < 24 * hourMs; ms += 100) if (rate.take(save({ copiedAtMs: ms }))) files += 1;
  assert.ok(files >= 33_900 && files <= 34_001, String(files));
});
