/** Signs that a terminal draws between the cells of a table, as `psql` and `mysql` do: a bar stands for the line that a page would have. */

const bar = /^[|│┃║]$/;
/** A line of such signs alone is a rule. */
const ruled = /^[-+=_|─━═┼╪╬├┤┬┴╞╡╟╢╠╣╤╧╦╩┌┐└┘╔╗╚╝]+$/u;
/** In heights of a bar: bars below each other stand no further beside each other. */
const sameColumn = 0.3;
/** Fewer are a pipe between two programs, or a union of types. */
const fewestRows = 2;
/** Of the lines with bars: in a table, all have them in the same places. */
const mostRows = 0.8;
/** More are a drawing. */
const mostColumns = 64;

/** The words of each line without bars that stand below each other, and without rules; what follows a bar is in another cell, and each line with bars is a row. The lines as they are, where there are no such bars. @param lines of words, from left to right. */
export function withBarsAsLines<Word extends Placed>(lines: readonly (readonly Word[])[]): readonly (readonly (Word & InRow)[])[] {
  const barred = lines.filter((words) => words.some(({ text }) => bar.test(text)));
  const columns = barColumns(barred);
  if (columns.length === 0) return lines;
  const isBar = (word: Placed): boolean => bar.test(word.text) && columns.some((column) => isAt(column, word));
  const rows = lines.map((words) => {
    if (words.every(({ text }) => ruled.test(text))) return [];
    if (!words.some(isBar)) return words;
    return words.flatMap((word, at) => {
      if (isBar(word)) return [];
      const before = words[at - 1];
      return [{ ...word, isRow: true, ...(before !== undefined && isBar(before) && { isOtherCell: true }) }];
    });
  });
  return rows.filter((words) => words.length > 0);
}

interface Placed {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface InRow {
  readonly isRow?: boolean;
  readonly isOtherCell?: boolean;
}

interface BarColumn {
  readonly middle: number;
  readonly reach: number;
  rows: number;
}

/** None unless most lines with bars have them there. */
function barColumns(barred: readonly (readonly Placed[])[]): readonly BarColumn[] {
  const columns: BarColumn[] = [];
  for (const word of barred
    .flat()
    .filter(({ text }) => bar.test(text))
    .toSorted((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last !== undefined && isAt(last, word)) last.rows += 1;
    else columns.push({ middle: middleOf(word), reach: (word.bottom - word.top) * sameColumn, rows: 1 });
  }
  const most = Math.max(0, ...columns.map(({ rows }) => rows));
  if (most < fewestRows || most < barred.length * mostRows) return [];
  const found = columns.filter(({ rows }) => rows >= Math.max(fewestRows, most * mostRows));
  return found.length > mostColumns ? [] : found;
}

function isAt({ middle, reach }: BarColumn, word: Placed): boolean {
  return Math.abs(middle - middleOf(word)) <= reach;
}

function middleOf({ left, right }: Placed): number {
  return (left + right) / 2;
}
