/** Whether a table whose format does not tell begins with a row of headings. */
import { typedColumn } from './cell-types.ts';

const judgedRows = 50;

/** 1 if the first row is one of names: all different, none a number; with two columns only if what is below is something else, or it is the first pair of many. */
export function headingsIn(rows: readonly (readonly string[])[]): 0 | 1 {
  const [first = [], ...below] = rows;
  const names = first.map((text) => text.trim().toLowerCase());
  const isNames = names.length > 1 && names.every((name) => name !== '') && new Set(names).size === names.length;
  if (!isNames || below.length === 0 || first.some((text) => typedColumn([text])[0]?.type !== 'text')) return 0;
  if (first.length > 2) return 1;
  const values = typedColumn(below.slice(0, judgedRows).map((row) => row[1] ?? ''));
  return values.some(({ type }) => type !== 'text' && type !== 'empty') && values.every(({ type }) => type !== 'text') ? 1 : 0;
}
