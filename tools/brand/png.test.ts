import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { imageSize } from 'image-size';
import { drawMark } from './mark.ts';
import { encodePng } from './png.ts';

test('a picture becomes a PNG of the same size with the same pixels', () => {
  const pixels = drawMark(22, { form: 'watching', stroke: [98, 171, 245] });
  const file = encodePng(22, pixels);
  assert.partialDeepStrictEqual(imageSize(file), { type: 'png', width: 22, height: 22 });
  const chunks = chunksOf(file);
  assert.deepEqual([...chunks.keys()], ['IHDR', 'IDAT', 'IEND']);
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const unfiltered = Array.from({ length: 22 }, (_, y) => lines.subarray(y * 89 + 1, (y + 1) * 89));
  assert.deepEqual(Buffer.concat(unfiltered), pixels);
});

/** The contents of a file's chunks by type, each checked against its checksum. */
function chunksOf(file: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    assert.equal(file.readUInt32BE(end), crc32(file.subarray(at + 4, end)));
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}
