/** The cells of a copied table: tabs, CSV (RFC 4180) with its usual separators, or Markdown. Linear in the text, and bounded in rows, columns and cells. */
import type { TableCells } from '../../../contract/page-rows/row-looks.ts';
import { oneLine } from '../shown-text.ts';

const mostRows = 100;
const mostColumns = 20;
const longestCell = 200;
/** In UTF-16 units. */
const lookedAt = 65_536;

/** The first line is the head. Null if the text has no two columns, or no row below its head. */
export function tableCells(text: string): TableCells | null {
  const beginning = text.slice(0, lookedAt).replaceAll('\r\n', '\n');
  const first = beginning.slice(0, beginning.indexOf('\n') + 1);
  const isMarkdown = isRule(beginning.slice(first.length).split('\n', 1)[0] ?? '');
  const read = isMarkdown ? markdownRows(beginning) : separatedRows(beginning, separatorOf(first));
  const [head = [], ...below] = read.rows;
  const rows = isMarkdown ? below.slice(1) : below;
  const columns = Math.min(mostColumns, Math.max(head.length, ...rows.slice(0, mostRows).map((row) => row.length)));
  if (columns < 2 || rows.length === 0) return null;
  const shown = (row: readonly string[]): readonly string[] =>
    Array.from({ length: columns }, (_, at) => oneLine(row[at] ?? '', longestCell));
  const isWhole = read.isWhole && text.length <= lookedAt && rows.length <= mostRows && read.rows.every((row) => row.length <= mostColumns);
  return { head: shown(head), rows: rows.slice(0, mostRows).map(shown), isWhole };
}

interface Read {
  readonly rows: readonly (readonly string[])[];
  readonly isWhole: boolean;
}

/** The line of dashes under the head of a Markdown table. */
function isRule(line: string): boolean {
  return line.includes('|') && line.includes('--') && /^[-| :\t]+$/.test(line);
}

function markdownRows(text: string): Read {
  const lines = text.split('\n', mostRows + 3);
  const end = lines.findIndex((line) => !line.includes('|'));
  const rows = (end < 0 ? lines : lines.slice(0, end)).map((line) => {
    const cells = line.trim().replaceAll('\\|', '\0').split('|');
    if (cells[0]?.trim() === '') cells.shift();
    if (cells.at(-1)?.trim() === '') cells.pop();
    return cells.map((cell) => cell.replaceAll('\0', '|'));
  });
  return { rows, isWhole: lines.length < mostRows + 3 && (end < 0 || lines.slice(end).join('').trim() === '') };
}

function separatorOf(line: string): string {
  const found = ['\t', ';', ',', '|'].map((sign) => ({ sign, count: line.split(sign).length }));
  return found.reduce((one, other) => (other.count > one.count ? other : one)).sign;
}

/** Each part of the text is looked at once: a quoted cell ends at its quote, any other at the next separator or line end. */
function separatedRows(text: string, separator: string): Read {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length <= mostRows) {
    const cell = text[at] === '"' ? quotedCell(text, at) : { text: '', end: at };
    const end = nextEnd(text, cell.end, separator);
    row.push(cell.text + text.slice(cell.end, end));
    at = end + 1;
    if (text[end] === separator) continue;
    if (row.length > 1 || row[0]?.trim() !== '') rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return { rows, isWhole: at >= text.length };
}

function nextEnd(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === separator || text[at] === '\n') return at;
  return text.length;
}

/** A quote without an end is a sign like any other. */
function quotedCell(text: string, start: number): { readonly text: string; readonly end: number } {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote - start > longestQuoted) return { text: '', end: start };
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { text: cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
}

/** Of a cell in quotes, in UTF-16 units: a longer one has lost its end. */
const longestQuoted = 4_096;
