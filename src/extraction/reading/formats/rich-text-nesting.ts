/** The tables in a cell of an RTF, by the levels that its paragraphs name (`\itap`): each cell ends with `\nestcell`, each row with `\nestrow`. */
import { structureLimits } from '../../../contract/extraction/structured-text.ts';

export type NestedRows = readonly (readonly string[])[];

interface Level {
  readonly rows: string[][];
  cells: string[];
  cell: string;
}

/** Word has no more in each other. */
const mostLevels = 64;

export class NestedTables {
  readonly #levels: Level[] = [];
  #ended: NestedRows[] = [];
  #count = 0;

  /** @param level from 2 on: 1 is the cell that all of them are in. */
  add(piece: string, level: number): void {
    const { cell } = this.#enter(level);
    if (cell.length < structureLimits.cellCharacters) this.#enter(level).cell = cell + piece;
  }

  endCell(level: number): void {
    const open = this.#enter(level);
    // One more than the structure takes, which tells it that there is more.
    if (this.#count <= structureLimits.cells) open.cells.push(open.cell.replaceAll(/[ \t]+/g, ' ').trim());
    this.#count += 1;
    open.cell = '';
  }

  endRow(level: number): void {
    const open = this.#enter(level);
    if (open.cells.length > 0) open.rows.push(open.cells);
    open.cells = [];
  }

  /** Those of the cell that ends. */
  take(): readonly NestedRows[] {
    this.#leave(0);
    const ended = this.#ended;
    [this.#ended, this.#count] = [[], 0];
    return ended;
  }

  /** What is deeper has ended. */
  leave(level: number): void {
    this.#leave(Math.max(0, level - 1));
  }

  #enter(level: number): Level {
    const wanted = Math.min(Math.max(1, level - 1), mostLevels);
    this.#leave(wanted);
    while (this.#levels.length < wanted) this.#levels.push({ rows: [], cells: [], cell: '' });
    return this.#levels.at(-1) ?? { rows: [], cells: [], cell: '' };
  }

  #leave(open: number): void {
    while (this.#levels.length > open) {
      const level = this.#levels.pop();
      if (level === undefined) return;
      if (level.cell.trim() !== '') level.cells.push(level.cell.trim());
      if (level.cells.length > 0) level.rows.push(level.cells);
      if (level.rows.length > 0) this.#ended.push(level.rows);
    }
  }
}
