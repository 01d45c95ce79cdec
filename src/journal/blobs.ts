/**
 * Large contents: files under `data/blobs/`, named by their SHA-256, so that each content is stored once and never changes. A blob exists before the
 * row that names it, and is deleted after the last such row. Both happen in a write transaction, so that no process deletes a content that another
 * one is about to name.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { syncFolderNow } from '../base/files/flush.ts';
import { makeFolders } from '../base/files/make-folders.ts';
import type { Journal, JournalReader } from './journal.ts';
import { wholeNumber } from './row-values.ts';

/** The file of a content. The first two digits are a subfolder, which keeps folders small. */
export function blobPath(journal: Pick<JournalReader, 'blobs'>, sha256: string): string {
  return path.join(journal.blobs, sha256.slice(0, 2), sha256);
}

/**
 * Takes over a finished temporary file that is already synced; durable when it returns. Call it within the transaction that names it. Throws ENOENT
 * if neither the temporary file nor, from an earlier try, the blob exists.
 */
export function adoptBlob(journal: Journal, temporary: string, sha256: string): void {
  const final = blobPath(journal, sha256);
  if (existsSync(final)) return rmSync(temporary, { force: true });
  makeFolders(path.dirname(final), 0o700);
  renameSync(temporary, final);
  syncFolderNow(path.dirname(final));
  syncFolderNow(journal.blobs);
}

/** Deletes the file of a content that no row names any more. */
export function dropUnreferencedBlob(journal: Journal, sha256: string): void {
  journal.transaction(() => {
    const row = journal.statement('SELECT 1 FROM representations WHERE sha256 = ? AND inline IS NULL LIMIT 1').get(sha256);
    if (row === undefined) rmSync(blobPath(journal, sha256), { force: true });
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

/** The database and the large contents, in bytes. The write-ahead log takes a few megabytes more. */
export function journalBytes(journal: JournalReader): number {
  const pages = journal.statement('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()').get();
  const blobs = journal.statement('SELECT total FROM blob_bytes').get();
  return (wholeNumber(pages?.bytes) ?? 0) + (wholeNumber(blobs?.total) ?? 0);
}
