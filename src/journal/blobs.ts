/**
 * Large contents: files under `data/blobs/`, named by their SHA-256, so that one content is kept once and never changes.
 * A blob is there before the row that names it, and goes after the last such row. Both happen in a write transaction, so that nobody
 * takes away a content that another process is about to name.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Journal, JournalReader } from './journal.ts';

/** The file of a content. The first two digits are a folder of their own, which keeps folders small. */
export function blobPath(journal: Pick<JournalReader, 'blobs'>, sha256: string): string {
  return path.join(journal.blobs, sha256.slice(0, 2), sha256);
}

/**
 * Takes over a finished temporary file that is already synced; durable when it returns. Within the transaction that names it. Throws ENOENT
 * when there is neither the temporary file nor, from an earlier try, the blob.
 */
export function adoptBlob(journal: Journal, temporary: string, sha256: string): void {
  const final = blobPath(journal, sha256);
  if (existsSync(final)) return rmSync(temporary, { force: true });
  mkdirSync(path.dirname(final), { recursive: true, mode: 0o700 });
  renameSync(temporary, final);
  syncFolder(path.dirname(final));
  syncFolder(journal.blobs);
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // folders can't be opened there; NTFS journals the rename
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes the file of a content that no row names any more. */
export function dropUnreferencedBlob(journal: Journal, sha256: string): void {
  journal.transaction(() => {
    const row = journal.statement('SELECT 1 FROM representations WHERE sha256 = ? AND inline IS NULL LIMIT 1').get(sha256);
    if (row === undefined) rmSync(blobPath(journal, sha256), { force: true });
  });
}

/**
 * Removes what a killed process left: temporary files, and blobs without a row. Only what is older than `olderThanMs` (Unix time) goes,
 * because a process may be at work on the newer ones. Returns how many files went.
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
