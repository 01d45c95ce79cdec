import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { pictureSize } from './picture-size.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEUlEQVR42mNk+M9QzwABjDAGACVPAgNAHrBzAAAAAElFTkSuQmCC', 'base64');
const gif = Buffer.from('R0lGODlhBQAEAIAAAAAAAP///yH5BAEAAAAALAAAAAAFAAQAAAIEhI+pBQA7', 'base64');

it('reads the size of a PNG and of a GIF from their heads', async () => {
  assert.deepEqual(await pictureSize(png), { width: 3, height: 2 });
  assert.deepEqual(await pictureSize(gif), { width: 5, height: 4 });
});

it('knows no size of what is no picture, or is cut off', async () => {
  assert.equal(await pictureSize(Buffer.from('a text')), null);
  assert.equal(await pictureSize(png.subarray(0, 10)), null);
  assert.equal(await pictureSize(new Uint8Array()), null);
});

it('reads nothing behind the bytes that it is given', async () => {
  for (const whole of [png, gif]) {
    const cut = whole.subarray(0, 6);
    assert.equal(await pictureSize(Uint8Array.from(whole).subarray(0, 6)), null);
    assert.equal(await pictureSize(cut), null);
  }
});

it('comes to an end with any bytes behind any beginning', async () => {
  const beginnings = [
    png.subarray(0, 8),
    gif.subarray(0, 6),
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from('RIFF\0\0\0\0WEBP'),
    Buffer.from('II*\0'),
    Buffer.alloc(0),
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 200 }), async (beginning, rest) => {
      const size = await pictureSize(Buffer.concat([beginning, rest]));
      assert.ok(size === null || (size.width > 0 && size.height > 0));
    }),
  );
});
