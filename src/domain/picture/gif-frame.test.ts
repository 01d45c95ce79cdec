import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstGifFrame } from './gif-frame.ts';

/** 5 × 4 pixels with a table of two colours, an extension, and one frame. */
const gif = Buffer.from('R0lGODlhBQAEAIAAAAAAAP///yH5BAEAAAAALAAAAAAFAAQAAAIEhI+pBQA7', 'base64');
const frameAt = gif.indexOf(0x2c, 19);

test('the first frame is found after the table of colours and the extensions', () => {
  assert.deepEqual(firstGifFrame(gif), { width: 5, height: 4, end: gif.length - 1 });
  const hiding = Buffer.from(gif);
  hiding.writeUInt16LE(65_535, frameAt + 5);
  hiding.writeUInt16LE(60_000, frameAt + 7);
  assert.deepEqual(firstGifFrame(hiding), { width: 65_535, height: 60_000, end: gif.length - 1 });
});

test('a content that is not a GIF, or ends before its frame, has none', () => {
  assert.equal(firstGifFrame(Buffer.from('GIF89a')), null);
  assert.equal(firstGifFrame(Buffer.from(`\x89PNG${'x'.repeat(40)}`, 'latin1')), null);
  for (let length = 0; length < frameAt + 10; length += 1) assert.equal(firstGifFrame(gif.subarray(0, length)), null, String(length));
});

test('reading ends, whatever bytes follow the header', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (rest) => {
      const size = firstGifFrame(Buffer.concat([gif.subarray(0, 13), rest]));
      assert.ok(size === null || (size.width <= 65_535 && size.height <= 65_535));
    }),
  );
});
