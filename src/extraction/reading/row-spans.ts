/** Which columns of a row of HTML are covered by cells of the rows above it (HTML, §4.9.12), so that each cell of a text is in its own column. */

/** Of columns and rows: a cell over more of them is how a page is laid out. */
const mostSpanned = 1_000;

export class RowSpans {
  /** For each column, the first row that no cell above covers. */
  readonly #freeFrom: number[] = [];
  #row = -1;
  #column = 0;

  beginRow(): void {
    this.#row += 1;
    this.#column = 0;
  }

  /** The next cell of the row: how many covered columns are before it, and how many columns it has. */
  cell({ colspan, rowspan }: Readonly<Record<string, string>>): { readonly skipped: number; readonly columns: number } {
    const from = this.#column;
    while ((this.#freeFrom[this.#column] ?? 0) > this.#row) this.#column += 1;
    const skipped = this.#column - from;
    const columns = bounded(colspan);
    const rows = rowspan === '0' ? mostSpanned : bounded(rowspan);
    const end = this.#row + rows;
    if (rows > 1 && this.#column < mostSpanned)
      for (let at = this.#column; at < this.#column + columns; at += 1) this.#freeFrom[at] = Math.max(this.#freeFrom[at] ?? 0, end);
    this.#column += columns;
    return { skipped, columns };
  }
}

function bounded(span: string | undefined): number {
  const count = Number(span ?? 1);
  return Number.isInteger(count) ? Math.max(1, Math.min(count, mostSpanned)) : 1;
}
