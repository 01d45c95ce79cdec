/**
 * A zip archive (PKWARE APPNOTE 6.3.10), read by its directory and never written to a disk. What it claims is not believed: names, sizes and the number
 * of entries are bounded, and an entry is inflated up to a limit that counts for all entries together.
 */
import { isUtf8 } from 'node:buffer';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { extractionLimits } from '../../contract/words/extraction-limits.ts';
import { NoText } from './no-text.ts';
import type { SourceFile } from './source-file.ts';

export interface ZipEntry {
  readonly name: string;
  /** As it claims; null for a folder. */
  readonly bytes: number | null;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packedBytes: number;
  readonly headerAt: number;
}

const limits = {
  entries: extractionLimits.entries,
  directoryBytes: 32 * 1024 * 1024,
  /** Of all that is inflated out of one archive. */
  inflatedBytes: 256 * 1024 * 1024,
  /** Of one entry that is held as a whole. */
  heldBytes: 64 * 1024 * 1024,
  nameBytes: 4_096,
} as const;

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locatorSignature = 0x07064b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const farthestEnd = 65_557;
const stored = 0;
const deflated = 8;
/** MS-DOS code page 437 is what the format says; who writes no UTF-8 writes ASCII or a code page of the system. */
const oldNames = new TextDecoder('windows-1252');

export class ZipFile {
  readonly entries: readonly ZipEntry[];
  /** There are more. */
  readonly isCut: boolean;
  readonly #source: SourceFile;
  readonly #byName = new Map<string, ZipEntry>();
  #inflated = 0;

  /** Throws `NoText` if its directory is not one. */
  constructor(source: SourceFile) {
    this.#source = source;
    const { entries, isCut } = readDirectory(source);
    this.entries = entries;
    this.isCut = isCut;
    for (const entry of entries) if (!this.#byName.has(entry.name)) this.#byName.set(entry.name, entry);
  }

  entry(name: string): ZipEntry | undefined {
    return this.#byName.get(name.replace(/^\/+/, ''));
  }

  /** The bytes of an entry; null without such an entry. Throws `NoText`. */
  bytes(name: string, limit: number = limits.heldBytes): Buffer | null {
    const entry = this.entry(name);
    if (entry === undefined) return null;
    const packed = this.#packed(entry);
    const bytes = entry.method === stored ? packed : inflated(packed, Math.min(limit, limits.inflatedBytes - this.#inflated));
    this.#count(bytes.length);
    if (bytes.length > limit) throw new NoText('too-large');
    return bytes;
  }

  text(name: string, limit?: number): string | null {
    const bytes = this.bytes(name, limit);
    return bytes === null ? null : new TextDecoder(encodingOfXml(bytes)).decode(bytes);
  }

  /** The bytes of a large entry, part by part. Throws `NoText`. */
  async *parts(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.entry(name);
    if (entry === undefined) return;
    const packed = this.#packed(entry);
    if (entry.method === stored) {
      this.#count(packed.length);
      yield packed;
      return;
    }
    const inflate = createInflateRaw({ chunkSize: 65_536 });
    inflate.end(packed);
    try {
      for await (const part of inflate) {
        this.#count(part.length);
        yield part;
      }
    } finally {
      inflate.destroy();
    }
  }

  #count(bytes: number): void {
    this.#inflated += bytes;
    if (this.#inflated > limits.inflatedBytes) throw new NoText('too-large');
  }

  #packed(entry: ZipEntry): Buffer {
    if (entry.isEncrypted) throw new NoText('encrypted');
    if (entry.method !== stored && entry.method !== deflated) throw new NoText('unsupported');
    const header = this.#source.read(entry.headerAt, 30);
    if (header.length < 30 || header.readUInt32LE(0) !== localSignature) throw new NoText('damaged');
    const from = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = this.#source.read(from, entry.packedBytes);
    if (packed.length < entry.packedBytes) throw new NoText('damaged');
    return packed;
  }
}

function inflated(packed: Buffer, limit: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    throw new NoText(error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'damaged');
  }
}

interface Directory {
  readonly at: number;
  readonly bytes: number;
  readonly entries: number;
}

function readDirectory(source: SourceFile): { readonly entries: readonly ZipEntry[]; readonly isCut: boolean } {
  const directory = findDirectory(source);
  if (directory.at + directory.bytes > source.size) throw new NoText('damaged');
  const bytes = source.read(directory.at, Math.min(directory.bytes, limits.directoryBytes));
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 46 <= bytes.length && entries.length < limits.entries) {
    if (bytes.readUInt32LE(at) !== entrySignature) throw new NoText('damaged');
    const [nameBytes, extraBytes, commentBytes] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)];
    entries.push(entryAt(bytes, at, nameBytes, extraBytes));
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return { entries, isCut: entries.length < directory.entries };
}

function entryAt(bytes: Buffer, at: number, nameBytes: number, extraBytes: number): ZipEntry {
  const flags = bytes.readUInt16LE(at + 8);
  const rawName = bytes.subarray(at + 46, at + 46 + Math.min(nameBytes, limits.nameBytes));
  const name = (flags & 0x800) === 0 && !isUtf8(rawName) ? oldNames.decode(rawName) : rawName.toString('utf8');
  const large = largeSizes(bytes.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes));
  const size = (offset: number): number => {
    const value = bytes.readUInt32LE(at + offset);
    return value === 0xffffffff ? (large.shift() ?? value) : value;
  };
  const [unpackedBytes, packedBytes, headerAt] = [size(24), size(20), size(42)];
  return {
    name: name.replaceAll('\\', '/'),
    bytes: /[\\/]$/.test(name) ? null : unpackedBytes,
    isEncrypted: (flags & 1) !== 0,
    method: bytes.readUInt16LE(at + 10),
    packedBytes,
    headerAt,
  };
}

/** The numbers of the Zip64 field (4.5.3), in their order. */
function largeSizes(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.min(3, Math.floor(field.length / 8)) }, (_, index) => Number(field.readBigUInt64LE(index * 8)));
  }
  return [];
}

function findDirectory(source: SourceFile): Directory {
  const from = Math.max(0, source.size - farthestEnd);
  const tail = source.read(from, farthestEnd);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    const entries = tail.readUInt16LE(at + 10);
    const short = { entries, bytes: tail.readUInt32LE(at + 12), at: tail.readUInt32LE(at + 16) };
    const large = short.at === 0xffffffff || short.entries === 0xffff ? largeDirectory(source, from + at) : null;
    return large ?? short;
  }
  throw new NoText('damaged');
}

function largeDirectory(source: SourceFile, endAt: number): Directory | null {
  const locator = source.read(Math.max(0, endAt - 20), 20);
  if (locator.length < 20 || locator.readUInt32LE(0) !== locatorSignature) return null;
  const record = source.read(Number(locator.readBigUInt64LE(8)), 56);
  if (record.length < 56 || record.readUInt32LE(0) !== end64Signature) return null;
  const [entries, bytes, at] = [32, 40, 48].map((offset) => Number(record.readBigUInt64LE(offset)));
  return { entries: entries ?? 0, bytes: bytes ?? 0, at: at ?? 0 };
}

/** XML in an archive is UTF-8, but for what says UTF-16 by its first bytes. */
function encodingOfXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}
