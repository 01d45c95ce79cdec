/** What is known of the copies that were lost with a damaged journal, in a file beside it: it is found out once, and deleted with the journal. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isMissing, systemErrorName } from '../../base/files/disk-error.ts';
import { allUnsure, allWaiting, boundedLoss, highestId, joinedLoss, type Loss, type Span } from '../../domain/retention/lost-copies.ts';
import { isMarkedDamaged } from './damage.ts';
import { writeBeside } from './write-beside.ts';

/** The ending of its name, after the one of the journal. */
export const lossEnding = '-loss';

/** More than these are not told apart. */
export const mostSpans = 100_000;
/** Far more than these take. */
const mostBytes = 8_000_000;

/** Durable when it returns. Throws the system's error, and then the file is as it was, or whole. */
export function writeLoss(file: string, loss: Loss): void {
  write(file, boundedLoss(loss, mostSpans));
}

/** The same, before the journal that is in the file `of` gets this name: what was begun is finished by the next start, if that is still as it was (`begunMove`). */
export function writeMove(file: string, of: string): void {
  write(file, { ...allWaiting, moving: stateOf(of) });
}

/**
 * Whether the journal in the file `of` was to get this name, and is as it was then (`same`), or another one now, or nobody knows (`changed`); null if it was not. What can't be
 * read now is believed of one that is marked as damaged, as each is before it is moved. Throws the system's error about `of`.
 */
export function begunMove(file: string, of: string): 'same' | 'changed' | null {
  const state = stateOf(of);
  try {
    regularFile(`${file}${lossEnding}`);
    const { moving } = JSON.parse(readFileSync(`${file}${lossEnding}`, 'utf8'));
    if (moving === undefined) return null;
    return moving === state ? 'same' : 'changed';
  } catch (error) {
    const isNone = error instanceof RangeError || isMissing(error);
    return !isNone && isMarkedDamaged(of) ? 'changed' : null;
  }
}

/** It changes whenever SQLite writes into the file, which is not opened for this: closing it would end the locks that SQLite has on it in this process (fcntl(2)). */
function stateOf(file: string): string | null {
  const status = statSync(file, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? null : `${status.mtimeNs}:${status.size}`;
}

function write(file: string, value: Loss & { readonly moving?: string | null }): void {
  writeBeside(`${file}${lossEnding}`, `${JSON.stringify(value)}\n`);
}

/** The last ones that were read, by what changes with the file: the core asks for each of them twice a minute. */
const remembered = new Map<string, Loss | null>();
const mostRemembered = 16;

/** A log that was there, as the one of the journal was moved before: nobody knows what is in it. */
export const nextLog = '-wal-next';

/** Null where nobody has written it, or it can't be read. */
export function readLoss(file: string): Loss | null {
  const loss = lossNow(file);
  return loss === 'closed' ? null : loss;
}

/** Null where nobody has written it, or it is damaged; `closed`: the system does not give it now, and may at another time. */
export function lossNow(file: string): Loss | null | 'closed' {
  try {
    return lossIfGiven(file);
  } catch {
    return 'closed';
  }
}

/** Why the system does not give what is written there now, which it may at another time: the name of its error. Null if it does, or nobody has written anything. */
export function whyLossClosed(file: string): string | null {
  try {
    lossIfGiven(file);
    return null;
  } catch (error) {
    return systemErrorName(error);
  }
}

/** The same as `lossNow`, but throws the system's error if it is not given now. */
export function lossIfGiven(file: string): Loss | null {
  const loss = writtenLoss(file);
  if (loss === null || !existsSync(`${file}${nextLog}`)) return loss;
  return { ...loss, unsure: joinedLoss([loss, allUnsure]).unsure };
}

function writtenLoss(file: string): Loss | null {
  try {
    const name = `${file}${lossEnding}`;
    const { size, mtimeMs, ino } = regularFile(name);
    const key = [name, size, mtimeMs, ino].join('\n');
    let loss = remembered.get(key);
    if (loss === undefined) {
      loss = lossIn(readFileSync(name, 'utf8'));
      if (remembered.size >= mostRemembered) remembered.clear();
      remembered.set(key, loss);
    }
    return loss;
  } catch (error) {
    if (systemErrorName(error) === null || isMissing(error)) return null;
    throw error;
  }
}

/** Throws if it is too large, or what can't be read at once: a pipe would be waited for. */
function regularFile(name: string) {
  const status = statSync(name);
  if (!status.isFile() || status.size > mostBytes) throw new RangeError('not a file of Hub');
  return status;
}

function lossIn(text: string): Loss | null {
  try {
    const { lost, unsure, pinned, waitsBelow } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (!areSpans(lost) || !areSpans(unsure)) return null;
    const loss = { lost, unsure, pinned: typeof pinned === 'number' ? pinned : 0 };
    return isId(waitsBelow) ? { ...loss, waitsBelow } : loss;
  } catch {
    return null;
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= highestId + 1;
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
