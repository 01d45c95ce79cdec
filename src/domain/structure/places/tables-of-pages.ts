/** The tables of a document, page after page: one that ends at the foot of a page and goes on at the head of the next is one table. */
import type { Table } from '../../../contract/extraction/structured-text.ts';
import type { TableRoom } from '../table-grid.ts';
import { groupsOf, type Places } from './side-by-side.ts';
import { tableRunsOf } from './table-runs.ts';
import { type PlacedWord, runsOf, type WordLine } from './word-lines.ts';
import {
  closedTable,
  goesOn,
  isRowOf,
  linesOfPage,
  type OpenTable,
  openedTable,
  usualBlank,
  type WordTableOptions,
} from './word-tables.ts';

/** What stands above and below the tables of each page: so many lines at most. */
const mostMargin = 2;
/** Of the higher of two lines. */
const sizesApart = 0.15;
/** At the head of a page, above a table that goes on. */
const continued = /\b(?:continued|cont\.|fortsetzung)|续表|接上页/i;
/** An address, or a date with its time: `about:blank`, `11/26/26, 9:45 PM`. */
const ofBrowser = /^(?:(?:https?|file|about|data):\S{1,2000}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d(?: [AP]M)?)$/i;

interface Foot {
  readonly table: OpenTable;
  readonly page: number;
  /** Of that page: its first lines, and those below the table. */
  readonly head: ReadonlySet<string>;
  readonly below: readonly string[];
}

interface GroupOfPage {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The first and the last lines of the page, whichever group they are in. */
  readonly head: readonly string[];
  readonly tail: readonly string[];
}

type PageOptions = WordTableOptions & Pick<Places, 'isExact'> & { readonly page: number };

interface Page {
  readonly lines: readonly WordLine[];
  readonly options: PageOptions;
}

export class TablesOfPages {
  readonly #room: TableRoom;
  /** At the foot of the last page. */
  #foot: Foot | null = null;
  /** It waits for the page after it, which tells what stands on both. */
  #held: Page | null = null;
  #before: Page | null = null;

  constructor(room: TableRoom) {
    this.#room = room;
  }

  /** The tables that end before this page, or on it, in their order. The last ones may come later. */
  add(words: readonly PlacedWord[], options: PageOptions): readonly Table[] {
    const page = { lines: linesOfPage(words, options.gap, this.#room), options };
    const ended = this.#addHeld(page);
    this.#held = page;
    return ended;
  }

  #addHeld(after: Page | null): readonly Table[] {
    const held = this.#held;
    if (held === null) return [];
    const lines = withoutRunning(held, [this.#before, after]);
    [this.#before, this.#held] = [held, null];
    const groups = groupsOf(lines, held.options);
    const [head, tail] = [lines.slice(0, mostMargin).map(signature), lines.slice(-mostMargin).map(signature)];
    return groups.flatMap((group, at) =>
      this.#addLines(group, held.options, { isFirst: at === 0, isLast: at === groups.length - 1, head, tail }),
    );
  }

  /** A table of the page before goes on in the first group, and one that goes on behind this page ends the last one. */
  #addLines(lines: readonly WordLine[], options: PageOptions, { isFirst, isLast, head, tail }: GroupOfPage): readonly Table[] {
    const blank = usualBlank(lines);
    const ended: Table[] = [];
    const joined = isFirst ? this.#joined(lines, tail, blank, options.page) : null;
    if (joined === null) ended.push(...this.#endFoot());
    const open: { readonly table: OpenTable; readonly to: number }[] = joined === null ? [] : [joined];
    for (const run of tableRunsOf(lines.slice(joined?.to ?? 0), blank)) {
      const table = openedTable(run, blank, options, this.#room);
      if (table !== null) open.push({ table, to: endOf(run, lines) });
    }
    const last = open.at(-1);
    const below = lines.slice(last?.to ?? 0).map(signature);
    const isAtFoot = isLast && last !== undefined && below.length <= mostMargin;
    for (const { table } of isAtFoot ? open.slice(0, -1) : open) ended.push(...listed(table));
    this.#foot = isAtFoot ? { table: last.table, page: options.page, head: new Set(head), below } : null;
    return ended;
  }

  /** Those of the last page, and the one that could have gone on. */
  end(): readonly Table[] {
    return [...this.#addHeld(null), ...this.#endFoot()];
  }

  #endFoot(): readonly Table[] {
    const ended = this.#foot === null ? [] : listed(this.#foot.table);
    this.#foot = null;
    return ended;
  }

  /** The table of the page before, with the lines that belong to it, and the place behind them. */
  #joined(
    lines: readonly WordLine[],
    tail: readonly string[],
    blank: number,
    page: number,
  ): { readonly table: OpenTable; readonly to: number } | null {
    const foot = this.#foot;
    if (foot === null || foot.page !== page - 1) return null;
    const signatures = lines.map(signature);
    const own = new Set(tail);
    // What stands below it has to stand there on this page too, or it is the text after the table.
    if (!foot.below.every((line) => own.has(line) || isNumber(line))) return null;
    for (const run of runsOf(lines, 1)) {
      const above = signatures.slice(0, lines.indexOf(run[0] as WordLine));
      if (above.length > mostMargin) return null;
      const isMargin = above.every((line) => foot.head.has(line) || continued.test(line) || isNumber(line));
      if (isMargin && goesOn(foot.table, run, blank)) return { table: foot.table, to: endOf(run, lines) };
    }
    return null;
  }
}

/**
 * Without the first or last line of a page that stands at the same place on the page before or after it, and is written in another size than the line next to
 * it: browsers print the title, the address and the number of the page so, close to a table. A row of the table stays, whatever its size: headings and totals
 * are often larger.
 */
function withoutRunning({ lines, options }: Page, others: readonly (Page | null)[]): readonly WordLine[] {
  const neighbours = others.filter((other) => other !== null && Math.abs(other.options.page - options.page) === 1);
  const isRunning = (at: 0 | -1): boolean => {
    const [line, next] = [lines.at(at), lines.at(at === 0 ? 1 : -2)];
    return (
      line !== undefined &&
      next !== undefined &&
      isOtherSize(line, next) &&
      neighbours.some((other) => isSameLine(line, other?.lines.at(at))) &&
      (isOfBrowser(line) || !isRowNextTo(line, at === 0 ? lines.slice(1) : lines.slice(0, -1), at))
    );
  };
  return lines.slice(isRunning(0) ? 1 : 0, isRunning(-1) ? -1 : undefined);
}

function isRowNextTo(line: WordLine, others: readonly WordLine[], at: 0 | -1): boolean {
  const run = runsOf(others, 1).at(at);
  return run !== undefined && run.at(at) === others.at(at) && isRowOf(line, run, at === 0 ? 'above' : 'below');
}

/** One of its pieces is the address of the page, or when it was printed. */
function isOfBrowser({ pieces }: WordLine): boolean {
  return pieces.some(({ words }) => ofBrowser.test(words.map(({ text }) => text).join(' ')));
}

function isOtherSize(line: WordLine, next: WordLine): boolean {
  const [one, other] = [heightOf(line), heightOf(next)];
  return Math.abs(one - other) > Math.max(one, other) * sizesApart;
}

function isSameLine(line: WordLine, other: WordLine | undefined): boolean {
  return (
    other !== undefined &&
    Math.abs(line.top - other.top) < heightOf(line) / 2 &&
    signature(line).replaceAll(' ', '') === signature(other).replaceAll(' ', '')
  );
}

function heightOf({ top, bottom }: WordLine): number {
  return bottom - top;
}

function listed(table: OpenTable): readonly Table[] {
  return [closedTable(table)].filter((one) => one !== null);
}

function endOf(run: readonly WordLine[], lines: readonly WordLine[]): number {
  return lines.indexOf(run.at(-1) as WordLine) + 1;
}

/** Its words, with any number for another. */
function signature({ pieces }: WordLine): string {
  const text = pieces.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
  return text.toLowerCase().replaceAll(/\d{1,9}/g, '#');
}

function isNumber(line: string): boolean {
  return /^[^\p{L}]{0,12}$/u.test(line);
}
