/** The outcome of a write, for the event loop that ordered it, which loads none of what writes. */
import { WriteError, type WriteFailure } from './write-failure.ts';

/** The result of a write. `code` names SQLite's or the system's error, and contains no data. */
export type WriteOutcome<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly reason: WriteFailure; readonly code: string };

/** What was written; throws a `WriteError` on failure. */
export async function resultOfWrite<Result>(writing: Promise<WriteOutcome<Result>>): Promise<Result> {
  const outcome = await writing;
  if (!outcome.ok) throw new WriteError(outcome.reason, outcome.code);
  return outcome.value;
}
