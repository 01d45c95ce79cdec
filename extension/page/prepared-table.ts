/** Changes a table in a copy of the page so that Markdown can have it: no cell over more than one column or row, a head, no caption inside. */

/** A cell over more columns or rows is taken for one over so many. */
const longestSpan = 50;
/** A table with more cells stays as it is. */
const mostCells = 20_000;

export function prepareTable(table: HTMLTableElement): void {
  spreadSpans([...table.rows]);
  takeHead(table);
  const { caption } = table;
  if (caption === null) return;
  const words = table.ownerDocument.createElement('p');
  words.append(...caption.childNodes);
  caption.remove();
  table.before(words);
}

/** What a cell covers becomes cells that are empty. A row is made anew from its cells, and looked at once. */
function spreadSpans(rows: readonly HTMLTableRowElement[]): void {
  const isSpread = rows.some((row) => [...row.cells].some((cell) => cell.colSpan > 1 || cell.rowSpan > 1));
  if (!isSpread) return;
  /** For each column, in how many of the following rows it is covered, by a cell of which kind. */
  let covered: { readonly below: number; readonly by: HTMLTableCellElement }[] = [];
  let written = 0;
  for (const row of rows) {
    const own = [...row.cells];
    const line: HTMLElement[] = [];
    const next: typeof covered = [];
    let at = 0;
    while (own.length > at || covered[line.length] !== undefined) {
      const above = covered[line.length];
      const cell = above === undefined ? own[at] : undefined;
      if (above !== undefined) {
        if (above.below > 1) next[line.length] = { below: above.below - 1, by: above.by };
        line.push(emptyCell(above.by));
      } else if (cell !== undefined) {
        at += 1;
        const below = Math.min(cell.rowSpan, longestSpan) - 1;
        const columns = Math.min(cell.colSpan, longestSpan);
        for (let column = 0; column < columns; column += 1) {
          if (below > 0) next[line.length] = { below, by: cell };
          line.push(column === 0 ? cell : emptyCell(cell));
        }
        cell.removeAttribute('colspan');
        cell.removeAttribute('rowspan');
      }
      if (written + line.length > mostCells) return;
    }
    written += line.length;
    row.replaceChildren(...line);
    covered = next;
  }
}

function emptyCell(beside: HTMLTableCellElement): HTMLElement {
  return beside.ownerDocument.createElement(beside.localName);
}

/** A first row of nothing but heads is the head of the table, also where the page does not say so. */
function takeHead(table: HTMLTableElement): void {
  const [first] = table.rows;
  if (table.tHead !== null || first === undefined || first.cells.length < 2) return;
  if (![...first.cells].every(({ localName }) => localName === 'th')) return;
  table.createTHead().append(first);
}
