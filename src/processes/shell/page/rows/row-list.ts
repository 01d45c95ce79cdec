/**
 * One list of the page: its known rows, read part by part as they become visible, one request at a time and with a deadline. A part that can't be
 * read is tried again, with growing delays, while it is visible. Rows that are far from view are dropped, except the newest ones.
 */

import { mostSelected } from '../../../../contract/fragment-words.ts';
import type { RowChange, RowNews, RowsAnswer } from '../../../../contract/page-rows/rows.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { firstAfter } from './first-rows.ts';
import { nextRowsQuestion, type RowsQuestion, type VisibleNumbers } from './next-rows-question.ts';
import {
  asOld,
  hasNone,
  knownRows,
  numberOf,
  partAt,
  type SparseRows,
  unknownRows,
  wholeList,
  withAnswer,
  withoutFar,
  withoutRow,
  withRow,
} from './sparse-rows.ts';

/** What a list shows. */
export interface ShownRows {
  readonly rows: SparseRows;
  /** Before all others in the picker. */
  readonly first: readonly FragmentRow[];
  /** The last requested part could not be read. */
  readonly isFailing: boolean;
}

interface RowsWithin {
  readonly rows: readonly FragmentRow[];
  readonly isCut: boolean;
}

interface Parts {
  /** Null if it can't be read. Never rejects, and has a deadline of its own. */
  readonly read: (question: RowsQuestion) => Promise<RowsAnswer | null>;
  /** Whether every fragment belongs to the list: unknown for a search. */
  readonly hasAll: boolean;
}

const retryAfterMs = [500, 1_000, 2_000, 4_000, 8_000] as const;
/** The most that an answer may have (`src/contract/page-rows/rows.ts`). */
const rowsAtOnce = 100;
/** Of a search in a long history an answer may have few rows. */
const mostQuestions = 200;
/** Rows kept on both sides of the visible ones, and at the top. */
const keptAround = 250;
const keptAtTop = 100;
/** Dropping a few rows is not worth it. */
const mostRows = 1_500;
/** A search is repeated after new copies no more often than this. */
const searchAgainAfterMs = 500;

export class RowList {
  readonly #parts: Parts;
  #shown: ShownRows = { rows: unknownRows, first: [], isFailing: false };
  readonly #listeners = new Set<() => void>();
  /** The visible ranges, by viewer. */
  readonly #sights = new Map<string, VisibleNumbers>();
  /** Changes since the request in progress was sent, because its answer may be older. Null if there is none. */
  #meanwhile: RowChange[] | null = null;
  #resets = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly shown = (): ShownRows => this.#shown;

  /** Sets the visible range of a viewer; null removes it. */
  see(who: string, sight: VisibleNumbers | null): void {
    if (sight === null) this.#sights.delete(who);
    else this.#sights.set(who, sight);
    this.#read();
  }

  hear(news: RowNews): void {
    if (news.kind === 'reset') return this.#reset();
    this.#meanwhile?.push(...news.changes);
    const rows = news.changes.reduce((list, change) => this.#after(list, change), this.#shown.rows);
    const first = this.#firstAfter(news.changes);
    if (rows !== this.#shown.rows || first !== this.#shown.first) this.#show({ rows: this.#bounded(rows), first });
  }

  /** Forgets all rows: none may be shown now. What comes afterwards is a reset. */
  empty(): void {
    if (!hasNone(this.#shown.rows)) this.#show({ rows: wholeList([]), first: [] });
  }

  /** Tries failed requests again at once: the core is back. */
  tryAgain(): void {
    this.#failures = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#read();
  }

  /**
   * The rows with these numbers, newest first, wherever the list is: `isCut` if there are more than can be selected at once. Null if they can't be read.
   */
  readonly rowsWithin = async ({ newest, oldest }: VisibleNumbers): Promise<RowsWithin | null> => {
    const rows: FragmentRow[] = [];
    let before = newest + 1;
    for (let asked = 0; asked < mostQuestions; asked += 1) {
      const answer = await this.#parts.read({ ...(Number.isFinite(before) ? { before } : {}), limit: rowsAtOnce });
      // An answer that covers no numbers would be asked for again and again.
      if (answer === null || answer.from >= before) return null;
      rows.push(...answer.rows.filter((row) => numberOf(row) >= oldest && numberOf(row) <= newest));
      if (rows.length > mostSelected) return { rows: rows.slice(0, mostSelected), isCut: true };
      if (answer.from <= oldest) return { rows, isCut: false };
      before = answer.from;
    }
    return { rows, isCut: true };
  };

  /** The list is not needed any more. */
  end(): void {
    this.#sights.clear();
    this.#listeners.clear();
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
  }

  #after(list: SparseRows, change: RowChange): SparseRows {
    // The history is of copies.
    if ('row' in change && change.row.isSelected && this.#parts.hasAll) return list;
    const part = partAt(list, Number('gone' in change ? change.gone : change.row.id));
    // Nobody knows whether it was found: in a gap of a search it counts for nothing.
    if ('gone' in change) return part.kind === 'gap' && !this.#parts.hasAll ? list : withoutRow(list, change.gone);
    if (part.kind === 'gap') return list;
    if (this.#parts.hasAll || part.rows.some(({ id }) => id === change.row.id)) return withRow(list, change.row);
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      this.#reset();
    }, searchAgainAfterMs);
    return list;
  }

  /** The visible rows and the top stay until they are read again; the others are dropped. */
  #reset(): void {
    this.#resets += 1;
    const kept = [topOf(this.#shown.rows), ...this.#spansInSight()];
    this.#show({ rows: asOld(withoutFar(this.#shown.rows, kept)) });
    this.tryAgain();
  }

  #read(): void {
    if (this.#meanwhile !== null || this.#timer !== undefined) return;
    for (const sight of this.#sights.values()) {
      const question = nextRowsQuestion(this.#shown.rows, sight);
      if (question !== null) return void this.#ask(question);
    }
  }

  async #ask(question: RowsQuestion): Promise<void> {
    const meanwhile: RowChange[] = [];
    this.#meanwhile = meanwhile;
    const resets = this.#resets;
    const answer = await this.#parts.read(question);
    this.#meanwhile = null;
    // An answer that covers no numbers would be requested again and again.
    if (answer === null || answer.from >= (answer.to ?? Number.POSITIVE_INFINITY)) this.#fail();
    // One from before a reset may lack what nobody told: it is shown until it is read again, or resets that come fast would leave nothing to see.
    else this.#take(question, answer, meanwhile, resets !== this.#resets);
    this.#read();
  }

  #take({ before, after }: RowsQuestion, answer: RowsAnswer, meanwhile: readonly RowChange[], isOld: boolean): void {
    this.#failures = 0;
    if (before === undefined && after === undefined) this.#shown = { ...this.#shown, first: answer.first ?? [] };
    const rows = meanwhile.reduce((list, change) => this.#after(list, change), withAnswer(this.#shown.rows, answer, isOld));
    this.#show({ rows: this.#bounded(rows), first: this.#firstAfter(meanwhile), isFailing: false });
  }

  #firstAfter(changes: readonly RowChange[]): readonly FragmentRow[] {
    return changes.reduce((first, change) => firstAfter(first, change, this.#parts.hasAll), this.#shown.first);
  }

  #fail(): void {
    const afterMs = retryAfterMs[Math.min(this.#failures, retryAfterMs.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#read();
    }, afterMs);
    this.#show({ isFailing: true });
  }

  #bounded(list: SparseRows): SparseRows {
    const known = knownRows(list);
    if (known.length <= mostRows) return list;
    const numbers = known.map(numberOf);
    const around = [...this.#sights.values()].map(({ newest, oldest }) => {
      const place = numbers.findIndex((number) => number <= newest);
      const first = place === -1 ? numbers.length : place;
      const last = numbers.findLastIndex((number) => number >= oldest);
      return {
        from: numbers[Math.max(last, first) + keptAround] ?? 0,
        to: numbers[Math.max(0, first - keptAround)] ?? Number.POSITIVE_INFINITY,
      };
    });
    return withoutFar(list, [topOf(list), ...around]);
  }

  #spansInSight(): readonly { readonly from: number; readonly to: number }[] {
    return [...this.#sights.values()].map(({ newest, oldest }) => ({ from: oldest, to: newest + 1 }));
  }

  #show(change: Partial<ShownRows>): void {
    this.#shown = { ...this.#shown, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** The newest rows. They are never dropped: a gap without an upper end could not be measured against the others. */
function topOf(list: SparseRows): { readonly from: number; readonly to: number } {
  return { from: knownRows(list).map(numberOf)[keptAtTop] ?? 0, to: Number.POSITIVE_INFINITY };
}
