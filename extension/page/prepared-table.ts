/** Changes a table in a copy of the page so that Markdown can have it: one head, as many cells in each row, no caption inside. */

/** A cell over more columns or rows is taken for one over so many. */
const longestSpan = 50;
/** A table with more cells stays as it is. */
const mostCells = 20_000;

export function prepareTable(table: HTMLTableElement): void {
  if (table.querySelectorAll('td, th').length > mostCells) return;
  spreadSpans(table);
  takeHead(table);
  const { caption } = table;
  if (caption === null) return;
  const words = table.ownerDocument.createElement('p');
  words.append(...caption.childNodes);
  caption.remove();
  table.before(words);
}

/** What a cell covers becomes cells that are empty. */
function spreadSpans(table: HTMLTableElement): void {
  const rows = [...table.rows];
  let added = 0;
  for (const [index, row] of rows.entries()) {
    for (const cell of [...row.cells]) {
      const columns = Math.min(cell.colSpan, longestSpan);
      const below = Math.min(cell.rowSpan, longestSpan);
      cell.removeAttribute('colspan');
      cell.removeAttribute('rowspan');
      added += columns * below - 1;
      if (added > mostCells) return;
      const at = cell.cellIndex;
      for (let column = 1; column < columns; column += 1) cell.after(emptyCell(cell));
      for (const next of rows.slice(index + 1, index + below)) {
        const place = next.cells[at] ?? null;
        for (let column = 0; column < columns; column += 1) next.insertBefore(emptyCell(cell), place);
      }
    }
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
