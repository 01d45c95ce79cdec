/** A table of a text, in another form than it was written in. Pure. */
import type { TableForm } from '../../contract/extraction/structured-text.ts';
import { separatedTable } from './table-forms.ts';
import { tablesIn } from './text-tables.ts';

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
