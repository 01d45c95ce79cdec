/** What is known of the copies that were lost with a damaged journal, in a file beside it: it is found out once, and deleted with the journal. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Loss, Span } from '../../domain/retention/lost-copies.ts';

/** The ending of its name, after the one of the journal. */
export const lossEnding = '-loss';

/** Far more than Hub writes. */
const mostBytes = 8_000_000;

export function writeLoss(file: string, { lost, unsure, pinned }: Loss): void {
  writeFileSync(`${file}${lossEnding}`, `${JSON.stringify({ lost, unsure, pinned })}\n`, { mode: 0o600 });
}

/** Null where nobody has written it, or it can't be read. */
export function readLoss(file: string): Loss | null {
  try {
    const name = `${file}${lossEnding}`;
    if (statSync(name).size > mostBytes) return null;
    const { lost, unsure, pinned } = JSON.parse(readFileSync(name, 'utf8')) as Readonly<Record<string, unknown>>;
    return areSpans(lost) && areSpans(unsure) ? { lost, unsure, pinned: typeof pinned === 'number' ? pinned : 0 } : null;
  } catch {
    return null;
  }
}

/** From the highest to the lowest, as they were written. */
function areSpans(value: unknown): value is readonly Span[] {
  if (!Array.isArray(value)) return false;
  let below = Number.MAX_SAFE_INTEGER;
  return value.every((span: unknown) => {
    if (!Array.isArray(span) || span.length !== 2) return false;
    const [first, last] = span as readonly unknown[];
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return false;
    const isNext = Number(first) >= 1 && Number(first) <= Number(last) && Number(last) < below;
    below = Number(first);
    return isNext;
  });
}
