/**
 * Which lines are about one copy, by the number that the history shows. Its capture may be known only from the last line, and a line from before it had a number
 * says only which copy of its process it was: so the ordinals of all captures are kept, as numbers, until it is known which of them matter.
 */
import { type CopyFacts, CopyNumbers, mostNumbers } from './copy-numbers.ts';
import { isBeside } from './plain-line.ts';

export class AskedCopy {
  readonly #fragment: number;
  readonly #numbers = new CopyNumbers();
  /** Of one line after another: its time, process, ordinal and capture. */
  readonly #ordinals: number[] = [];

  constructor(fragment: number) {
    this.#fragment = fragment;
  }

  /** Learns what a line says about numbers, whichever copy it is about. */
  learn(facts: CopyFacts): void {
    const { atMs, pid, ordinal, capture, fragment } = facts;
    if (fragment !== null && isBeside(fragment, this.#fragment)) this.#numbers.learn({ ...facts, ordinal: null });
    if (ordinal !== null && capture !== null && this.#ordinals.length < columns * mostNumbers)
      this.#ordinals.push(atMs, pid, ordinal, capture);
  }

  /** Whether a line is about the copy. Call it once all lines were learnt. A log from before Hub named captures has only the numbers of fragments. */
  test(): (facts: CopyFacts) => boolean {
    const numbers = this.#numbers;
    const asked = numbers.captureOfFragment(this.#fragment);
    if (asked === null) return ({ fragment }) => fragment === this.#fragment;
    const own = new Set<number>();
    for (const [, , ordinal, capture] of this.#learntOrdinals()) if (capture === asked) own.add(ordinal);
    for (const [atMs, pid, ordinal, capture] of this.#learntOrdinals())
      if (own.has(ordinal)) numbers.learn({ atMs, pid, ordinal, capture, fragment: null, fragments: null });
    return (facts) => {
      if (facts.capture !== null) return facts.capture === asked;
      // Most lines that have only an ordinal are about another copy.
      if (facts.fragment === null && (facts.ordinal === null || !own.has(facts.ordinal))) return false;
      return numbers.captureReferred(facts) === asked;
    };
  }

  *#learntOrdinals(): Generator<readonly [atMs: number, pid: number, ordinal: number, capture: number]> {
    const learnt = this.#ordinals;
    for (let at = 0; at < learnt.length; at += columns)
      yield [learnt[at] ?? 0, learnt[at + 1] ?? 0, learnt[at + 2] ?? 0, learnt[at + 3] ?? 0];
  }
}

const columns = 4;
