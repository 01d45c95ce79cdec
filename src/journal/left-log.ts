/**
 * The log that a removed or replaced journal leaves in its folder. SQLite finds a log by its name, so it would use this one for the next journal: that
 * journal would be read as a mixture of both, and the first checkpoint would write the mixture into its file. It must never be opened with a database
 * that it was not written for.
 *
 * A process that had the previous journal open knows its log. One that opens the journal next reads a note beside it, which says which files belong
 * together.
 */
import { type BigIntStats, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { takeProcessLock } from '../base/files/process-lock.ts';
import { fileIdentity, type OpenedFiles } from './journal-identity.ts';

const logParts = ['-wal', '-shm'] as const;
type LogPart = (typeof logParts)[number];

/**
 * For a process that still has the previous journal open; call it before opening the next one. False while another process removes a log.
 * Throws the system's error.
 */
export function removeLeftLog(file: string, opened: OpenedFiles): boolean {
  return removeParts(file, 0, (part) => opened[part] !== null && fileIdentity(`${file}${part}`) === opened[part]);
}

/**
 * For a process that opens the journal: call it once the database is open, and before its first statement, which opens the log. Waits up to `withinMs`
 * while another process removes a log, then throws SQLITE_BUSY. Removes nothing without proof, because a log that was restored together with its
 * database holds copies.
 */
export function removeForeignLog(file: string, withinMs: number): void {
  const isForeign = (part: LogPart): boolean => {
    const note = readNote(file);
    return note?.[part] != null && bornIdentity(`${file}${part}`) === note[part] && note.database !== fileIdentity(file);
  };
  if (!logParts.some(isForeign)) return;
  if (!removeParts(file, withinMs, isForeign)) throw Object.assign(new Error('the log of the journal is being removed'), { errcode: 5 });
}

/** Notes which log belongs to the open `database`; call it once both are open. Best effort: without it, SQLite alone decides. */
export function noteLog(file: string, database: string | null): void {
  try {
    const note: Note = { database, '-wal': bornIdentity(`${file}-wal`), '-shm': bornIdentity(`${file}-shm`) };
    const text = JSON.stringify(note);
    if (tryRead(noteOf(file)) !== text) writeFileSync(noteOf(file), text, { mode: 0o600 });
  } catch {}
}

type Note = Readonly<Record<'database' | LogPart, string | null>>;

function noteOf(file: string): string {
  return `${file}.opened`;
}

/** Null without a note, or while another process writes it. */
function readNote(file: string): Partial<Note> | null {
  try {
    return JSON.parse(tryRead(noteOf(file)) ?? 'null') as Partial<Note> | null;
  } catch {
    return null;
  }
}

function tryRead(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Looks again under the lock: another process may have removed the log, and opened the next one. */
function removeParts(file: string, withinMs: number, isLeft: (part: LogPart) => boolean): boolean {
  const lock = takeProcessLock(`${file}.lock`, withinMs);
  if (!lock.ok) return false;
  using _lock = lock.value;
  for (const part of logParts) if (isLeft(part)) rmSync(`${file}${part}`, { force: true });
  return true;
}

/**
 * Identifies a file also after it was removed, when another file may get its inode number: by the time of its creation. Null for a file system that
 * does not record this time.
 */
function bornIdentity(file: string): string | null {
  const facts: BigIntStats | undefined = statSync(file, { bigint: true, throwIfNoEntry: false });
  return facts === undefined || facts.birthtimeNs === 0n ? null : `${facts.dev}:${facts.ino}:${facts.birthtimeNs}`;
}
