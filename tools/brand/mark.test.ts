import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accent, drawMark, type MarkLook } from './mark.ts';

const sizesPx = [16, 20, 22, 24, 28, 32, 40, 48, 64, 96, 256];

/** The mark as text: `#` is a covered pixel, `+` a partly covered one, `.` an empty one. */
function picture(sizePx: number, form: MarkLook['form']): readonly string[] {
  const pixels = drawMark(sizePx, { form, stroke: accent });
  const letter = (opacity: number | undefined) => (opacity === 255 ? '#' : opacity === 0 ? '.' : '+');
  const row = (y: number) => Array.from({ length: sizePx }, (_, x) => letter(pixels[(y * sizePx + x) * 4 + 3])).join('');
  return Array.from({ length: sizePx }, (_, y) => row(y));
}

test('the mark is an H in a rounded frame, on whole pixels except for the corners', () => {
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

test('the letter and the bars have sharp edges and are centred at every size', () => {
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

test('the paused mark has two separate bars, without the line that connects them in the letter', () => {
  for (const sizePx of sizesPx) {
    const middle = Math.floor((sizePx - 1) / 2);
    const strokes = (form: MarkLook['form']) => picture(sizePx, form)[middle]?.match(/#+/g)?.length;
    assert.equal(strokes('watching'), 3, `${sizePx}`);
    assert.equal(strokes('paused'), 4, `${sizePx}`);
  }
});

test('a background fills only the inside of the frame', () => {
  const pixels = drawMark(24, { form: 'watching', stroke: accent, background: [255, 255, 255] });
  const pixel = (x: number, y: number) => [...pixels.subarray((y * 24 + x) * 4, (y * 24 + x) * 4 + 4)];
  assert.deepEqual(pixel(0, 0), [0, 0, 0, 0]);
  assert.deepEqual(pixel(12, 6), [255, 255, 255, 255]);
  assert.deepEqual(pixel(2, 12), [...accent, 255]);
});
