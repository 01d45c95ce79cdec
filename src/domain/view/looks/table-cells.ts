/** The cells of a copied table: tabs, CSV (RFC 4180) with its usual separators, or Markdown. Linear in the text, and bounded in rows, columns and cells. */
import type { TableCells } from '../../../contract/page-rows/row-looks.ts';
import { separatedRows, separatorOf } from '../../structure/separated-rows.ts';
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
  const read = isMarkdown ? markdownRows(beginning) : delimitedRows(beginning, separatorOf(first));
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

function delimitedRows(text: string, separator: string): Read {
  const rows: string[][] = [];
  for (const row of separatedRows(text, separator, longestQuoted)) {
    if (rows.length > mostRows) return { rows, isWhole: false };
    rows.push(row);
  }
  return { rows, isWhole: true };
}

/** Of a cell in quotes, in UTF-16 units: a longer one has lost its end. */
const longestQuoted = 4_096;
