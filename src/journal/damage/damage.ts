/**
 * Recognizes damage that SQLite reports, and leaves a damage mark next to the journal. The supervisor reads the mark and puts the journal aside: at once
 * if Hub is running, otherwise at the next start. The mark identifies the damaged file, so that no other file is put aside by mistake. A file can be
 * overwritten in place, though, so a mark from before the start counts only if the damage is found again (`find-damage.ts`).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileIdentity, fileIdentityLater } from '../journal-identity.ts';

/** The error itself, or both errors if disposal threw a second one. */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof SuppressedError ? [...causesOf(error.error), ...causesOf(error.suppressed)] : [error];
}

function sqliteErrors(error: unknown): readonly (Error & { readonly errcode: number })[] {
  return causesOf(error).filter((one): one is Error & { readonly errcode: number } => {
    return one instanceof Error && 'errcode' in one && typeof one.errcode === 'number';
  });
}

export function isSqliteError(error: unknown): boolean {
  return sqliteErrors(error).length > 0;
}

/**
 * Whether the error is SQLITE_CORRUPT or SQLITE_NOTADB (https://sqlite.org/rescode.html), including their extended codes, or the one damage of the file
 * header that SQLite reports only in its message.
 */
export function isDamage(error: unknown): boolean {
  return sqliteErrors(error).some(({ errcode, message }) => {
    const primary = errcode & 0xff;
    return primary === 11 || primary === 26 || (primary === 1 && message === 'unsupported file format');
  });
}

/** Damage that SQLite reads over: an error as SQLite's own about damage. */
export class FoundDamage extends Error {
  readonly errcode = 11;
}

/** Whether the disk did not give what is in the file: SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ. */
export function isFailedRead(error: unknown): boolean {
  return sqliteErrors(error).some(({ errcode }) => errcode === 266 || errcode === 522);
}

/** SQLITE_BUSY, LOCKED, NOMEM, INTERRUPT, IOERR, FULL, CANTOPEN. */
const passing: readonly number[] = [5, 6, 7, 9, 10, 13, 14];

/** Of a statement that reads a damaged file: whether it would fail the same way at another time, because of what is in the file (also in its schema), or its disk. */
export function isUnreadable(error: unknown): boolean {
  return isFailedRead(error) || sqliteErrors(error).some(({ errcode }) => !passing.includes(errcode & 0xff));
}

/** Whether SQLite refuses what is in a row: SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH. */
export function isRefusedRow(error: unknown): boolean {
  return sqliteErrors(error).some(({ errcode }) => [18, 19, 20].includes(errcode & 0xff));
}

export function damageMark(file: string): string {
  return path.join(path.dirname(file), 'journal-damaged');
}

/** Whether the journal that is there now is marked as damaged. */
export function isMarkedDamaged(file: string): boolean {
  try {
    return readFileSync(damageMark(file), 'utf8') === fileIdentity(file);
  } catch {
    return false;
  }
}

/** The same, but does not wait for the disk. */
export async function isMarkedDamagedLater(file: string): Promise<boolean> {
  try {
    return (await readFile(damageMark(file), 'utf8')) === (await fileIdentityLater(file));
  } catch {
    return false;
  }
}

/** Of a journal in which another process has found damage: it is put aside at once by a Hub that runs, and otherwise at the next start. */
export function markDamaged(file: string): void {
  const identity = fileIdentity(file);
  if (identity !== null) tryMark(file, identity);
}

/** Best effort: a mark that stays identifies a file that is no longer there. */
export function removeDamageMark(file: string): void {
  try {
    rmSync(damageMark(file), { force: true });
  } catch {}
}

/** Runs an operation on a connection, and leaves the mark if it finds the journal damaged. */
export type RunWatched = <Result>(work: () => Result) => Result;

/** For a connection to the file that has this identity. */
export function watchedForDamage(file: string, identity: string | null): RunWatched {
  return (work) => {
    try {
      return work();
    } catch (error) {
      if (identity !== null && isDamage(error)) tryMark(file, identity);
      throw error;
    }
  };
}

/** Best effort: if the disk does not accept the mark, the damage will be found again. */
function tryMark(file: string, identity: string): void {
  try {
    if (fileIdentity(file) === identity && !isMarkedDamaged(file)) writeFileSync(damageMark(file), identity, { mode: 0o600 });
  } catch {}
}
