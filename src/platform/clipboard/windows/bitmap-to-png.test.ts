import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { runs } from '../../../../test/harness/effort.ts';
import { readBitmapLayout } from './bitmap.ts';
import { writeBitmapAsPng } from './bitmap-to-png.ts';

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  readonly colours?: number;
  readonly headerBytes?: number;
  readonly masks?: readonly number[];
}

function bitmap({ width, height, bits, compression = 0, colours = 0, headerBytes = 40, masks = [] }: Header, ...rest: Buffer[]): Buffer {
  const head = Buffer.alloc(Math.max(headerBytes, 40 + 4 * masks.length));
  head.writeUInt32LE(headerBytes, 0);
  head.writeInt32LE(width, 4);
  head.writeInt32LE(height, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(bits, 14);
  head.writeUInt32LE(compression, 16);
  head.writeUInt32LE(colours, 32);
  for (const [index, mask] of masks.entries()) head.writeUInt32LE(mask, 40 + 4 * index);
  return Buffer.concat([head, ...rest]);
}

async function png(bytes: Buffer): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  return (await writeBitmapAsPng(bytes, async (piece) => void pieces.push(piece))) ? Buffer.concat(pieces) : null;
}

/** The chunks by their types, and the rows without their filter types, which must be 0. */
function parsed(bytes: Buffer): { readonly header: Buffer; readonly palette: Buffer | undefined; readonly rows: readonly Buffer[] } {
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    assert.equal(bytes.readUInt32BE(at + 8 + length), crc32(bytes.subarray(at + 4, at + 8 + length)));
    chunks.set(type, [...(chunks.get(type) ?? []), bytes.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  const [header = Buffer.alloc(0)] = chunks.get('IHDR') ?? [];
  const data = inflateSync(Buffer.concat(chunks.get('IDAT') ?? []));
  const rowBytes = data.length / header.readUInt32BE(4);
  const rows = Array.from({ length: header.readUInt32BE(4) }, (_, y) => data.subarray(y * rowBytes, (y + 1) * rowBytes));
  assert.ok(rows.every((row) => row[0] === 0));
  assert.deepEqual([...chunks.keys()].at(-1), 'IEND');
  return { header, palette: chunks.get('PLTE')?.[0], rows: rows.map((row) => row.subarray(1)) };
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const rowsOf = async (bytes: Buffer): Promise<readonly string[]> =>
  parsed((await png(bytes)) ?? assert.fail()).rows.map((row) => row.toString('hex'));

test('rows of 24 bits go from the bottom to the top, in BGR, and end at four bytes', async () => {
  const pixels = hex('ff0000 00ff00 0000  0000ff ffffff 0000');
  assert.deepEqual(await rowsOf(bitmap({ width: 2, height: 2, bits: 24 }, pixels)), ['ff0000ffffff', '0000ff00ff00']);
  assert.deepEqual(await rowsOf(bitmap({ width: 2, height: -2, bits: 24 }, pixels)), ['0000ff00ff00', 'ff0000ffffff']);
});

test('32 bits have an alpha channel if a mask says so and not all of it is zero', async () => {
  const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
  const v5 = { width: 1, height: 1, bits: 32, compression: 3, headerBytes: 124, masks };
  assert.deepEqual(await rowsOf(bitmap(v5, hex('01020380'))), ['03020180']);
  assert.deepEqual(await rowsOf(bitmap(v5, hex('01020300'))), ['030201']);
  assert.deepEqual(await rowsOf(bitmap({ width: 1, height: 1, bits: 32 }, hex('01020380'))), ['030201']);
});

test('16 bits are widened to all shades, by the masks behind an old header too', async () => {
  assert.deepEqual(await rowsOf(bitmap({ width: 1, height: 1, bits: 16 }, hex('ff7f0000'))), ['ffffff']);
  const masks = [0xf800, 0x07e0, 0x001f];
  assert.deepEqual(await rowsOf(bitmap({ width: 1, height: 1, bits: 16, compression: 3, masks }, hex('e0070000'))), ['00ff00']);
});

test('a palette stays one', async () => {
  const palette = hex('030201 00  0605 04 00');
  const made = parsed((await png(bitmap({ width: 9, height: 1, bits: 1, colours: 2 }, palette, hex('a5800000')))) ?? assert.fail());
  assert.deepEqual([made.header[8], made.header[9]], [1, 3]);
  assert.deepEqual([made.palette?.toString('hex'), made.rows[0]?.toString('hex')], ['010203040506', 'a580']);
});

test('a header that its bytes do not bear out is no bitmap', async () => {
  const one = { width: 1, height: 1, bits: 32 };
  const pixel = Buffer.alloc(4);
  for (const bad of [
    bitmap({ ...one, width: 0 }, pixel),
    bitmap({ ...one, height: -0x8000_0000 }, pixel),
    bitmap({ ...one, width: 65_536 }, pixel),
    bitmap({ ...one, width: 40_000, height: 40_000 }, pixel),
    bitmap({ ...one, height: 2 }, pixel),
    bitmap({ ...one, bits: 2 }, pixel),
    bitmap({ ...one, compression: 1, bits: 8 }, pixel),
    bitmap({ ...one, compression: 3, masks: [0xff00ff, 0xff00, 0xff] }, pixel),
    bitmap({ ...one, compression: 3 }),
    bitmap({ ...one, colours: 0xffff_ffff }, pixel),
    bitmap({ ...one, bits: 8, colours: 257 }, Buffer.alloc(2_000)),
    bitmap({ ...one, headerBytes: 12 }, pixel),
    Buffer.alloc(39),
  ])
    assert.equal(await png(bad), null);
});

test('any header in front of any bytes is refused or becomes a picture of the size that it says', async () => {
  const header = fc.record({
    width: fc.integer({ min: -2, max: 40 }),
    height: fc.integer({ min: -40, max: 40 }),
    bits: fc.constantFrom(0, 1, 4, 8, 16, 24, 32, 64),
    compression: fc.constantFrom(0, 1, 3, 6),
    colours: fc.nat(300),
    headerBytes: fc.constantFrom(40, 52, 56, 108, 124, 200),
    masks: fc.array(fc.constantFrom(0, 0xff, 0xff00, 0xf800, 0x7e0, 0x1f, 0xffff_ffff, 5), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(header, fc.uint8Array({ maxLength: 4_000 }), async (head, rest) => {
      const made = await png(bitmap(head, Buffer.from(rest)));
      if (made === null) return;
      const { header: written, rows } = parsed(made);
      assert.deepEqual(
        [written.readUInt32BE(0), written.readUInt32BE(4), rows.length],
        [head.width, Math.abs(head.height), Math.abs(head.height)],
      );
    }),
    { numRuns: runs(1_000) },
  );
});

test('nothing is allocated for a size that only the header claims', () => {
  assert.equal(readBitmapLayout(bitmap({ width: 16_384, height: 16_384, bits: 32 }, Buffer.alloc(64))), null);
});
