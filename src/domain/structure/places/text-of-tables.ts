/** The tables of a page as lines of a text: a row each, with tabs between its cells. */
import { tableRoom } from '../table-grid.ts';
import { groupsOf } from './side-by-side.ts';
import { tableRunsOf } from './table-runs.ts';
import type { PlacedWord } from './word-lines.ts';
import { type FoundTable, foundTable, linesOfPage, usualBlank, type WordTableOptions } from './word-tables.ts';

export interface TextOfTable {
  readonly words: readonly PlacedWord[];
  readonly text: string;
}

type PageOptions = Omit<WordTableOptions, 'page'> & { readonly isExact: boolean };

/** In their order from the top: those of `TablesOfPages` that do not need another page to be seen. */
export function textsOfTables(words: readonly PlacedWord[], options: PageOptions): readonly TextOfTable[] {
  return groupsOf(linesOfPage(words, options.gap, tableRoom()), options).flatMap((lines) => {
    const blank = usualBlank(lines);
    return tableRunsOf(lines, blank).flatMap((run) => {
      const found = foundTable(run, blank, { ...options, page: null });
      return found === null ? [] : textOfTable(found);
    });
  });
}

/** An empty cell has its tab, unless nothing follows it in its row. */
function textOfTable({ rows }: FoundTable): TextOfTable {
  const lines = rows.map((cells) => {
    let [line, column] = ['', 0];
    for (const { at, text } of cells) {
      line += '\t'.repeat(Math.max(0, at - column)) + text;
      column = Math.max(column, at);
    }
    return line;
  });
  return { words: rows.flatMap((cells) => cells.flatMap((cell) => cell.words)), text: lines.join('\n') };
}
