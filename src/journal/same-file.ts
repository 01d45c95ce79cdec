/**
 * Whether the journal that a process has open is still the one in its folder. If it was removed (`rm data/hub.db*`) or replaced (by a backup), SQLite
 * does not notice and keeps writing into a file that has no name any more.
 */
import { rmSync, statSync } from 'node:fs';
import { takeProcessLock } from '../base/files/process-lock.ts';

/** Identifies the files by device and inode number; null for a missing file. While a process has a file open, no other file gets its number. */
export type OpenedFiles = Readonly<Record<Part, string | null>>;

const parts = ['', '-wal', '-shm'] as const;
type Part = (typeof parts)[number];

/** Call it right after SQLite has opened the file. It looks the files up by name, because SQLite does not expose its file descriptors. */
export function openedFiles(file: string): OpenedFiles {
  return { '': identityOf(file), '-wal': identityOf(`${file}-wal`), '-shm': identityOf(`${file}-shm`) };
}

/** Takes some microseconds. If the disk does not answer, assumes that the file is still the same. */
export function isGone(file: string, opened: OpenedFiles): boolean {
  try {
    return opened[''] !== null && identityOf(file) !== opened[''];
  } catch {
    return false;
  }
}

/**
 * Removes the log of a journal that is gone, because SQLite would use it for the next one. Call it before the next journal is opened and while the old
 * one is still open. False while another process does so.
 */
export function removeLeftLog(file: string, opened: OpenedFiles): boolean {
  const lock = takeProcessLock(`${file}.lock`);
  if (!lock.ok) return false;
  using _lock = lock.value;
  for (const part of ['-wal', '-shm'] as const)
    if (opened[part] !== null && identityOf(`${file}${part}`) === opened[part]) rmSync(`${file}${part}`, { force: true });
  return true;
}

/** Throws the system's error if the file can't be examined. */
function identityOf(file: string): string | null {
  const facts = statSync(file, { bigint: true, throwIfNoEntry: false });
  return facts === undefined ? null : `${facts.dev}:${facts.ino}`;
}
