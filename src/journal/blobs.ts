/**
 * Large contents: files under `data/blobs/`, named by their SHA-256, so that each content is stored once and never changes. A blob exists before the
 * row that names it, and is deleted after the last such row. Both happen in a write transaction, so that no process deletes a content that another
 * one is about to name.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { syncFileNow, syncFolderNow } from '../base/files/flush.ts';
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
 * Takes over a content from the blobs of another journal, which keeps it, if it is whole there; durable when it returns. Throws the system's error about the folder of
 * this journal.
 */
export function shareBlob(journal: Journal, other: BlobFolder, content: BlobContent): void {
  const [was, is] = [blobPath(other, content.sha256), blobPath(journal, content.sha256)];
  if (isWhole(is, content)) return syncName(journal, is); // by a process that may have ended before it was
  if (!isThere(was, content)) return;
  makeFolders(path.dirname(is), 0o700);
  const temporary = path.join(journal.blobs, temporaryName());
  try {
    linkSync(was, temporary);
  } catch {
    try {
      copyFileSync(was, temporary); // the file system does not support hard links
    } catch (error) {
      if (!canBeRead(was)) return;
      throw error;
    }
    syncFileNow(temporary);
  }
  renameSync(temporary, is);
  syncName(journal, is);
}

/** The same as `isWhole`, of a file of which nothing can be known now. */
function isThere(file: string, content: BlobContent): boolean {
  try {
    return isWhole(file, content);
  } catch {
    return false;
  }
}

/** False where the file itself is why it can't be copied: no rights, or a damaged disk. */
function canBeRead(file: string): boolean {
  const piece = Buffer.alloc(1_000_000);
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, 'r');
    while (readSync(descriptor, piece) > 0);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EMFILE' || code === 'ENFILE';
  } finally {
    if (descriptor !== null) closeSync(descriptor);
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
