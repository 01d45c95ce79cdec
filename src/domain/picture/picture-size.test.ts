import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { pictureSize } from './picture-size.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEUlEQVR42mNk+M9QzwABjDAGACVPAgNAHrBzAAAAAElFTkSuQmCC', 'base64');
const gif = Buffer.from('R0lGODlhBQAEAIAAAAAAAP///yH5BAEAAAAALAAAAAAFAAQAAAIEhI+pBQA7', 'base64');

it('reads the size of a PNG and of a GIF from the header', async () => {
  assert.deepEqual(await pictureSize(png), { width: 3, height: 2 });
  assert.deepEqual(await pictureSize(gif), { width: 5, height: 4 });
});

it('returns no size for content that is not a picture, or is cut off', async () => {
  assert.equal(await pictureSize(Buffer.from('a text')), null);
  assert.equal(await pictureSize(png.subarray(0, 10)), null);
  assert.equal(await pictureSize(new Uint8Array()), null);
});

it('reads nothing beyond the given bytes', async () => {
  for (const whole of [png, gif]) {
    const cut = whole.subarray(0, 6);
    assert.equal(await pictureSize(Uint8Array.from(whole).subarray(0, 6)), null);
    assert.equal(await pictureSize(cut), null);
  }
});

it('ends for any bytes after any beginning', async () => {
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

it('reads the size of a JPEG as decoders do, skipping bytes between its segments', async () => {
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 5, 0, 7, 1, 1, 0x11, 0];
  const size = { width: 7, height: 5 };
  assert.deepEqual(await pictureSize(Uint8Array.from([0xff, 0xd8, ...frame])), size);
  assert.deepEqual(await pictureSize(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 9, 9, 0xff, ...frame])), size);
  assert.equal(await pictureSize(Uint8Array.from([0xff, 0xd8, 0xff, 0xda, 0, 2, ...frame])), null);
});

it('reads only the beginning of 32 MiB of damaged headers', async () => {
  const beginnings = [
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2]),
    Buffer.from('<svg '),
    Buffer.from('GIF89a'),
    Buffer.from('\0\0\0\x10ftypavif'),
  ];
  for (const unit of [Buffer.from([0xff, 0xe0, 0, 2]), Buffer.from('<svg '), Buffer.from([0])]) {
    const bytes = Buffer.alloc(2 ** 25, unit);
    for (const beginning of beginnings) {
      bytes.set(beginning);
      const before = process.threadCpuUsage().user;
      await pictureSize(bytes);
      assert.ok(process.threadCpuUsage().user - before < 1_000_000, 'more than a second');
    }
  }
});
