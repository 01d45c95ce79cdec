/** Tables as text: CSV and TSV (RFC 4180), and Markdown (GitHub Flavored Markdown, §4.10). */
import type { Table, TableCell } from '../../contract/structured-text.ts';

export interface SeparatedForm {
  readonly separator: ',' | '\t';
  /**
   * A text that a spreadsheet would take for a formula gets an apostrophe in front of it, as OWASP recommends ("CSV Injection"). Without that, every cell
   * is exactly what it was.
   */
  readonly isGuarded: boolean;
}

/** Lines end in CR LF, as RFC 4180 has them. The same quotes in TSV, which has no rule for line ends in a cell: spreadsheets write and read it so. */
export function separatedTable({ rows }: Pick<Table, 'rows'>, { separator, isGuarded }: SeparatedForm): string {
  return rows
    .map((row) => {
      const line = row.map((cell) => quoted(isGuarded ? guarded(cell) : cell.text, separator)).join(separator);
      // A line of nothing would be no row.
      return `${row.length === 1 && (row[0]?.text ?? '').trim() === '' ? `"${line.replaceAll('"', '')}"` : line}\r\n`;
    })
    .join('');
}

/** Without letters nothing is called, computed or fetched: `-12` and `+49 30 1234567` stay as they are. */
function guarded({ text, type }: TableCell): string {
  if (type !== 'text') return text;
  const isFormula = /^[=@\t\r＝＠]/u.test(text) || (/^[-+＋－]/u.test(text) && /[\p{L}!|]/u.test(text));
  return isFormula ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first heading is the head; rows of further headings follow it. Without any, the head is empty, because Markdown has no table without one. */
export function markdownTable({ name, headings, rows }: Pick<Table, 'name' | 'headings' | 'rows'>): string {
  const [first = []] = rows;
  const head = headings > 0 ? first.map(({ text }) => text) : first.map(() => '');
  const below = headings > 0 ? rows.slice(1) : rows;
  const rules = first.map((_, column) => (isNumeric(below.slice(Math.max(0, headings - 1)).map((row) => row[column])) ? '---:' : '---'));
  const lines = [head, rules, ...below.map((row) => row.map(({ text }) => text))];
  const title = (name ?? '').trim() === '' ? '' : `**${escaped((name ?? '').trim())}**\n\n`;
  return title + lines.map((cells, at) => `| ${cells.map((cell) => (at === 1 ? cell : escaped(cell))).join(' | ')} |\n`).join('');
}

function isNumeric(cells: readonly (TableCell | undefined)[]): boolean {
  const filled = cells.filter((cell) => cell !== undefined && cell.type !== 'empty');
  return filled.length > 0 && filled.every((cell) => cell?.type === 'number');
}

/** A cell has one line, and no upright line of its own. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll(/\r\n|[\r\n]/g, '<br>')
    .trim();
}
