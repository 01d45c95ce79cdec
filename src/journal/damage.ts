/**
 * A journal that SQLite finds damaged, and the mark that whoever meets it leaves beside it. The mark is for the supervisor, which puts the journal
 * aside: at once where Hub runs, else when it starts. It names the file that it means, so that no other one is ever put aside for it.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The error itself, or one that it was thrown over at the end of a scope. */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof SuppressedError ? [...causesOf(error.error), ...causesOf(error.suppressed)] : [error];
}

function sqliteErrors(error: unknown): readonly (Error & { readonly errcode: number })[] {
  return causesOf(error).filter((one): one is Error & { readonly errcode: number } => {
    return one instanceof Error && 'errcode' in one && typeof one.errcode === 'number';
  });
}

export function isOfSqlite(error: unknown): boolean {
  return sqliteErrors(error).length > 0;
}

/**
 * SQLITE_CORRUPT and SQLITE_NOTADB (https://sqlite.org/rescode.html), with their extended codes; and the one damage of a head that SQLite tells
 * by its words alone.
 */
export function isDamage(error: unknown): boolean {
  return sqliteErrors(error).some(({ errcode, message }) => {
    const primary = errcode & 0xff;
    return primary === 11 || primary === 26 || (primary === 1 && message === 'unsupported file format');
  });
}

export function damageMark(file: string): string {
  return path.join(path.dirname(file), 'journal-damaged');
}

/** The file that lies there now, as the mark names it; null where there is none. */
export function identityOf(file: string): string | null {
  try {
    return String(statSync(file, { bigint: true }).ino);
  } catch {
    return null;
  }
}

/** Whether the journal that lies there now is marked as damaged. */
export function isMarkedDamaged(file: string): boolean {
  try {
    return readFileSync(damageMark(file), 'utf8') === identityOf(file);
  } catch {
    return false;
  }
}

/** Best effort: one that stays names a file that lies there no more. */
export function removeDamageMark(file: string): void {
  try {
    rmSync(damageMark(file), { force: true });
  } catch {}
}

/** Does what a connection is asked for; where the journal turns out to be damaged, it leaves the mark. */
export type Watched = <Result>(work: () => Result) => Result;

/** For a connection to the file that lies there now. */
export function watchedForDamage(file: string): Watched {
  const identity = identityOf(file);
  return (work) => {
    try {
      return work();
    } catch (error) {
      if (identity !== null && isDamage(error)) tryMark(file, identity);
      throw error;
    }
  };
}

/** Best effort: a disk that takes no mark leaves what was found to be found again. */
function tryMark(file: string, identity: string): void {
  try {
    if (identityOf(file) === identity && !isMarkedDamaged(file)) writeFileSync(damageMark(file), identity, { mode: 0o600 });
  } catch {}
}
