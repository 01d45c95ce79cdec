/** Zip archives made by code, also ones that lie about themselves. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  /** The content; or what is inflated to it, as it is. */
  readonly content: string | Uint8Array;
  readonly isDeflated?: boolean;
  /** Instead of the real one. */
  readonly claimedBytes?: number;
  readonly isEncrypted?: boolean;
}

/** The parts in this order; the first may have to be stored, as `mimetype` is. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, isDeflated = false, claimedBytes, isEncrypted = false } of parts) {
    const isStored = name === 'mimetype';
    const bytes = Buffer.from(content);
    const packed = isStored || isDeflated ? bytes : deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isEncrypted ? 1 : 0x800, 2);
    facts.writeUInt16LE(isStored ? 0 : 8, 4);
    facts.writeUInt32LE(isDeflated ? 0 : crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed]);
    const offsets = Buffer.alloc(14);
    offsets.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, offsets, Buffer.from(name)]));
    bodies.push(local);
    at += local.length;
  }
  return Buffer.concat([...bodies, ...directory, endOf(parts.length, Buffer.concat(directory).length, at)]);
}

/** The end of a directory. */
export function endOf(entries: number, bytes: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(entries, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries, 0xffff), 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(at, 16);
  return end;
}

/** Deflated blanks between a start and an end, gigabytes of them if asked, out of the same few bytes again and again. */
export function deflatedBlanks(start: string, megabytes: number, end: string): Buffer {
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const blanks = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), flush);
  return Buffer.concat([
    deflateRawSync(Buffer.from(start), flush),
    ...Array<Buffer>(megabytes).fill(blanks),
    deflateRawSync(Buffer.from(end)),
  ]);
}
