/** Why a write into the journal failed: because of the journal, which may accept it later, or because of the data. */
import { diskReasonOf, systemErrorName } from '../../base/files/disk-error.ts';

/** `content-gone`: the file with its content is missing. `unwritable`: no journal accepts it. Neither can succeed later. */
export type NeverWritten = 'content-gone' | 'unwritable';
/** `not-now`: a full disk or another process's lock; the same write may succeed later. `damaged`: the journal is damaged, in one place or entirely. */
export type WriteFailure = 'not-now' | 'damaged' | NeverWritten;

/** The codes of a write without an answer: the writer ended, its thread crashed on it, or the journal that it was meant for is gone. */
export const unansweredCodes = { ended: 'ended', endsTheThread: 'ends-the-thread', journalGone: 'journal-gone' } as const;

/** Whether the outcome is unknown: the write is reported as failed, but may have happened. */
export function isUnanswered({ code }: { readonly code: string }): boolean {
  return code === unansweredCodes.ended || code === unansweredCodes.endsTheThread;
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE: https://sqlite.org/rescode.html. */
const ofTheRow: ReadonlySet<number> = new Set([18, 19, 20, 25]);

/** System errors that concern only the content's file; all others concern the disk or this process. */
const ofTheFile: ReadonlySet<string> = new Set(['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EXDEV', 'EINVAL', 'ENAMETOOLONG', 'ELOOP']);

/** What a journal that accepts no copies lacks. `not-now`: another process's lock, a slow disk, or an error of the disk. */
export type JournalHindrance = 'damaged' | 'disk-full' | 'not-now';

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, which is what a full disk is to the file `-shm`. */
const ofFullDisk: ReadonlySet<string> = new Set(['ERR_SQLITE_13', 'ERR_SQLITE_4874']);

/** Why the journal accepts a write neither now nor never, by the reason and the code of its failure. */
export function hindranceOf({ reason, code }: { readonly reason: WriteFailure; readonly code: string }): JournalHindrance {
  if (reason === 'damaged') return 'damaged';
  return ofFullDisk.has(code) || diskReasonOf(code) === 'disk-full' ? 'disk-full' : 'not-now';
}

/** Thrown for a failed write, by callers that can't handle it on the spot. */
export class WriteError extends Error {
  readonly reason: WriteFailure;
  /** As in the answer of the writer. */
  readonly code: string;

  constructor(reason: WriteFailure, code: string) {
    super(`not written: ${reason}`);
    this.reason = reason;
    this.code = code;
  }
}

/** Whether an error means that the journal can't be read or written at the moment. */
export function isJournalUnavailable(error: unknown): boolean {
  if (error instanceof WriteError) return error.reason === 'not-now';
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && unavailableCodes.has(error.errcode & 0xff);
}

/** SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL. */
const unavailableCodes: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 13, 14, 15]);

/** Whether a row has a number that Hub never writes: its page is damaged, which SQLite does not notice because it has no checksums. */
export function isDamagedNumber(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Classifies the error of a write. An error from neither SQLite nor the system is caused by a value that SQLite does not accept. */
export function writeFailure(error: unknown): WriteFailure {
  if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')
    return unavailableCodes.has(error.errcode & 0xff) ? 'not-now' : ofTheRow.has(error.errcode & 0xff) ? 'unwritable' : 'damaged';
  if (isDamagedNumber(error)) return 'damaged';
  const system = error instanceof Error && 'syscall' in error ? systemErrorName(error) : null;
  if (system === 'ENOENT') return 'content-gone';
  return system === null || ofTheFile.has(system) ? 'unwritable' : 'not-now';
}
