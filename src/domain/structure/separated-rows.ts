/** Rows of separated values (RFC 4180), with any separator of one sign. Each part of the text is looked at once, and no more rows are read than are taken. */

const line = '\n';
/** After so many quotes without an end, none is special any more: each costs a search. */
const mostLost = 16;

/** A quote without an end within so many UTF-16 units is a sign like any other. A row of one blank cell is an empty line, and left out. */
export function* separatedRows(text: string, separator: string, longestQuoted: number): Generator<string[]> {
  let row: string[] = [];
  let [at, lost] = [0, 0];
  while (at < text.length) {
    const cell = text[at] === '"' && lost < mostLost ? quotedCell(text, at, longestQuoted) : { text: '', end: at };
    if (cell.end === at && text[at] === '"') lost += 1;
    const end = nextEnd(text, cell.end, separator);
    const rest = text.slice(cell.end, end);
    row.push(cell.text + (text[end] === separator ? rest : withoutReturn(rest)));
    at = end + 1;
    if (text[end] === separator) continue;
    if (row.length > 1 || row[0]?.trim() !== '') yield row;
    row = [];
  }
  // The last cell is empty if the text ends in a separator.
  if (row.length > 0) yield text.endsWith(separator) ? [...row, ''] : row;
}

export const separators = ['\t', ';', ',', '|'] as const;

/** The sign that separates most: of a first line. */
export function separatorOf(firstLine: string): string {
  const found = separators.map((sign) => ({ sign, count: countOutsideQuotes(firstLine, sign) }));
  return found.reduce((one, other) => (other.count > one.count ? other : one)).sign;
}

function countOutsideQuotes(text: string, sign: string): number {
  let [count, isQuoted] = [0, false];
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === sign && !isQuoted) count += 1;
  }
  return count;
}

function nextEnd(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === separator || text[at] === line) return at;
  return text.length;
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function quotedCell(text: string, start: number, longest: number): { readonly text: string; readonly end: number } {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote - start > longest) return { text: '', end: start };
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { text: cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
}
