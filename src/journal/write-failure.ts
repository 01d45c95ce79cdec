/** Why a write into the journal failed: because of the journal, which may take it later, or because of what was to be written. */
import { systemErrorName } from '../base/disk.ts';

/** `content-gone`: its file was taken away. `unwritable`: no journal takes it. Neither is mended by another try. */
export type NeverWritten = 'content-gone' | 'unwritable';
/** `not-now`: a full disk, another process's lock; the same may be written later. `damaged`: the journal is, here or everywhere. */
export type WriteFailure = 'not-now' | 'damaged' | NeverWritten;

/** The codes of a write that has no answer: its thread was ended with the writer, or ended over it, or the journal that it was meant for is gone. */
export const unansweredCodes = { ended: 'ended', endsTheThread: 'ends-the-thread', journalGone: 'journal-gone' } as const;

/** Whether nobody knows if it was written: it is told as not written, and may have been. */
export function isUnanswered({ code }: { readonly code: string }): boolean {
  return code === unansweredCodes.ended || code === unansweredCodes.endsTheThread;
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE: https://sqlite.org/rescode.html. */
const ofTheRow: ReadonlySet<number> = new Set([18, 19, 20, 25]);

/** A system error of these kinds tells of the content's file alone; every other one of the disk or this process. */
const ofTheFile: ReadonlySet<string> = new Set(['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EXDEV', 'EINVAL', 'ENAMETOOLONG', 'ELOOP']);

/** What a write that was not done throws, for whoever can do nothing about it on the spot. */
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

/** Whether an error says that the journal takes or gives nothing at this moment, whatever it is asked. */
export function isTakingNothing(error: unknown): boolean {
  if (error instanceof WriteError) return error.reason === 'not-now';
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && takesNothing.has(error.errcode & 0xff);
}

/** SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL. */
const takesNothing: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 13, 14, 15]);

/** Whether a row holds a number that no writer of ours wrote: its page is damaged, and SQLite, which knows no checksums, does not see it. */
export function isDamagedNumber(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** What an error of a write means. One of neither SQLite nor the system is of the value: it could not even be handed over. */
export function writeFailure(error: unknown): WriteFailure {
  if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')
    return takesNothing.has(error.errcode & 0xff) ? 'not-now' : ofTheRow.has(error.errcode & 0xff) ? 'unwritable' : 'damaged';
  if (isDamagedNumber(error)) return 'damaged';
  const system = error instanceof Error && 'syscall' in error ? systemErrorName(error) : null;
  if (system === 'ENOENT') return 'content-gone';
  return system === null || ofTheFile.has(system) ? 'unwritable' : 'not-now';
}
