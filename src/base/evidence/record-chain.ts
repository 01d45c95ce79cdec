/**
 * Records that prove each other: JSON objects, one a line, each with the SHA-256 of the record before it and with its own. They are in files of a few
 * megabytes, named by the number of their first record. Whoever keeps an anchor elsewhere (how many records there are, and the hash of the last) also
 * notices records that are missing at the end.
 *
 * A record is decided first (`nextRecord`), so that the caller can store it together with what it says, and then written (`writeRecords`), as often as
 * it takes. Nothing is ever changed: a file that does not end as the anchor says is left as it is.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isMissing, isNoFile } from '../files/disk-error.ts';
import { syncFolderNow } from '../files/flush.ts';

/** The end of a chain. `segment`: the number of the first record in its last file, which has `bytes` bytes. */
export interface ChainAnchor {
  readonly length: number;
  readonly head: string;
  readonly segment: number;
  readonly bytes: number;
}

export const noHash = '0'.repeat(64);
export const emptyChain: ChainAnchor = { length: 0, head: noHash, segment: 1, bytes: 0 };

/** A file gets no more records beyond this size. */
const segmentBytes = 4 * 1024 * 1024;
/** A longer one is not written. */
export const longestRecordBytes = 1024 * 1024;

/** The files do not end as the anchor says. Its message is for developers; it names no path. */
export class BrokenChain extends Error {}

/** The line of the next record, without its end. Throws for one that is too long. */
export function nextRecord(anchor: ChainAnchor, body: Readonly<Record<string, unknown>>): string {
  const open = JSON.stringify({ n: anchor.length + 1, previous: anchor.head, ...body });
  const line = `${open.slice(0, -1)},"hash":"${sha256(open)}"}`;
  if (Buffer.byteLength(line) > longestRecordBytes) throw new RangeError('a record is too long');
  return line;
}

/** The end of the chain once this record is written. */
export function anchorAfter(anchor: ChainAnchor, line: string): ChainAnchor {
  const bytes = Buffer.byteLength(line) + 1;
  const isNext = anchor.bytes > 0 && anchor.bytes + bytes > segmentBytes;
  const length = anchor.length + 1;
  const head = line.slice(-66, -2);
  return { length, head, segment: isNext ? length : anchor.segment, bytes: isNext ? bytes : anchor.bytes + bytes };
}

export function segmentName(firstRecord: number): string {
  return `${String(firstRecord).padStart(10, '0')}.jsonl`;
}

/** The end of the chain once these records are written. */
export function anchorAfterAll(anchor: ChainAnchor, lines: readonly string[]): ChainAnchor {
  return lines.reduce(anchorAfter, anchor);
}

/**
 * Writes these records behind the end that the anchor says, and syncs them; they may have been written before, wholly or in part. For a thread that may wait.
 * Throws `BrokenChain`, and the system's error. The folder must exist.
 */
export function writeRecords(folder: string, anchor: ChainAnchor, lines: readonly string[]): ChainAnchor {
  let [end, at] = [anchor, 0];
  while (at < lines.length) {
    const { segment } = anchorAfter(end, lines[at] ?? '');
    let after = end;
    const from = at;
    for (; at < lines.length; at += 1) {
      const next = anchorAfter(after, lines[at] ?? '');
      if (next.segment !== segment) break;
      after = next;
    }
    writeInto(folder, end, after, lines.slice(from, at));
    end = after;
  }
  return end;
}

/** Those of one file together: whoever was killed may have written all of them, and no more than all of them can be there. */
function writeInto(folder: string, before: ChainAnchor, after: ChainAnchor, lines: readonly string[]): void {
  const isNew = after.segment !== before.segment || before.bytes === 0;
  const from = isNew ? 0 : before.bytes;
  const file = openSegment(path.join(folder, segmentName(after.segment)), isNew);
  try {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const extra = bytesFrom(file, from, bytes.length);
    if (!bytes.subarray(0, extra.length).equals(extra)) throw new BrokenChain('the end of the records is another one');
    // Also what is there already: where syncing failed before, the system takes it for synced. Nothing is cut off, for another process may be writing the same.
    writeAll(file, bytes, from);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (isNew) syncFolderNow(folder);
}

const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants as Partial<typeof constants> & Pick<typeof constants, 'O_RDWR' | 'O_CREAT'>;

function openSegment(file: string, isNew: boolean): number {
  try {
    return openSync(file, O_RDWR | O_NOFOLLOW | (isNew ? O_CREAT : 0), 0o600);
  } catch (error) {
    if (isMissing(error) || isNoFile(error)) throw new BrokenChain('the last file of the records is missing, or is none');
    throw error;
  }
}

/** What is in the file after the known end. Throws if it is shorter, or has more than so many bytes there. */
function bytesFrom(file: number, from: number, most: number): Uint8Array {
  const { size } = fstatSync(file);
  if (size < from || size > from + most) throw new BrokenChain('the last file of the records has another size');
  const extra = Buffer.alloc(size - from);
  for (let at = 0; at < extra.length; ) {
    const count = readSync(file, extra, at, extra.length - at, from + at);
    if (count <= 0) throw new BrokenChain('the last file of the records became shorter');
    at += count;
  }
  return extra;
}

function writeAll(file: number, bytes: Uint8Array, from: number): void {
  for (let at = 0; at < bytes.length; ) {
    const count = writeSync(file, bytes, at, bytes.length - at, from + at);
    if (count <= 0) throw Object.assign(new Error('nothing was written'), { code: 'EIO' });
    at += count;
  }
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
