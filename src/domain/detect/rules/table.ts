/** Tables of separated values, recognized by rows with the same number of cells. Prose and code have commas and tabs too, so it is strict. */
import { type Claim, MAX_LINE_CHARACTERS, type Sample } from '../text-sample.ts';

const mostRows = 60;
const fewestRows = 3;
/** For rows with quoted cells, which hardly anything else has. */
const fewestQuotedRows = 2;
/** This many rows with as many cells are a table, even if the cells are only words. */
const manyRows = 10;

/** A claim if the rows are many and regular enough; what is less certain is left to the model. Quotes as in RFC 4180. */
export function claimTable({ lines }: Sample): Claim | null {
  const rows = lines.slice(0, mostRows);
  for (const [separator, typeId] of [
    ['\t', 'tsv'],
    [',', 'csv'],
    [';', 'csv'],
  ] as const) {
    if (!rows[0]?.includes(separator)) continue;
    const table = rows.map((line) => rowOf(line, separator));
    if (isQuoted(table) || isEven(table, rows)) return { typeId, confidence: 0.96 };
  }
  return null;
}

interface Row {
  readonly cells: readonly string[];
  /** No quote is left open, and the line was not cut. */
  readonly isWhole: boolean;
}

/** Respects quotes. */
function rowOf(line: string, separator: string): Row {
  const isCut = line.length >= MAX_LINE_CHARACTERS;
  if (!line.includes('"')) return { cells: line.split(separator), isWhole: !isCut };
  const cells: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted;
    else if (at === line.length || (line[at] === separator && !quoted)) {
      cells.push(line.slice(start, at));
      start = at + 1;
    }
  }
  return { cells, isWhole: !isCut && !quoted };
}

/** All rows have the same number of cells, two or more. */
function isEven(table: readonly Row[], rows: readonly string[]): boolean {
  const width = table[0]?.cells.length ?? 0;
  return (
    table.length >= fewestRows && width > 1 && table.every(({ cells, isWhole }) => isWhole && cells.length === width) && isData(table, rows)
  );
}

/** Text as spreadsheets and R's `write.csv` write it: three cells or more, all quoted except numbers, and no blank before a quote. */
function isQuoted(table: readonly Row[]): boolean {
  const known = table.map(({ cells, isWhole }) => (isWhole ? cells : cells.slice(0, -1)));
  const content = known.flat();
  const quoted = content.filter((cell) => /^"(?:[^"]|"")*"$/u.test(cell)).length;
  const others = content.filter((cell) => /^(?:[-+]?\d[\d.eE+-]*|NA|TRUE|FALSE)?$/u.test(cell)).length;
  const width = Math.max(...known.map((cells) => cells.length));
  return (
    table.length >= fewestQuotedRows &&
    known.every((cells, row) => cells.length > 2 && (table[row]?.isWhole === false || cells.length === width)) &&
    quoted >= content.length / 2 &&
    quoted + others === content.length
  );
}

const NUMBER = /^"?[-+]?[$€£]?\d[\d.,:/ T%Z-]*"?$/u;
const manyWords = 6;

/** Cells of tables are short, contain no code, and many are numbers or dates; rows do not begin with a blank or end in a sign. */
function isData(table: readonly Row[], rows: readonly string[]): boolean {
  const content = table.flatMap(({ cells }) => cells);
  const unquoted = content.filter((cell) => !cell.trim().startsWith('"'));
  const share = (list: readonly string[], shape: RegExp): number => list.filter((cell) => shape.test(cell)).length / content.length;
  const numeric = content.filter((cell) => NUMBER.test(cell.trim())).length / content.length;
  const codeLike = share(unquoted, /[{}()=<>;]|^\s*(?:\/\/|#|--|%)/u);
  const wordy = unquoted.filter((cell) => cell.trim().split(/\s+/u).length >= manyWords).length / content.length;
  const spaced = share(unquoted, /^ /u);
  const unclean = rows.filter((row) => /^\s|[.;!?{,]$/u.test(row)).length / rows.length;
  const isWords = rows.length >= manyRows && spaced === 0 && unclean === 0 && wordy === 0;
  return codeLike === 0 && wordy < 0.2 && spaced < 0.3 && unclean < 0.2 && (numeric >= 0.25 || isWords);
}
