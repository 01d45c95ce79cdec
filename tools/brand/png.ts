/** Encodes a picture as PNG (RFC 2083), the format of launcher icons. */
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits per sample, RGBA, the only compression and filter methods, not interlaced. */
const eightBitRgba = [8, 6, 0, 0, 0];

/** `pixels` are the RGBA rows of a square with this width. */
export function encodePng(sizePx: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  header.set(eightBitRgba, 8);
  // Each line begins with its filter type: none.
  const lines = Array.from({ length: sizePx }, (_, y) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(y * sizePx * 4, (y + 1) * sizePx * 4)]),
  );
  const image = deflateSync(Buffer.concat(lines), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
