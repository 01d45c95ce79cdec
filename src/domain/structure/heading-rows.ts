/** Whether a table whose format does not tell begins with a row of headings. */
import { typedColumn } from './cells/cell-types.ts';
import { isNoValue } from './cells/no-value.ts';

const judgedRows = 50;

/**
 * 1 if the first row is one of names: none a number, and none twice but beside itself, where it stands over two columns; some columns may have none. With two
 * columns only if what is below is something else than text, unless the text consists of separated values, which begin with names (RFC 4180, §2).
 */
export function headingsIn(rows: readonly (readonly string[])[], form: 'separated' | 'other' = 'other'): 0 | 1 {
  const [first = [], ...below] = rows;
  const names = first.map((text) => text.trim().toLowerCase()).filter((name, at, all) => name !== '' && name !== all[at - 1]);
  const isNames = names.length > 1 && names.length * 2 >= first.length && new Set(names).size === names.length;
  const filled = first.filter((text) => text.trim() !== '');
  if (!isNames || below.length === 0 || typedColumn(filled).some(({ type }) => type !== 'text')) return 0;
  if (first.length > 2 || form === 'separated') return 1;
  const values = typedColumn(below.slice(0, judgedRows).map((row) => row[1] ?? '')).filter(({ text }) => !isNoValue(text));
  return values.some(({ type }) => type !== 'text' && type !== 'empty') && values.every(({ type }) => type !== 'text') ? 1 : 0;
}
