import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizesFor, smallSizeFor, trayPicture } from './icons.ts';

const themes = ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'] as const;

test('a greater scale brings a greater picture, and a senseless one none', () => {
  assert.deepEqual(sizesFor(1), [16, 22, 24, 32]);
  assert.deepEqual(sizesFor(1.5), [24, 32, 33, 36]);
  assert.deepEqual(sizesFor(2), [32, 44, 48]);
  for (const scale of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) assert.deepEqual(sizesFor(scale), sizesFor(1));
  assert.equal(Math.max(...sizesFor(1e6)), 256);
  assert.deepEqual([1, 1.25, 1.5, 2, 0].map(smallSizeFor), [16, 20, 24, 32, 16]);
});

test('themes and states differ; in high contrast the icon has no colour but black or white', () => {
  const pictures = themes.flatMap((theme) => (['watching', 'paused'] as const).map((capture) => trayPicture(theme, capture, 32).pixels));
  assert.equal(new Set(pictures.map((pixels) => pixels.toString('base64'))).size, 8);
  for (const [theme, level] of [['high-contrast-light', 0] as const, ['high-contrast-dark', 255] as const]) {
    const { pixels } = trayPicture(theme, 'paused', 32);
    const inked = Array.from({ length: 32 * 32 }, (_, at) => pixels.subarray(at * 4, at * 4 + 4)).filter((pixel) => pixel[3] !== 0);
    assert.ok(inked.length > 100 && inked.every((pixel) => pixel.subarray(0, 3).every((part) => part === level)));
  }
});
