/** Why a write into the journal failed: because of the journal, which may take it later, or because of what was to be written. */
import { systemErrorName } from '../base/disk.ts';

/** `content-gone`: its file was taken away. `unwritable`: no journal takes it. Neither is mended by another try. */
export type NeverWritten = 'content-gone' | 'unwritable';
/** `not-now`: a full disk, another process's lock, a broken journal; the same may be written later. */
export type WriteFailure = 'not-now' | NeverWritten;

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE: https://sqlite.org/rescode.html. All others are the journal's. */
const ofTheRow: ReadonlySet<number> = new Set([18, 19, 20, 25]);

/** A system error of these kinds tells of the content's file alone; every other one of the disk or this process. */
const ofTheFile: ReadonlySet<string> = new Set(['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EXDEV', 'EINVAL', 'ENAMETOOLONG', 'ELOOP']);

/** What an error of a write means. One of neither SQLite nor the system is of the value: it could not even be handed over. */
export function writeFailure(error: unknown): WriteFailure {
  if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')
    return ofTheRow.has(error.errcode & 0xff) ? 'unwritable' : 'not-now';
  const system = error instanceof Error && 'syscall' in error ? systemErrorName(error) : null;
  if (system === 'ENOENT') return 'content-gone';
  return system === null || ofTheFile.has(system) ? 'unwritable' : 'not-now';
}
