import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accent, drawMark, type MarkLook } from './mark.ts';

const sizesPx = [16, 20, 22, 24, 28, 32, 40, 48, 64, 96, 256];

/** The mark as text: `#` is covered, `.` is not, `+` in part. */
function picture(sizePx: number, form: MarkLook['form']): readonly string[] {
  const pixels = drawMark(sizePx, { form, stroke: accent });
  const letter = (opacity: number | undefined) => (opacity === 255 ? '#' : opacity === 0 ? '.' : '+');
  const row = (y: number) => Array.from({ length: sizePx }, (_, x) => letter(pixels[(y * sizePx + x) * 4 + 3])).join('');
  return Array.from({ length: sizePx }, (_, y) => row(y));
}

test('the mark is an H in a rounded frame, on whole pixels but for the corners', () => {
  assert.deepEqual(picture(16, 'watching'), [
    '................',
    '..+++######+++..',
    '.++++......++++.',
    '.++..........++.',
    '.++..........++.',
    '.#...#....#...#.',
    '.#...#....#...#.',
    '.#...######...#.',
    '.#...#....#...#.',
    '.#...#....#...#.',
    '.#...#....#...#.',
    '.++..........++.',
    '.++..........++.',
    '.++++......++++.',
    '..+++######+++..',
    '................',
  ]);
});

test('at every size the letter and the bars have sharp edges, and are as far from the left as from the right', () => {
  for (const sizePx of sizesPx) {
    for (const form of ['watching', 'paused'] as const) {
      const rows = picture(sizePx, form).slice(Math.ceil(sizePx * 0.36), Math.floor(sizePx * 0.64));
      for (const row of rows) {
        assert.doesNotMatch(row, /\+/, `${form} ${sizePx}`);
        assert.equal(row, [...row].reverse().join(''), `${form} ${sizePx}`);
      }
    }
  }
});

test('while paused two bars stand apart in the frame, where the letter has a line across', () => {
  for (const sizePx of sizesPx) {
    const middle = Math.floor((sizePx - 1) / 2);
    const strokes = (form: MarkLook['form']) => picture(sizePx, form)[middle]?.match(/#+/g)?.length;
    assert.equal(strokes('watching'), 3, `${sizePx}`);
    assert.equal(strokes('paused'), 4, `${sizePx}`);
  }
});

test('a background fills the frame, and nothing outside it', () => {
  const pixels = drawMark(24, { form: 'watching', stroke: accent, background: [255, 255, 255] });
  const pixel = (x: number, y: number) => [...pixels.subarray((y * 24 + x) * 4, (y * 24 + x) * 4 + 4)];
  assert.deepEqual(pixel(0, 0), [0, 0, 0, 0]);
  assert.deepEqual(pixel(12, 6), [255, 255, 255, 255]);
  assert.deepEqual(pixel(2, 12), [...accent, 255]);
});
