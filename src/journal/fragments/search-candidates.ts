/**
 * Finds the fragments that meet all conditions of a search, in the order of their ids. Each condition is a stream of ids from an index, and the streams
 * are read in parallel, because collecting all matches of a condition first would take long if a million fragments match.
 *
 * The time of one step is not bounded. FTS5 continues to the next fragment with all words of the condition, and compares the id with the bounds only
 * then, so a condition without matches reads all index entries of its trigrams: 0.35 s for two common words in a million short texts, and more in
 * longer ones. Nothing can interrupt it, so no event loop may search; the core does it in a thread.
 */
import type { JournalReader } from '../journal.ts';
import { type Row, wholeNumber } from '../row-values.ts';

/** A query to one of the indexes, in the language of FTS5. */
export interface IndexQuery {
  readonly index: 'search' | 'pairs';
  readonly query: string;
}

/** The ids between two others, both exclusive, and the direction to read them in. */
export interface IdSpan {
  readonly above: number;
  readonly below: number;
  readonly isUpward: boolean;
}

/** An id that was examined, and whether it meets all conditions. No other id between the previous candidate and this one does. */
export interface SearchCandidate {
  readonly id: number;
  readonly isMatch: boolean;
  /** The cost of examining it, in rows. */
  readonly cost: number;
}

/** A stream catches up with another one by at most this many steps; if that is not enough, it is opened again at the target. */
const stepsAtOnce = 200;
/** The lowest cost of opening a stream, in rows. */
const openingCost = 200;

/** Ids that meet at least one condition, in the order of the span. */
export function* searchCandidates(journal: JournalReader, conditions: readonly IndexQuery[], span: IdSpan): Generator<SearchCandidate> {
  const streams = conditions.map((condition) => new Stream(journal, condition, span));
  try {
    for (;;) {
      const ids = streams.map(({ id }) => id);
      if (ids.includes(null)) return;
      const numbers = ids.filter((id) => id !== null);
      const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
      const [first, last] = span.isUpward ? [least, most] : [most, least];
      let cost = 1;
      if (first === last) for (const stream of streams) stream.step();
      else for (const stream of streams) cost += stream.id === last ? 0 : stream.goTo(last);
      yield { id: first, isMatch: first === last, cost };
    }
  } finally {
    for (const stream of streams) stream[Symbol.dispose]();
  }
}

class Stream implements Disposable {
  readonly #journal: JournalReader;
  readonly #condition: IndexQuery;
  readonly #span: IdSpan;
  #rows: Iterator<Row>;
  /** The current id; null at the end. */
  id: number | null = null;

  constructor(journal: JournalReader, condition: IndexQuery, span: IdSpan) {
    this.#journal = journal;
    this.#condition = condition;
    this.#span = span;
    this.#rows = this.#open(span);
    this.step();
  }

  step(): void {
    const next = this.#rows.next();
    this.id = next.done ? null : wholeNumber(next.value.id);
  }

  /** Moves to this id, or to the first one after it. Returns the cost in rows. */
  goTo(id: number): number {
    const { isUpward } = this.#span;
    const isBefore = (): boolean => this.id !== null && (isUpward ? this.id < id : this.id > id);
    for (let steps = 0; steps < stepsAtOnce; steps += 1) {
      if (!isBefore()) return steps;
      this.step();
    }
    if (!isBefore()) return stepsAtOnce;
    this.#rows.return?.();
    this.#rows = this.#open(isUpward ? { ...this.#span, above: id - 1 } : { ...this.#span, below: id + 1 });
    this.step();
    return stepsAtOnce + openingCost;
  }

  /** The bounds are `BigInt`s, because Node binds a number as a floating-point value, and FTS5 would then start at its first entry. */
  #open({ above, below, isUpward }: IdSpan): Iterator<Row> {
    const { index, query } = this.#condition;
    return this.#journal
      .statement(
        `SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ? AND rowid > ? AND rowid < ? ORDER BY rowid ${isUpward ? 'ASC' : 'DESC'}`,
      )
      .rows(query, BigInt(above), BigInt(below))
      [Symbol.iterator]();
  }

  [Symbol.dispose](): void {
    this.#rows.return?.();
  }
}
