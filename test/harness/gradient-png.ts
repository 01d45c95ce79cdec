/** A picture to copy and to show: a gradient as PNG (RFC 2083). */
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The bytes of a picture of this size in pixels. */
export function gradientPng(width: number, height: number): Buffer {
  const data = deflateSync(rows(width, height));
  return Buffer.concat([signature, chunk('IHDR', header(width, height)), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8 + body.length);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), 4 + body.length);
  return framed;
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // 8 bits per sample; red, green and blue.
  data.set([8, 2, 0, 0, 0], 8);
  return data;
}

/** Blue on the left to yellow on the right, slightly lighter towards the bottom. Each row begins with its filter type, none. */
function rows(width: number, height: number): Buffer {
  const lineBytes = 1 + width * 3;
  const data = Buffer.alloc(height * lineBytes);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const across = Math.floor((x * 96) / width);
      data.set([124 + across, 196 + Math.floor((y * 27) / height), 255 - across], y * lineBytes + 1 + x * 3);
    }
  }
  return data;
}
