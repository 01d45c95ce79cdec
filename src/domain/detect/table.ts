/** Tables of separated values, told by every row having as many cells. Careful with prose and code, which have commas and tabs too. */
import { type Claim, MAX_LINE_CHARACTERS, type Sample } from './sample.ts';

const mostRows = 60;
const fewestRows = 3;
/** Of rows whose cells are quoted, which hardly anything else is. */
const fewestQuotedRows = 2;
/** So many rows alike are a table, even of words alone. */
const manyRows = 10;

/** A claim where rows are many and even enough to be nothing else; what is less sure is the model's. RFC 4180 for the quotes. */
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

/** Quotes are respected. */
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

/** All rows have two cells or more, and as many. */
function isEven(table: readonly Row[], rows: readonly string[]): boolean {
  const width = table[0]?.cells.length ?? 0;
  return (
    table.length >= fewestRows && width > 1 && table.every(({ cells, isWhole }) => isWhole && cells.length === width) && isData(table, rows)
  );
}

/** As spreadsheets and `write.csv` of R write text: three cells or more, none without quotes but numbers, and no blank before a quote. */
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

/** Cells of tables are short, hold no code, and many of them are numbers or dates; rows don't begin with a blank or end in a sign. */
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
