/**
 * Whether the journal that a process has open is still the one in its folder. If it was removed (`rm data/hub.db*`) or replaced (by a backup), SQLite
 * does not notice and keeps writing into a file that has no name any more.
 */
import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isMissing } from '../base/files/disk-error.ts';

/** Identifies the files by device and inode number; null for a missing file. While a process has a file open, no other file gets its number. */
export type OpenedFiles = Readonly<Record<Part, string | null>>;

const parts = ['', '-wal', '-shm'] as const;
type Part = (typeof parts)[number];

/** Call it right after SQLite has opened the file. It looks the files up by name, because SQLite does not expose its file descriptors. */
export function openedFiles(file: string): OpenedFiles {
  return { '': fileIdentity(file), '-wal': fileIdentity(`${file}-wal`), '-shm': fileIdentity(`${file}-shm`) };
}

/** Takes some microseconds. If the disk does not answer, assumes that the file is still the same. */
export function isJournalGone(file: string, opened: OpenedFiles): boolean {
  try {
    return opened[''] !== null && fileIdentity(file) !== opened[''];
  } catch {
    return false;
  }
}

/** The device and inode number; null for a missing file. Throws the system's error if the file can't be examined. */
export function fileIdentity(file: string): string | null {
  const facts = statSync(file, { bigint: true, throwIfNoEntry: false });
  return facts === undefined ? null : identityOf(facts);
}

/** The same as `fileIdentity`, but does not wait for the disk. */
export async function fileIdentityLater(file: string): Promise<string | null> {
  return stat(file, { bigint: true }).then(identityOf, (error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
