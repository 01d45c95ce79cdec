/** Which columns of a row of HTML are covered by cells of the rows above it (HTML, §4.9.12), so that each cell of a text is in its own column. */

/** Of columns and rows: a cell over more of them is how a page is laid out. */
const mostSpanned = 1_000;

export class RowSpans {
  /** For each column, how many rows are covered from above, the present one among them. */
  #covered: number[] = [];
  /** The same from cells of the present row, for those below it. */
  #begun: number[] = [];
  #column = 0;

  beginRow(): void {
    const [covered, begun] = [this.#covered, this.#begun];
    this.#covered = Array.from({ length: Math.max(covered.length, begun.length) }, (_, at) =>
      Math.max((covered[at] ?? 0) - 1, (begun[at] ?? 0) - 1, 0),
    );
    while (this.#covered.at(-1) === 0) this.#covered.pop();
    [this.#begun, this.#column] = [[], 0];
  }

  /** The next cell of the row: how many covered columns are before it, and how many columns it has. */
  cell({ colspan, rowspan }: Readonly<Record<string, string>>): { readonly skipped: number; readonly columns: number } {
    const from = this.#column;
    while ((this.#covered[this.#column] ?? 0) > 0) this.#column += 1;
    const skipped = this.#column - from;
    const columns = bounded(colspan);
    const rows = rowspan === '0' ? mostSpanned : bounded(rowspan);
    if (rows > 1) for (let at = 0; at < columns && this.#column < mostSpanned; at += 1) this.#begun[this.#column + at] = rows;
    this.#column += columns;
    return { skipped, columns };
  }
}

function bounded(span: string | undefined): number {
  const count = Number(span ?? 1);
  return Number.isInteger(count) ? Math.max(1, Math.min(count, mostSpanned)) : 1;
}
