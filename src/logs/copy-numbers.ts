/**
 * Which capture a line is about. Most lines name it. The monitor has no number for a copy that it is still reading, only that this is its fifth one: its line
 * `copied` has both. Who is asked about one fragment names that one: another line about it has both. So a line's capture may be known only from a later line.
 */
import type { CopyRun } from '../contract/diagnostics/log-page.ts';
import { copyFields, type LogLine, numberIn } from './log-line.ts';

/** A copy is read and recorded within this time, or it is another one with the same ordinal. */
const readWithinMs = 600_000;
/** So that memory is bounded whatever the files hold. */
export const mostNumbers = 2_000_000;
/** Of one capture. */
export const mostFragments = 100;
/** Of Hub's own logs there are some hundred. A capture beyond them is shown by its own number. Each takes some 20 bytes of the page. */
const mostRuns = 100_000;
/** A process counts on, so there is one of an ordinal, unless the files are not Hub's. */
const mostAlike = 4;

/** What a line says about its copy without naming the capture. There may be millions of them in memory. */
export interface CopyReference {
  readonly atMs: number;
  readonly pid: number;
  readonly fragment: number | null;
  readonly ordinal: number | null;
}

/** All that a line says about its copy. */
export interface CopyFacts extends CopyReference {
  readonly capture: number | null;
  /** How many fragments the line is about, from `fragment` on. */
  readonly fragments: number | null;
}

export function copyFactsOf(line: LogLine): CopyFacts {
  return {
    atMs: line.atMs,
    pid: line.pid,
    capture: numberIn(line, copyFields.capture),
    fragment: numberIn(line, copyFields.fragment),
    fragments: numberIn(line, copyFields.fragments),
    ordinal: numberIn(line, copyFields.ordinal),
  };
}

/** Null if the line is about no copy, or names its capture. */
export function referenceOf({ atMs, pid, capture, fragment, ordinal }: CopyFacts): CopyReference | null {
  return capture !== null || (fragment === null && ordinal === null) ? null : { atMs, pid, fragment, ordinal };
}

export class CopyNumbers {
  readonly #ofFragment = new Map<number, number>();
  /** By process, ordinal and stretch of time; of several copies with the same ones, the first few. */
  readonly #ofOrdinal = new Map<string, { readonly atMs: number; readonly capture: number }[]>();

  /** Learns what the line says about numbers. */
  learn(facts: CopyFacts): void {
    const { atMs, capture, fragment, ordinal } = facts;
    if (capture === null) return;
    const fragments = Math.min(facts.fragments ?? 1, mostFragments);
    if (fragment !== null && this.#ofFragment.size < mostNumbers)
      for (let at = 0; at < fragments; at++) this.#ofFragment.set(fragment + at, capture);
    if (ordinal === null || this.#ofOrdinal.size >= mostNumbers) return;
    const key = keyOf(facts, ordinal, stretchOf(facts));
    const known = this.#ofOrdinal.get(key);
    if (known === undefined) this.#ofOrdinal.set(key, [{ atMs, capture }]);
    // A line may be in two files.
    else if (known.length < mostAlike && !known.some((each) => each.atMs === atMs && each.capture === capture))
      known.push({ atMs, capture });
  }

  /** The capture that the line is about; null if it is about none, or that is not known. */
  captureOf(facts: CopyFacts): number | null {
    return facts.capture ?? this.captureReferred(facts);
  }

  /** The same of what was kept of a line. */
  captureReferred(reference: CopyReference): number | null {
    const { fragment, ordinal } = reference;
    if (fragment !== null) return this.#ofFragment.get(fragment) ?? null;
    if (ordinal === null) return null;
    const stretch = stretchOf(reference);
    let next: { readonly atMs: number; readonly capture: number } | null = null;
    // Files are read one after another, so that what was learnt first may be later.
    for (const each of [stretch, stretch + 1])
      for (const known of this.#ofOrdinal.get(keyOf(reference, ordinal, each)) ?? [])
        if (
          known.atMs >= reference.atMs &&
          known.atMs - reference.atMs <= readWithinMs &&
          known.atMs < (next?.atMs ?? Number.POSITIVE_INFINITY)
        )
          next = known;
    return next?.capture ?? null;
  }

  captureOfFragment(fragment: number): number | null {
    return this.#ofFragment.get(fragment) ?? null;
  }

  /** Which fragments each capture has, as far as lines tell. Captures in a row mostly have fragments in a row, so these are few. */
  runs(): readonly CopyRun[] {
    const runs: Writable<CopyRun>[] = [];
    let group: Writable<CopyRun> | null = null;
    const close = (): void => {
      const last = runs.at(-1);
      if (group === null) return;
      if (last !== undefined && continues(last, group)) last[2] += 1;
      else if (runs.length < mostRuns) runs.push(group);
    };
    for (const fragment of Float64Array.from(this.#ofFragment.keys()).sort()) {
      const capture = this.#ofFragment.get(fragment) ?? 0;
      if (group !== null && group[0] === capture && group[1] + group[3] === fragment) {
        group[3] += 1;
        continue;
      }
      close();
      group = [capture, fragment, 1, 1];
    }
    close();
    return runs;
  }
}

type Writable<Tuple> = { -readonly [Key in keyof Tuple]: Tuple[Key] };

/** Whether the next capture has the next fragments, and as many. */
function continues([capture, fragment, captures, each]: CopyRun, next: CopyRun): boolean {
  return next[3] === each && next[0] === capture + captures && next[1] === fragment + captures * each;
}

/** Which stretch of time, as long as a copy takes at most: the end of a copy is in that of its beginning, or in the next one. */
function stretchOf({ atMs }: Pick<LogLine, 'atMs'>): number {
  return Math.floor(atMs / readWithinMs);
}

function keyOf({ pid }: Pick<LogLine, 'pid'>, ordinal: number, stretch: number): string {
  return `${pid}:${ordinal}:${stretch}`;
}
