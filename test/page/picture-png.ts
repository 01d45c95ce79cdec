/** A picture to show: a gradient of 96 × 54 points, made as RFC 2083 says. */
import { crc32, deflateSync } from 'node:zlib';

const width = 96;
const height = 54;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8 + body.length);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), 4 + body.length);
  return framed;
}

function header(): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // 8 bits a sample, red, green and blue.
  data.set([8, 2, 0, 0, 0], 8);
  return data;
}

function rows(): Buffer {
  const data = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      data.set([124 + x, 196 + Math.floor(y / 2), 255 - x], y * (1 + width * 3) + 1 + x * 3);
    }
  }
  return data;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const picturePng = Buffer.concat([
  signature,
  chunk('IHDR', header()),
  chunk('IDAT', deflateSync(rows())),
  chunk('IEND', Buffer.alloc(0)),
]);
