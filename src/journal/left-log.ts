/**
 * The log that a removed or replaced journal leaves in its folder. SQLite finds a log by its name, so it would use this one for the next journal: that
 * journal would be read as a mixture of both, and the first checkpoint would write the mixture into its file. It must never be opened with a database
 * that it was not written for.
 *
 * A process that had the previous journal open knows its log. One that opens the journal next reads a note beside it, which says which files belong
 * together.
 */
import { type BigIntStats, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { takeProcessLock } from '../base/files/process-lock.ts';
import { temporaryName } from '../base/files/temporary-name.ts';
import { fileIdentity, type OpenedFiles } from './journal-identity.ts';

const logParts = ['-wal', '-shm'] as const;
type LogPart = (typeof logParts)[number];

/**
 * For a process that still has the previous journal open; call it before opening the next one. False while another process removes a log,
 * or has the next journal open and so may be using this log. Throws the system's error.
 */
export function removeLeftLog(file: string, opened: OpenedFiles): boolean {
  return removeParts(file, 0, (part) => opened[part] !== null && fileIdentity(`${file}${part}`) === opened[part]);
}

/**
 * For a process that opens the journal: call it once the database is open, and before its first statement, which opens the log. Throws SQLITE_BUSY if
 * another process removes a log for longer than `withinMs`, or has the journal open and so may be using the log. Removes nothing without proof, because a
 * log that was restored together with its database holds copies.
 */
export function removeForeignLog(file: string, withinMs: number): void {
  const isForeign = (part: LogPart): boolean => {
    const note = readNote(file);
    if (note?.database == null || note[part] == null) return false;
    return bornIdentity(`${file}${part}`) === note[part] && bornIdentity(file) !== note.database;
  };
  if (!logParts.some(isForeign)) return;
  if (!removeParts(file, withinMs, isForeign)) throw Object.assign(new Error('the log of the journal is being removed'), { errcode: 5 });
}

/**
 * Notes which log belongs to the open `database` (its `fileIdentity`); call it once both are open. Writes nothing if another file has taken the database's
 * place: the log may be the one of that file by now. Best effort: without the note, SQLite alone decides.
 */
export function noteLog(file: string, database: string): void {
  try {
    const note: Note = { database: bornIdentity(file), '-wal': bornIdentity(`${file}-wal`), '-shm': bornIdentity(`${file}-shm`) };
    const text = JSON.stringify(note);
    if (tryRead(noteOf(file)) === text) return;
    const temporary = path.join(path.dirname(file), temporaryName());
    writeFileSync(temporary, text, { mode: 0o600 });
    if (fileIdentity(file) === database) renameSync(temporary, noteOf(file));
    else rmSync(temporary, { force: true });
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

/**
 * Looks again under the lock: another process may have removed the log, and opened the next one. False also while somebody has the journal open that is
 * there now, and so may be using the log.
 */
function removeParts(file: string, withinMs: number, isLeft: (part: LogPart) => boolean): boolean {
  const lock = takeProcessLock(`${file}.lock`, withinMs);
  if (!lock.ok) return false;
  using _lock = lock.value;
  if (!logParts.some(isLeft)) return true;
  return whileNobodyHasOpen(file, () => {
    for (const part of logParts) if (isLeft(part)) rmSync(`${file}${part}`, { force: true });
  });
}

/**
 * Does the work under SQLite's exclusive lock on the database, for which it must be open nowhere; returns false if it is. The lock is taken by another
 * name of the file, because SQLite would also open the log beside the usual one. Without such a name (the file is gone, or its file system has no hard
 * links) nothing can be asked, and the work is done.
 */
function whileNobodyHasOpen(file: string, work: () => void): boolean {
  const otherName = `${file}.alone`;
  try {
    rmSync(otherName, { force: true });
    linkSync(file, otherName);
  } catch {
    work();
    return true;
  }
  try {
    const alone = tryTakeLock(otherName);
    if (alone?.ok === false) return false;
    using _alone = alone?.value;
    work();
    return true;
  } finally {
    rmSync(otherName, { force: true });
  }
}

/** Null if SQLite can't open the file, so that nobody has it open. */
function tryTakeLock(file: string): ReturnType<typeof takeProcessLock> | null {
  try {
    return takeProcessLock(file);
  } catch {
    return null;
  }
}

/**
 * Identifies a file also after it was removed, when another file may get its inode number: by the time of its creation. Null for a file system that
 * does not record this time.
 */
function bornIdentity(file: string): string | null {
  const facts: BigIntStats | undefined = statSync(file, { bigint: true, throwIfNoEntry: false });
  return facts === undefined || facts.birthtimeNs === 0n ? null : `${facts.dev}:${facts.ino}:${facts.birthtimeNs}`;
}
