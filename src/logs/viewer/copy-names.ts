/** How a copy is called: by the numbers that the history shows, which are those of its fragments. Pure. */
import type { CopyRun, LogPageTexts } from '../../contract/diagnostics/log-page.ts';
import { filled } from './elements.ts';

export interface CopyName {
  /** `33`, `33, 34`, `33–36`, or `capture 32` if no line tells its fragments. */
  readonly name: string;
  readonly path: string;
  readonly follow: string;
}

const nameless: CopyName = { name: '', path: '', follow: '' };
/** A name has to fit at the end of a row, whatever the lines say. No copy has as many fragments apart from each other. */
const mostNumbers = 8;
/** A capture is in one run, unless the lines are not Hub's. */
const mostLookedAt = 500;

export class CopyNames {
  readonly #texts: LogPageTexts;
  /** By the first capture, and those of one with the highest number first: they are looked at from behind. */
  readonly #runs: readonly CopyRun[];
  /** After which capture this run and all before it end. */
  readonly #ends: Float64Array;

  constructor(copies: readonly CopyRun[], texts: LogPageTexts) {
    this.#texts = texts;
    this.#runs = copies.toSorted((one, other) => one[0] - other[0] || other[1] - one[1]);
    let end = 0;
    this.#ends = Float64Array.from(this.#runs, ([first, , captures]) => {
      end = Math.max(end, first + captures);
      return end;
    });
  }

  /** `capture`: 0 for a line that is about no copy, which has an empty name. */
  of(capture: number): CopyName {
    if (capture === 0) return nameless;
    const fragments = this.#fragmentsOf(capture);
    const { ofCopy, ofCopies, ofCapture } = this.#texts;
    const [only] = fragments;
    const texts = only === undefined ? ofCapture : fragments.length === 1 && only.count === 1 ? ofCopy : ofCopies;
    const numbers = only === undefined ? String(capture) : listed(fragments);
    return { name: filled(texts.name, numbers), path: filled(texts.path, numbers), follow: filled(texts.follow, numbers) };
  }

  /** Not many more than the name has room for. */
  #fragmentsOf(capture: number): readonly Numbers[] {
    const fragments: Numbers[] = [];
    const last = this.#lastFrom(capture);
    for (let at = last; at >= 0 && at > last - mostLookedAt && (this.#ends[at] ?? 0) > capture; at--) {
      const [first, fragment, captures, each] = this.#runs[at] as CopyRun;
      if (capture >= first + captures) continue;
      fragments.push({ first: fragment + (capture - first) * each, count: each });
      if (fragments.length > mostNumbers) break;
    }
    return fragments.sort((one, other) => one.first - other.first);
  }

  /** The place of the last run that begins with this capture or before it; -1 if there is none. */
  #lastFrom(capture: number): number {
    let [from, to] = [0, this.#runs.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#runs[middle]?.[0] ?? 0) <= capture) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }
}

/** Numbers in a row. */
interface Numbers {
  readonly first: number;
  readonly count: number;
}

/** More than two in a row by the first and the last. */
function listed(fragments: readonly Numbers[]): string {
  const [only] = fragments;
  if (fragments.length === 1 && only !== undefined && only.count > 2) return `${only.first}–${only.first + only.count - 1}`;
  const numbers = fragments.flatMap(({ first, count }) => Array.from({ length: Math.min(count, mostNumbers + 1) }, (_, n) => first + n));
  const shown = numbers.slice(0, mostNumbers).join(', ');
  return numbers.length > mostNumbers ? `${shown}…` : shown;
}
