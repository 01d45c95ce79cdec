/** What can be written into the journal by a process whose event loop may not wait for it: the table of what a writer is asked for. */
import { sweepBlobs } from './blobs.ts';
import { recordCaptures, recordCapturesAgain } from './captures.ts';
import { isDamage } from './damage.ts';
import { eraseStep } from './erasing.ts';
import { deleteFragment } from './fragments.ts';
import type { Journal } from './journal.ts';
import { countAttempt, releaseHeldBack } from './judging.ts';
import { mendRows, pastDamage } from './mending.ts';
import { recordNote } from './notes.ts';
import { pairStep } from './pair-index.ts';
import {
  makeFailedDue,
  makeWanted,
  recordJudgement,
  recordSaved,
  recordSavedAgain,
  recordSaveFailure,
  retryNow,
  withdraw,
} from './progress.ts';
import { WriteError, type WriteFailure, writeFailure } from './write-failure.ts';

const writes = {
  recordCaptures,
  recordCapturesAgain,
  recordNote,
  countAttempt,
  releaseHeldBack,
  recordJudgement,
  recordSaved,
  recordSaveFailure,
  retryNow,
  withdraw,
  makeWanted,
  makeFailedDue,
  deleteFragment,
  eraseStep,
  pairStep,
  sweepBlobs,
} as const;

/** For a write that may have been done already. The others may be done twice: at worst a count is one too high. */
const writesAgain: Partial<Record<WriteName, Work>> = {
  recordCaptures: recordCapturesAgain as Work,
  recordSaved: recordSavedAgain as Work,
};

type Writes = typeof writes;
type Work = (journal: Journal, ...given: readonly unknown[]) => unknown;
export type WriteName = keyof Writes;
export type WriteArguments<Name extends WriteName> = Writes[Name] extends (journal: Journal, ...given: infer Given) => unknown
  ? Given
  : never;
export type WriteResult<Name extends WriteName> = ReturnType<Writes[Name]>;

/** What a write came to. `code` names SQLite's or the system's error, and carries nothing of what was to be written. */
export type Written<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly reason: WriteFailure; readonly code: string };

export interface WriteOrder {
  readonly name: WriteName;
  readonly given: readonly unknown[];
  /** It may have been done already. */
  readonly again: boolean;
}

/** What was written; throws a `WriteError` where it was not. */
export async function written<Result>(writing: Promise<Written<Result>>): Promise<Result> {
  const outcome = await writing;
  if (!outcome.ok) throw new WriteError(outcome.reason, outcome.code);
  return outcome.value;
}

/** Does one write, on a journal that is opened for it where it is not yet. Never throws. */
export function perform(open: () => Journal, { name, given, again }: WriteOrder): Written<unknown> {
  let journal: Journal;
  try {
    journal = open();
  } catch (error) {
    return { ok: false, reason: isDamage(error) ? 'damaged' : 'not-now', code: codeOf(error) };
  }
  try {
    const work = (again ? writesAgain[name] : undefined) ?? (writes[name] as Work);
    const mend = (): void => journal.transaction(() => mendRows(journal));
    return { ok: true, value: pastDamage(() => work(journal, ...given), mend) };
  } catch (error) {
    return { ok: false, reason: writeFailure(error), code: codeOf(error) };
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('errcode' in error && typeof error.errcode === 'number') return `ERR_SQLITE_${error.errcode}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
