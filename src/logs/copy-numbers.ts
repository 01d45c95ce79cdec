/**
 * Which capture a line is about. Most lines name it. The monitor has no number for a copy that it is still reading, only that this is its fifth one: its line
 * `copied` has both. Who is asked about one fragment names that one: another line about it has both. So a line's capture may be known only from a later line.
 */
import { copyFields, type LogLine, numberIn } from './log-line.ts';

/** A copy is read and recorded within this time, or it is another one with the same ordinal. */
const readWithinMs = 600_000;
/** So that memory is bounded whatever the files hold. */
const mostNumbers = 2_000_000;
/** A process counts on, so there is one of an ordinal, unless the files are not Hub's. */
const mostAlike = 4;

/** What a line says about its copy without naming the capture. There may be millions of them in memory. */
export interface CopyReference {
  readonly atMs: number;
  readonly pid: number;
  readonly fragment: number | null;
  readonly ordinal: number | null;
}

/** Null if the line is about no copy, or names its capture. */
export function referenceOf(line: LogLine): CopyReference | null {
  if (numberIn(line, copyFields.capture) !== null) return null;
  const [fragment, ordinal] = [numberIn(line, copyFields.fragment), numberIn(line, copyFields.ordinal)];
  return fragment === null && ordinal === null ? null : { atMs: line.atMs, pid: line.pid, fragment, ordinal };
}

export class CopyNumbers {
  readonly #ofFragment = new Map<number, number>();
  /** By process, ordinal and stretch of time; of several copies with the same ones, the first few. */
  readonly #ofOrdinal = new Map<string, { readonly atMs: number; readonly capture: number }[]>();

  /** Learns what the line says about numbers. */
  learn(line: LogLine): void {
    const capture = numberIn(line, copyFields.capture);
    if (capture === null) return;
    const fragment = numberIn(line, copyFields.fragment);
    const fragments = Math.min(numberIn(line, copyFields.fragments) ?? 1, 100);
    if (fragment !== null && this.#ofFragment.size < mostNumbers)
      for (let at = 0; at < fragments; at++) this.#ofFragment.set(fragment + at, capture);
    const ordinal = numberIn(line, copyFields.ordinal);
    if (ordinal === null || this.#ofOrdinal.size >= mostNumbers) return;
    const key = keyOf(line, ordinal, stretchOf(line));
    const known = this.#ofOrdinal.get(key);
    if (known === undefined) this.#ofOrdinal.set(key, [{ atMs: line.atMs, capture }]);
    else if (known.length < mostAlike) known.push({ atMs: line.atMs, capture });
  }

  /** The capture that the line is about; null if it is about none, or that is not known. */
  captureOf(line: LogLine): number | null {
    const reference = referenceOf(line);
    return reference === null ? numberIn(line, copyFields.capture) : this.captureReferred(reference);
  }

  /** The same of what was kept of a line. */
  captureReferred(reference: CopyReference): number | null {
    const { fragment, ordinal } = reference;
    if (fragment !== null) return this.#ofFragment.get(fragment) ?? null;
    if (ordinal === null) return null;
    const stretch = stretchOf(reference);
    const known = [stretch, stretch + 1].flatMap((each) => this.#ofOrdinal.get(keyOf(reference, ordinal, each)) ?? []);
    return known.find(({ atMs }) => atMs >= reference.atMs && atMs - reference.atMs <= readWithinMs)?.capture ?? null;
  }

  captureOfFragment(fragment: number): number | null {
    return this.#ofFragment.get(fragment) ?? null;
  }
}

/** Which stretch of time, as long as a copy takes at most: the end of a copy is in that of its beginning, or in the next one. */
function stretchOf({ atMs }: Pick<LogLine, 'atMs'>): number {
  return Math.floor(atMs / readWithinMs);
}

function keyOf({ pid }: Pick<LogLine, 'pid'>, ordinal: number, stretch: number): string {
  return `${pid}:${ordinal}:${stretch}`;
}
