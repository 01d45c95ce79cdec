import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { sizesFor, smallSizeFor, trayPicture } from './tray-pictures.ts';

const themes = ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'] as const;

test('a larger scale gives a larger picture, and an invalid one none', () => {
  assert.deepEqual(sizesFor(1), [16, 22, 24, 32]);
  assert.deepEqual(sizesFor(1.5), [24, 32, 36]);
  assert.deepEqual(sizesFor(2), [32, 44, 48]);
  for (const scale of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) assert.deepEqual(sizesFor(scale), sizesFor(1));
  assert.equal(Math.max(...sizesFor(1e6)), 96);
  assert.deepEqual([1, 1.25, 1.5, 2, 0].map(smallSizeFor), [16, 20, 24, 32, 16]);
});

test('themes and states differ; in high contrast the icon is only black or white', () => {
  const pictures = themes.flatMap((theme) => (['watching', 'paused'] as const).map((capture) => trayPicture(theme, capture, 32).pixels));
  assert.equal(new Set(pictures.map((pixels) => pixels.toString('base64'))).size, 8);
  for (const [theme, level] of [['high-contrast-light', 0] as const, ['high-contrast-dark', 255] as const]) {
    const { pixels } = trayPicture(theme, 'paused', 32);
    const inked = Array.from({ length: 32 * 32 }, (_, at) => pixels.subarray(at * 4, at * 4 + 4)).filter((pixel) => pixel[3] !== 0);
    assert.ok(inked.length > 100 && inked.every((pixel) => pixel.subarray(0, 3).every((part) => part === level)));
  }
});

test('where a picture is missing or damaged the icon is a grey square of its size', (t) => {
  const pictures = temporaryHome(t);
  const square = { sizePx: 16, pixels: Buffer.alloc(16 * 16 * 4, 0x80) };
  const shown = () => trayPicture('light', 'watching', 16, pictures);
  assert.deepEqual(shown(), square);
  const file = path.join(pictures, 'light/watching-16.png');
  const brand = path.join(import.meta.dirname, '../../../brand/tray');
  const sound = readFileSync(path.join(brand, 'light/watching-16.png'));
  mkdirSync(path.dirname(file));
  for (const content of [
    Buffer.alloc(0),
    Buffer.from('no picture, but long enough to be taken for one'),
    sound.subarray(0, sound.length / 2),
    Buffer.from(sound).fill(0, 33),
    readFileSync(path.join(brand, 'light/watching-32.png')),
  ]) {
    writeFileSync(file, content);
    assert.deepEqual(shown(), square);
  }
  writeFileSync(file, sound);
  assert.deepEqual(shown(), trayPicture('light', 'watching', 16));
});
