import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractionOptions } from '../../../contract/extraction.ts';
import type { GreyPicture } from './grey-picture.ts';
import { recognized } from './recognition.ts';
import { Tesseract } from './tesseract.ts';

const options = extractionOptions.parse({ languages: ['deu'] });

/** With a letter of some kind, or without. */
function page(hasInk: boolean): GreyPicture {
  const pixels = new Uint8Array(400).fill(255);
  if (hasInk) for (let y = 5; y < 15; y += 1) pixels.fill(0, y * 20 + 5, y * 20 + 12);
  return { width: 20, height: 20, pixels };
}

test('a picture is drawn before an engine is loaded, and none is for an empty one', async () => {
  for (const isLarge of [true, false]) {
    let isDrawn = false;
    const draw = async () => {
      isDrawn = true;
      return page(true);
    };
    const read = async (drawIt: () => Promise<GreyPicture>) =>
      recognized({ page: 0, isPage: false, isLarge, width: 20, height: 20, draw: drawIt }, options, null);
    // The engine has no data of that language.
    await assert.rejects(read(draw), { reason: 'no-language' });
    assert.equal(isDrawn, true);
    assert.deepEqual(await read(async () => page(false)), { text: '', words: [], upright: [] });
  }
});

test('where memory is scarce, the engine is loaded again once it has grown, and not before each page', async (t) => {
  let [resident, loaded] = [400, 0];
  t.mock.method(process.memoryUsage, 'rss', () => resident * 1024 ** 2);
  t.mock.method(Tesseract, 'load', async () => {
    loaded += 1;
    return { learn: () => {}, read: () => [] };
  });
  const draw = async () => page(true);
  const read = async (isLarge = false) => recognized({ page: 0, isPage: true, isLarge, width: 20, height: 20, draw }, options, null);
  await read(true); // without the engine of another test
  const before = loaded;
  for (let page = 0; page < 3; page += 1) await read();
  assert.equal(loaded - before, 0);
  resident = 440;
  for (let page = 0; page < 3; page += 1) await read();
  assert.equal(loaded - before, 1);
});
