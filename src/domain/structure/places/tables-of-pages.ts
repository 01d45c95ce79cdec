/** The tables of a document, page after page: one that ends at the foot of a page and goes on at the head of the next is one table. */
import type { Table } from '../../../contract/extraction/structured-text.ts';
import type { TableRoom } from '../table-grid.ts';
import { type PlacedWord, runsOf, type WordLine } from './word-lines.ts';
import { closedTable, goesOn, linesOfPage, type OpenTable, openedTable, usualBlank, type WordTableOptions } from './word-tables.ts';

/** What stands above and below the tables of each page: so many lines at most. */
const mostMargin = 2;
/** At the head of a page, above a table that goes on. */
const continued = /\b(?:continued|cont\.|fortsetzung)|续表|接上页/i;

interface Foot {
  readonly table: OpenTable;
  readonly page: number;
  /** Of that page: its first lines, and those below the table. */
  readonly head: ReadonlySet<string>;
  readonly below: readonly string[];
}

export class TablesOfPages {
  readonly #room: TableRoom;
  /** At the foot of the last page. */
  #foot: Foot | null = null;

  constructor(room: TableRoom) {
    this.#room = room;
  }

  /** The tables that end before or on this page, in their order. The last one of the page may go on. */
  add(words: readonly PlacedWord[], options: WordTableOptions & { readonly page: number }): readonly Table[] {
    const lines = linesOfPage(words, options.gap, this.#room);
    const blank = usualBlank(lines);
    const ended: Table[] = [];
    const joined = this.#joined(lines, blank, options.page);
    if (joined === null) ended.push(...this.end());
    const open: { readonly table: OpenTable; readonly to: number }[] = joined === null ? [] : [joined];
    for (const run of runsOf(lines.slice(joined?.to ?? 0))) {
      const table = openedTable(run, blank, options, this.#room);
      if (table !== null) open.push({ table, to: endOf(run, lines) });
    }
    const last = open.at(-1);
    const below = lines.slice(last?.to ?? 0).map(signature);
    const isAtFoot = last !== undefined && below.length <= mostMargin;
    for (const { table } of isAtFoot ? open.slice(0, -1) : open) ended.push(...listed(table));
    const head = new Set(lines.slice(0, mostMargin).map(signature));
    this.#foot = isAtFoot ? { table: last.table, page: options.page, head, below } : null;
    return ended;
  }

  /** The one that could have gone on. Call it at the end too. */
  end(): readonly Table[] {
    const ended = this.#foot === null ? [] : listed(this.#foot.table);
    this.#foot = null;
    return ended;
  }

  /** The table of the page before, with the lines that belong to it, and the place behind them. */
  #joined(lines: readonly WordLine[], blank: number, page: number): { readonly table: OpenTable; readonly to: number } | null {
    const foot = this.#foot;
    if (foot === null || foot.page !== page - 1) return null;
    const signatures = lines.map(signature);
    const own = new Set(signatures.slice(-mostMargin));
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
