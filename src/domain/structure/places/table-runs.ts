/** Which lines of a page may be one table. */
import { typedColumn } from '../cells/cell-types.ts';
import { columnsOf, columnsUnder, cutLines, writtenApart } from './word-columns.ts';
import { distanceAbove, runsOf, textOf, type WordLine } from './word-lines.ts';

/** Of the usual distance of two lines. */
const furtherThanRows = 1.4;

/**
 * Lines that may be one table each: runs, cut where another table begins below the first one. That stands further down than rows do, and begins with headings above values, as
 * the first one has them too. Each with the line of headings above it, whose words may be closer than cells mostly are. @param blank the usual one between two words.
 */
export function tableRunsOf(lines: readonly WordLine[], blank: number): readonly (readonly WordLine[])[] {
  const before = new Map(lines.map((line, at) => [line, lines[at - 1]]));
  return runsOf(lines).flatMap((run) => {
    const distances = run.map((_, at) => distanceAbove(run, at)).slice(1);
    const usual = distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0;
    const parts: WordLine[][] = [];
    for (const [at, line] of run.entries()) {
      const last = parts.at(-1);
      const isFurther = at > 0 && (distances[at - 1] ?? 0) > usual * furtherThanRows;
      if (last === undefined || (isFurther && hasValues(last.at(-1)) && isHeadingOf(line, run[at + 1]))) parts.push([line]);
      else last.push(line);
    }
    const [first = [], ...others] = parts;
    return [[...headingsAbove(first, usual, before.get(run[0] as WordLine), blank), ...first], ...others];
  });
}

/** The line above, if it is no further than a row, and has a text above each column. */
function headingsAbove(rows: readonly WordLine[], usual: number, above: WordLine | undefined, blank: number): readonly WordLine[] {
  const [first] = rows;
  if (above === undefined || first === undefined || above.pieces.length > 1 || first.top - above.top > usual * furtherThanRows) return [];
  const written = writtenApart(rows);
  const columns = columnsOf(written);
  const [heading, below] = cutLines(writtenApart([above, first]), columns, blank);
  const isAbove = heading?.pieces.every((piece, at) => columnsUnder(piece, columns).join() === String(at)) === true;
  return isAbove && heading.pieces.length === columns.length && isHeadingOf(heading, below) ? [heading] : [];
}

/** Texts above values, one for each: a line of a row that has several has none above its value. */
function isHeadingOf({ pieces }: WordLine, below: WordLine | undefined): boolean {
  return hasValues(below) && pieces.length === below?.pieces.length && typedColumn(pieces.map(textOf)).every(({ type }) => type === 'text');
}

function hasValues(line: WordLine | undefined): boolean {
  return line !== undefined && typedColumn(line.pieces.map(textOf)).some(({ type }) => type !== 'text');
}
