/** Tables as text: CSV and TSV (RFC 4180), and Markdown (GitHub Flavored Markdown, §4.10). */
import type { Table, TableCell, TableForm } from '../../contract/extraction/structured-text.ts';
import { isNoValue } from './cells/no-value.ts';
import { tablesIn } from './text-tables.ts';

export interface SeparatedForm {
  readonly separator: ',' | '\t';
  /**
   * What a spreadsheet would take for a formula gets an apostrophe in front of it, as OWASP recommends ("CSV Injection"), also behind a separator within a
   * cell. Without that, every cell is exactly what it was.
   */
  readonly isGuarded: boolean;
}

/** Lines end in CR LF, as RFC 4180 has them. The same quotes in TSV, which has no rule for line ends in a cell: spreadsheets write and read it so. */
export function separatedTable({ rows }: Pick<Table, 'rows'>, { separator, isGuarded }: SeparatedForm): string {
  return rows
    .map((row) => {
      const line = row.map((cell) => quoted(isGuarded ? guarded(cell.text) : cell.text, separator)).join(separator);
      // A line of nothing would be no row.
      return `${row.length === 1 && (row[0]?.text ?? '').trim() === '' ? `"${line.replaceAll('"', '')}"` : line}\r\n`;
    })
    .join('');
}

/** A spreadsheet may split at any of these, whatever the file was meant to be separated by; a quote within the line does not keep it from that. */
const splits = /[;,\t\n\r]/;
const between = /[\s"']/;
const begins = /[=@+\-＝＠＋－]/;
/** A number as it is displayed, or a phone number of digits and blanks: nothing in it is called or computed. So is a dash that stands for no value. */
const harmless =
  /^[-+＋－](?:[ \u00a0]?[€$£¥₹]?[ \u00a0]?\d[\d.,'’ \u00a0\u202f]{0,40}(?:[eE][-+]?\d{1,3})?[ \u00a0\u202f]?[%€$£¥₹]?|[-+]{0,2})\s?(?:[;\t\n\r]|$)/u;
const longestHarmless = 60;

/**
 * An apostrophe in front of each sign that begins a formula, at the start of the cell and wherever another separator would begin one. The type does not
 * matter: the format of a number is free text. Linear in the text.
 */
function guarded(text: string): string {
  let written = '';
  let [from, isStart] = [0, true];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isStart && begins.test(sign) && !harmless.test(text.slice(at, at + longestHarmless))) {
      written += `${text.slice(from, at)}'`;
      from = at;
    }
    isStart = splits.test(sign) || (isStart && between.test(sign));
  }
  return written + text.slice(from);
}

function quoted(text: string, separator: string): string {
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first heading is the head; rows of further headings follow it. Without any, the head is empty, because Markdown has no table without one. */
export function markdownTable({ name, title, headings, rows }: Pick<Table, 'name' | 'title' | 'headings' | 'rows'>): string {
  const [first = []] = rows;
  const head = headings > 0 ? first.map(({ text }) => text) : first.map(() => '');
  const below = headings > 0 ? rows.slice(1) : rows;
  const rules = first.map((_, column) => (isNumeric(below.slice(Math.max(0, headings - 1)).map((row) => row[column])) ? '---:' : '---'));
  const lines = [head, rules, ...below.map((row) => row.map(({ text }) => text))];
  const named = (name ?? '').trim() === '' ? '' : `**${escaped((name ?? '').trim())}**\n\n`;
  const titled = title === null ? '' : `${escaped(title)}\n\n`;
  return named + titled + lines.map((cells, at) => `| ${cells.map((cell) => (at === 1 ? cell : escaped(cell))).join(' | ')} |\n`).join('');
}

function isNumeric(cells: readonly (TableCell | undefined)[]): boolean {
  const filled = cells.filter((cell) => cell !== undefined && cell.type !== 'empty' && !isNoValue(cell.text));
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

/**
 * The first table in the text. As CSV and TSV what a spreadsheet would take for a formula is guarded. As JSON an object for each row, by its headings; without headings, or if two are the same, an
 * array of cells. Null without a table. Linear in the text.
 */
export function tableInForm(text: string, form: TableForm): string | null {
  const [table] = tablesIn(text);
  if (table === undefined) return null;
  if (form !== 'json') return separatedTable(table, { separator: form === 'csv' ? ',' : '\t', isGuarded: true });
  const values = table.rows.map((row) => row.map(({ text: shown, type, value }) => (type === 'empty' ? null : (value ?? shown))));
  const names = table.headings === 1 ? (table.rows[0]?.map(({ text: name }) => name.trim()) ?? []) : [];
  const isNamed = names.length > 0 && new Set(names).size === names.length && !names.includes('');
  const rows = isNamed ? values.slice(1).map((row) => Object.fromEntries(row.map((value, at) => [names[at] ?? '', value]))) : values;
  return `${JSON.stringify(rows, null, 2)}\n`;
}
