/**
 * Large contents: files under `data/blobs/`, named by their SHA-256, so that each content is stored once and never changes. A blob exists before the
 * row that names it, and is deleted after the last such row. Both happen in a write transaction, so that no process deletes a content that another
 * one is about to name.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { syncFolderNow } from '../base/files/flush.ts';
import { makeFolders } from '../base/files/make-folders.ts';
import { temporaryName } from '../base/files/temporary-name.ts';
import type { Journal, JournalReader } from './journal.ts';
import { wholeNumber } from './row-values.ts';

type BlobFolder = Pick<JournalReader, 'blobs'>;

/** The file of a content. The first two digits are a subfolder, which keeps folders small. */
export function blobPath(journal: BlobFolder, sha256: string): string {
  return path.join(journal.blobs, sha256.slice(0, 2), sha256);
}

/** A content that a blob holds, or is to hold. */
export interface BlobContent {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Takes over a finished temporary file that is already synced; durable when it returns. Call it within the transaction that names it. Throws ENOENT
 * if neither the temporary file nor, from an earlier try, the blob is there and whole. A blob that is already there is replaced, because its disk may
 * have damaged it.
 */
export function adoptBlob(journal: Journal, temporary: string, content: BlobContent): void {
  const final = blobPath(journal, content.sha256);
  makeFolders(path.dirname(final), 0o700);
  // A file that waited on the disk since an earlier run may have been cut short, and is as good as missing.
  if (!isWhole(temporary, content)) rmSync(temporary, { force: true });
  try {
    renameSync(temporary, final);
  } catch (error) {
    // From an earlier try, or, on Windows, open in another process.
    if (!isWhole(final, content)) throw error;
    return rmSync(temporary, { force: true });
  }
  syncName(journal, final);
}

/** The name of this blob is durable when it returns. */
function syncName(journal: BlobFolder, final: string): void {
  syncFolderNow(path.dirname(final));
  syncFolderNow(journal.blobs);
}

/** The same for a content that is recorded already: replaces its blob if that is missing or was cut short. */
export function mendBlob(journal: Journal, temporary: string, content: BlobContent): void {
  const isBroken = isNamed(journal, content.sha256) && !isWhole(blobPath(journal, content.sha256), content);
  if (isBroken && isWhole(temporary, content)) adoptBlob(journal, temporary, content);
}

/**
 * Takes over a content from the blobs of another journal, which keeps it, if it is whole there; durable when it returns. False if it can't be read now, or nobody knows
 * whether it is there. Throws the system's error about the folder of this journal.
 */
export function shareBlob(journal: Journal, other: BlobFolder, content: BlobContent): boolean {
  const [was, is] = [blobPath(other, content.sha256), blobPath(journal, content.sha256)];
  if (isWhole(is, content)) {
    syncName(journal, is); // by a process that may have ended before it was
    return true;
  }
  const isThere = tryIsWhole(was, content);
  if (isThere !== true) return isThere === false;
  makeFolders(path.dirname(is), 0o700);
  const temporary = path.join(journal.blobs, temporaryName());
  if (!tryLink(was, temporary) && !copyReadable(was, temporary)) return false;
  renameSync(temporary, is);
  syncName(journal, is);
  return true;
}

/** The same as `isWhole`; null where nothing can be known now. */
function tryIsWhole(file: string, content: BlobContent): boolean | null {
  try {
    return isWhole(file, content);
  } catch {
    return null;
  }
}

/** False if it can't be: the file system does not support hard links, for instance. */
function tryLink(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch {
    return false;
  }
}

const pieceBytes = 1_000_000;

/** Copies a file, durably. False if the file itself can't be read (no rights, a damaged disk), and then there is no copy. Throws the system's error about the copy. */
function copyReadable(file: string, copy: string): boolean {
  const from = tryToRead(() => openSync(file, 'r'));
  if (from === null) return false;
  let isCopied = false;
  try {
    isCopied = writeAll(copy, from);
  } finally {
    closeSync(from);
    if (!isCopied) rmSync(copy, { force: true });
  }
  return isCopied;
}

/** False if it can't be read to its end. */
function writeAll(copy: string, from: number): boolean {
  const piece = Buffer.allocUnsafe(pieceBytes);
  const to = openSync(copy, 'wx', 0o600);
  try {
    for (;;) {
      const bytes = tryToRead(() => readSync(from, piece));
      if (bytes === null) return false;
      if (bytes === 0) break;
      writeFileSync(to, piece.subarray(0, bytes));
    }
    fsyncSync(to);
    return true;
  } finally {
    closeSync(to);
  }
}

/** Null if it is the fault of the file, and not of this process, which has too many files open, or no memory. */
function tryToRead(read: () => number): number | null {
  try {
    return read();
  } catch (error) {
    if (['EMFILE', 'ENFILE', 'ENOMEM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return null;
  }
}

/** Whether the file has the size of the content. Its bytes are checked when they are read. */
function isWhole(file: string, { bytes }: BlobContent): boolean {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  return facts?.isFile() === true && facts.size === bytes;
}

function isNamed(journal: Journal, sha256: string): boolean {
  return journal.statement('SELECT 1 FROM representations WHERE sha256 = ? AND inline IS NULL LIMIT 1').get(sha256) !== undefined;
}

/** Deletes the file of a content that no row names any more. */
export function dropUnreferencedBlob(journal: Journal, sha256: string): void {
  dropUnreferencedBlobs(journal, [sha256]);
}

/** The same for several contents, in one transaction. */
export function dropUnreferencedBlobs(journal: Journal, contents: readonly string[]): void {
  if (contents.length === 0) return;
  journal.transaction(() => {
    for (const sha256 of contents) if (!isNamed(journal, sha256)) rmSync(blobPath(journal, sha256), { force: true });
  });
}

/**
 * Removes what a killed process left: temporary files, and blobs without a row. Deletes only files older than `olderThanMs` (Unix time), because a
 * process may be using newer ones. Returns the number of deleted files.
 */
export function sweepBlobs(journal: Journal, olderThanMs: number): number {
  let removed = 0;
  for (const entry of readdirSync(journal.blobs, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const changedAtMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAtMs === undefined || changedAtMs >= olderThanMs) continue;
    if (/^[0-9a-f]{64}$/.test(entry.name)) dropUnreferencedBlob(journal, entry.name);
    else if (entry.name.startsWith('.~hub-')) rmSync(file, { force: true });
    if (!existsSync(file)) removed += 1;
  }
  return removed;
}

/** The database without the pages that deleted copies left for new ones, and the large contents, in bytes. The write-ahead log takes a few megabytes more. */
export function journalBytes(journal: JournalReader): number {
  const pages = journal
    .statement(
      'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()',
    )
    .get();
  const blobs = journal.statement('SELECT total FROM blob_bytes').get();
  return (wholeNumber(pages?.bytes) ?? 0) + (wholeNumber(blobs?.total) ?? 0);
}
