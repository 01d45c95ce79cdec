/**
 * Whether the journal that a process has open is still the one in its folder. Where somebody has removed it (`rm data/hub.db*`) or put another file in
 * its place (a backup), SQLite notices nothing and goes on writing into a file that has no name any more.
 */
import { rmSync, statSync } from 'node:fs';
import { takeProcessLock } from '../base/process-lock.ts';

/** Which files they are, by device and number; null for one that is not there. As long as somebody has a file open, no other one has its number. */
export type OpenedFiles = Readonly<Record<Part, string | null>>;

const parts = ['', '-wal', '-shm'] as const;
type Part = (typeof parts)[number];

/** To be asked right after the file was opened, by name: SQLite does not tell. */
export function openedFiles(file: string): OpenedFiles {
  return { '': identityOf(file), '-wal': identityOf(`${file}-wal`), '-shm': identityOf(`${file}-shm`) };
}

/** Costs some microseconds. A disk that does not say is believed to have the same file still. */
export function isGone(file: string, opened: OpenedFiles): boolean {
  try {
    return opened[''] !== null && identityOf(file) !== opened[''];
  } catch {
    return false;
  }
}

/**
 * Removes the log that a gone journal has left, which SQLite would take for that of the next one. To be done before that one is opened, and while the
 * gone one is open still. False while another process does so.
 */
export function removeLeftLog(file: string, opened: OpenedFiles): boolean {
  const lock = takeProcessLock(`${file}.lock`);
  if (!lock.ok) return false;
  using _lock = lock.value;
  for (const part of ['-wal', '-shm'] as const)
    if (opened[part] !== null && identityOf(`${file}${part}`) === opened[part]) rmSync(`${file}${part}`, { force: true });
  return true;
}

/** Throws the system's error where it can't be found out. */
function identityOf(file: string): string | null {
  const facts = statSync(file, { bigint: true, throwIfNoEntry: false });
  return facts === undefined ? null : `${facts.dev}:${facts.ino}`;
}
