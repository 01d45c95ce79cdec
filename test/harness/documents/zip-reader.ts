/** Reads zip archives in tests, by their central directory, independently of the package that wrote them. */
import { crc32, inflateRawSync } from 'node:zlib';

export interface ZipContent {
  readonly name: string;
  readonly bytes: Buffer;
  /** Of Unix, with the kind of file. */
  readonly mode: number;
}

/** All files of an archive. Throws for one that is not whole. */
export function unzipped(archive: Buffer): readonly ZipContent[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('no end of a directory');
  const files: ZipContent[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, sum, packed, bytes] = [10, 16, 20, 24].map((offset) => archive.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
      number,
    ];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + packed);
    const whole = (method & 0xffff) === 0 ? content : inflateRawSync(content);
    if (whole.length !== bytes || crc32(whole) !== sum) throw new Error(`${name} is damaged`);
    files.push({ name, bytes: Buffer.from(whole), mode: archive.readUInt32LE(at + 38) >>> 16 });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
