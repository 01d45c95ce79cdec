/** Tables for the writing of Markdown: each has one head, and as many cells in each row. What is a table only for its looks becomes plain blocks. */
import { marks } from './marks.ts';

const rules: Readonly<Record<string, string>> = { left: ' :--- |', right: ' ---: |', center: ' :---: |' };

export function arrangeTables(root: Element): void {
  const tables = [...root.querySelectorAll('table')];
  // What has headings, quotations or other tables in its cells lays out a page, or can't be written in the lines of a table.
  const layouts = new Set<Element>();
  for (const block of root.querySelectorAll('table, h1, h2, h3, h4, h5, h6, hr, blockquote')) {
    const around = block.parentElement?.closest('table') ?? null;
    if (around !== null) layouts.add(around);
  }
  for (const table of tables) {
    const rows = [...table.rows];
    const isOneCell = rows.length === 0 || (rows.length === 1 && (rows[0]?.cells.length ?? 0) <= 1);
    if (layouts.has(table) || isOneCell) table.replaceWith(...table.childNodes);
    else arrangeTable(table, rows);
  }
  unwrapStrayCells(root);
  for (const block of root.querySelectorAll('td pre, th pre')) spreadLines(block);
}

/** Rows and cells without their table, as Readability leaves them of a layout too. */
function unwrapStrayCells(root: Element): void {
  for (const stray of root.querySelectorAll('tr, td, th, thead, tbody, tfoot, caption')) {
    if (stray.closest('table') !== null) continue;
    const block = stray.ownerDocument.createElement('div');
    block.append(...stray.childNodes);
    stray.replaceWith(block);
  }
}

function arrangeTable(table: HTMLTableElement, rows: readonly HTMLTableRowElement[]): void {
  const { ownerDocument: document } = table;
  const cells = rows.map((row) => [...row.cells]);
  const columns = cells.reduce((most, { length }) => Math.max(most, length), 0);
  const alignments: string[] = [];
  for (const [index, row] of rows.entries()) {
    const own = cells[index] ?? [];
    for (const [column, cell] of own.entries()) alignments[column] ||= alignmentOf(cell);
    for (let missing = own.length; missing < columns; missing += 1) row.append(document.createElement('td'));
  }
  const [first] = rows;
  const isHead = first?.parentElement?.localName === 'thead' || (cells[0] ?? []).every(({ localName }) => localName === 'th');
  const head = isHead && first !== undefined ? first : document.createElement('tr');
  if (head !== first) {
    for (let column = 0; column < columns; column += 1) head.append(document.createElement('th'));
    table.prepend(head);
  }
  head.setAttribute(marks.rule, `|${Array.from({ length: columns }, (_, column) => rules[alignments[column] ?? ''] ?? ' --- |').join('')}`);
}

function alignmentOf(cell: HTMLTableCellElement): string {
  return (
    cell.getAttribute('align') ??
    /text-align:\s*(left|right|center)/i.exec(cell.getAttribute('style') ?? '')?.[1] ??
    ''
  ).toLowerCase();
}

/** A block of code in a cell becomes lines of code. */
function spreadLines(block: Element): void {
  const { ownerDocument: document } = block;
  const lines = (block.textContent ?? '').split('\n').filter((line) => line.trim() !== '');
  const written = document.createElement('div');
  for (const [index, line] of lines.entries()) {
    const code = document.createElement('code');
    code.textContent = line;
    if (index > 0) written.append(document.createElement('br'));
    written.append(code);
  }
  block.replaceWith(written);
}
