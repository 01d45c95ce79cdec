import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractionOptions } from '../../../contract/extraction.ts';
import { recognized } from './recognition.ts';
import { Tesseract } from './tesseract.ts';

const options = extractionOptions.parse({ languages: ['deu'] });

test('a large picture is drawn before the engine is loaded, any other one when it is there', async () => {
  for (const isLarge of [true, false]) {
    let isDrawn = false;
    const draw = async () => {
      isDrawn = true;
      return { width: 1, height: 1, pixels: Uint8Array.of(255) };
    };
    // The engine has no data of that language.
    await assert.rejects(recognized({ page: 0, isPage: false, isLarge, width: 1, height: 1, draw }, options, null), {
      reason: 'no-language',
    });
    assert.equal(isDrawn, isLarge);
  }
});

test('where memory is scarce, the engine is loaded again once it has grown, and not before each page', async (t) => {
  let [resident, loaded] = [400, 0];
  t.mock.method(process.memoryUsage, 'rss', () => resident * 1024 ** 2);
  t.mock.method(Tesseract, 'load', async () => {
    loaded += 1;
    return { learn: () => {}, read: () => [] };
  });
  const draw = async () => ({ width: 1, height: 1, pixels: Uint8Array.of(255) });
  const read = async (isLarge = false) => recognized({ page: 0, isPage: true, isLarge, width: 1, height: 1, draw }, options, null);
  await read(true); // without the engine of another test
  const before = loaded;
  for (let page = 0; page < 3; page += 1) await read();
  assert.equal(loaded - before, 0);
  resident = 440;
  for (let page = 0; page < 3; page += 1) await read();
  assert.equal(loaded - before, 1);
});
