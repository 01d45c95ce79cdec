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

export class CopyNames {
  readonly #texts: LogPageTexts;
  readonly #runs: readonly CopyRun[];

  constructor(copies: readonly CopyRun[], texts: LogPageTexts) {
    this.#texts = texts;
    this.#runs = copies;
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

  /** Not more than the name has room for. */
  #fragmentsOf(capture: number): readonly Numbers[] {
    const fragments: Numbers[] = [];
    for (const [first, fragment, captures, each] of this.#runs) {
      if (capture < first || capture >= first + captures) continue;
      fragments.push({ first: fragment + (capture - first) * each, count: each });
      if (fragments.length > mostNumbers) break;
    }
    return fragments;
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
