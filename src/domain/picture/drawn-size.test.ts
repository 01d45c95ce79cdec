import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawnSize } from './drawn-size.ts';

const padded = (...parts: readonly (Uint8Array | readonly number[] | string)[]): Buffer =>
  Buffer.concat([...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))), Buffer.alloc(40)]);

const soi = [0xff, 0xd8];
const app0 = [0xff, 0xe0, 0, 4, 1, 2];
const frame = (width: number, height: number, marker = 0xc0): readonly number[] => [
  0xff,
  marker,
  0,
  11,
  8,
  height >> 8,
  height & 255,
  width >> 8,
  width & 255,
  1,
  0x11,
  0,
  0,
];
const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];
const u32 = (value: number): readonly number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const size = (width: number, height: number) => ({ width, height });

test('the size of a picture is the one that its decoder will use', () => {
  assert.deepEqual(drawnSize(padded(pngHead, u32(13), 'IHDR', u32(3), u32(70_000))), size(3, 70_000));
  for (const marker of [0xc0, 0xc1, 0xc2, 0xc9])
    assert.deepEqual(drawnSize(padded(soi, app0, frame(640, 480, marker), scan)), size(640, 480));
  assert.deepEqual(drawnSize(padded('RIFF', u32(0), 'WEBPVP8X', u32(0), [0, 0, 0, 0], [9, 1, 0], [4, 0, 1])), size(266, 65_541));
  assert.deepEqual(drawnSize(padded('RIFF', u32(0), 'WEBPVP8L', u32(0), [0x2f, 0x04, 0xc0, 0x01, 0x00])), size(5, 8));
  assert.deepEqual(drawnSize(padded('RIFF', u32(0), 'WEBPVP8 ', u32(0), [0, 0, 0, 0x9d, 0x01, 0x2a, 7, 0, 9, 0])), size(7, 9));
  assert.deepEqual(drawnSize(padded('BM', Buffer.alloc(12), [40, 0, 0, 0, 5, 0, 0, 0, 0xfa, 0xff, 0xff, 0xff])), size(5, 6));
  const gif = (screen: number, first: number) =>
    padded('GIF89a', [screen, 0, 4, 0, 0, 0, 0], [0x2c, 0, 0, 0, 0, first, 0, 5, 0, 0], [2, 1, 0, 0, 0x3b]);
  assert.deepEqual([drawnSize(gif(9, 3)), drawnSize(gif(3, 9))], [size(9, 5), size(9, 5)], 'the larger of head and frame');
});

test('a picture has no size if two decoders could disagree about it', () => {
  const huge = frame(60_000, 60_000);
  const small = frame(8, 8);
  const unsure = {
    'stray bytes before the frame': padded(soi, app0, [0, 0], small, scan),
    'stray bytes that hold another frame': padded(soi, small.slice(2), huge, scan),
    'a second frame': padded(soi, small, huge, scan),
    'a frame behind the scan': padded(soi, app0, scan, small),
    'a marker without a length': padded(soi, [0xff, 0xd0], small, scan),
    'a fill byte': padded(soi, [0xff], small, scan),
    'no height': padded(soi, frame(8, 0), scan),
    'a picture in a picture': padded(soi, soi, small, scan),
    'a length of nothing': padded(soi, [0xff, 0xe0, 0, 0], small, scan),
    'no head in front': padded(pngHead, u32(4), 'gAMA', u32(1), u32(0), u32(13), 'IHDR', u32(1), u32(1)),
    'a crop of an AVIF': padded(u32(24), 'ftypavif', u32(0), 'mif1', 'ispe', u32(60_000), u32(60_000), 'clap', u32(1)),
    'no points': padded(pngHead, u32(13), 'IHDR', u32(0), u32(7)),
    'nothing known': padded('II*\0', u32(8)),
  };
  for (const [what, bytes] of Object.entries(unsure)) assert.equal(drawnSize(bytes), null, what);
});

test('any bytes are handled in few steps and without an exception', () => {
  const heads = [soi, pngHead, [...Buffer.from('GIF89a')], [...Buffer.from('RIFF\0\0\0\0WEBPVP8 ')], [...Buffer.from('BM')], []];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }), (head, rest) => {
      const found = drawnSize(Uint8Array.from([...head, ...rest]));
      assert.ok(found === null || (found.width > 0 && found.height > 0));
    }),
  );
  const segments = Buffer.alloc(32 * 1024 * 1024);
  for (let at = 0; at < segments.length; at += 4) segments.writeUInt32BE(0xffe00002, at);
  const before = process.threadCpuUsage();
  assert.equal(drawnSize(Buffer.concat([Buffer.from(soi), segments])), null);
  const extensions = Buffer.alloc(32 * 1024 * 1024, Buffer.from([0x21, 0xfe, 0]));
  assert.equal(drawnSize(Buffer.concat([Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1'), extensions])), null);
  const { user, system } = process.threadCpuUsage(before); // CPU time of this thread only: the machine may be busy with other things.
  assert.ok(user + system < 2e6);
});
