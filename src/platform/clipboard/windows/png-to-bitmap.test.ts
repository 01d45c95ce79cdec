import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { runs } from '../../../../test/harness/effort.ts';
import { gradientPng } from '../../../../test/harness/gradient-png.ts';
import { writeBitmapAsPng } from './bitmap-to-png.ts';
import { bitmapOfPng } from './png-to-bitmap.ts';

interface Kind {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly colourType: number;
  readonly interlaced?: number;
}

function png(
  { width, height, depth = 8, colourType, interlaced = 0 }: Kind,
  rows: Buffer,
  ...others: (readonly [string, Buffer])[]
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlaced], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const chunks = [['IHDR', header], ...others, ['IDAT', deflateSync(rows)], ['IEND', Buffer.alloc(0)]] as const;
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(([type, data]) => chunk(type, data))]);
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** The pixels as BGRA, the lowest row first. */
const pixels = async (bytes: Buffer): Promise<string | undefined> => (await bitmapOfPng(bytes))?.toString('hex', 124);

test('each filter is taken away', async () => {
  const kind = { width: 2, height: 1, colourType: 2 };
  assert.equal(await pixels(png(kind, hex('00 010203 040506'))), '030201ff060504ff');
  assert.equal(await pixels(png(kind, hex('01 010203 030303'))), '030201ff060504ff');
  const two = { ...kind, height: 2 };
  assert.equal(await pixels(png(two, hex('00 010203 040506 02 010101 010101'))), '040302ff070605ff030201ff060504ff');
  assert.equal(await pixels(png(two, hex('00 020202 040404 03 010101 010101'))), '020202ff040404ff020202ff040404ff');
  assert.equal(await pixels(png(two, hex('00 010101 020202 04 010101 010101'))), '020202ff030303ff010101ff020202ff');
  assert.equal(await pixels(png(kind, hex('05 010203 040506'))), undefined);
});

test('grey, palettes, alpha and other depths become four bytes a pixel', async () => {
  const one = { width: 1, height: 1 };
  assert.equal(await pixels(png({ ...one, colourType: 0 }, hex('00 80'))), '808080ff');
  assert.equal(await pixels(png({ ...one, colourType: 4 }, hex('00 80 40'))), '80808040');
  assert.equal(await pixels(png({ ...one, colourType: 6 }, hex('00 01020304'))), '03020104');
  assert.equal(await pixels(png({ ...one, colourType: 6, depth: 16 }, hex('00 0100 0200 0300 0400'))), '03020104');
  assert.equal(await pixels(png({ width: 2, height: 1, colourType: 0, depth: 1 }, hex('00 40'))), '000000ffffffffff');
  const palette = [['PLTE', hex('010203 040506')] as const, ['tRNS', hex('80')] as const];
  assert.equal(await pixels(png({ width: 2, height: 1, colourType: 3, depth: 4 }, hex('00 01'), ...palette)), '03020180060504ff');
});

test('what is not such a picture, or another size than it says, is none', async () => {
  const one = { width: 1, height: 1, colourType: 2 };
  const good = hex('00 010203');
  for (const bad of [
    png({ ...one, height: 2 }, good),
    png({ ...one, interlaced: 1 }, good),
    png({ ...one, depth: 4 }, good),
    png({ ...one, colourType: 5 }, good),
    png({ ...one, width: 0 }, good),
    png({ ...one, width: 40_000, height: 40_000 }, good),
    png(one, good).subarray(0, 42),
    Buffer.from('GIF89a'),
    Buffer.alloc(0),
  ])
    assert.equal(await bitmapOfPng(bad), null);
});

test('what is packed behind the last row is no part of the picture', async () => {
  const bitmap = await bitmapOfPng(png({ width: 1, height: 1, colourType: 2 }, Buffer.alloc(64 * 1_024 * 1_024)));
  assert.equal(bitmap?.length, 128);
});

test('a bitmap that was made of a PNG becomes the same pixels again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), async (width, height) => {
      const bitmap = (await bitmapOfPng(gradientPng(width, height))) ?? assert.fail();
      const pieces: Buffer[] = [];
      assert.ok(await writeBitmapAsPng(bitmap, async (piece) => void pieces.push(piece)));
      assert.ok((await bitmapOfPng(Buffer.concat(pieces)))?.equals(bitmap));
    }),
    { numRuns: runs(200) },
  );
});

test('a row may be longer than what is unpacked at once, up to the longest side', async () => {
  const width = 65_535;
  const row = Buffer.alloc(1 + 6 * width);
  for (let at = 1; at < row.length; at += 1) row[at] = at % 251;
  const bitmap = await bitmapOfPng(png({ width, height: 2, depth: 16, colourType: 2 }, Buffer.concat([row, row])));
  const last = [row.length - 2, row.length - 4, row.length - 6].map((at) => row[at]);
  assert.deepEqual([...(bitmap?.subarray(-4) ?? [])], [...last, 255]);
});

test('a picture with a longer side is none, though it has few pixels', async () => {
  const side = 65_536;
  assert.equal(await bitmapOfPng(png({ width: side, height: 1, colourType: 0 }, Buffer.alloc(1 + side))), null);
  assert.equal(await bitmapOfPng(png({ width: 1, height: side, colourType: 0 }, Buffer.alloc(2 * side))), null);
});

test('without memory for a bitmap there is none, and nothing rejects', async (t) => {
  const picture = png({ width: 1, height: 1, colourType: 2 }, hex('00 010203'));
  t.mock.method(Buffer, 'alloc', () => {
    throw new RangeError('Array buffer allocation failed');
  });
  assert.equal(await bitmapOfPng(picture), null);
});

test('a PNG of more pieces than any program writes is none', async () => {
  const piece = (data: Buffer): readonly [string, Buffer] => ['tEXt', data];
  const many = Array.from({ length: 100_001 }, () => piece(Buffer.alloc(0)));
  assert.equal(await bitmapOfPng(png({ width: 1, height: 1, colourType: 2 }, Buffer.from([0, 1, 2, 3]), ...many)), null);
});

test('any change to a PNG leaves a bitmap or none', async () => {
  const whole = gradientPng(5, 5);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, value) => {
      const changed = Buffer.from(whole);
      changed[at] = value;
      const bitmap = await bitmapOfPng(changed);
      if (bitmap !== null) assert.equal(bitmap.length, 124 + 4 * bitmap.readInt32LE(4) * bitmap.readInt32LE(8));
    }),
    { numRuns: runs(1_000) },
  );
});
