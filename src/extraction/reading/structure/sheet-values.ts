/** What the numbers of Excel are: amounts, or days since 1899, by the format in which they are displayed. */
import { SSF } from '@e965/xlsx';
import type { TableCell } from '../../../contract/structured-text.ts';

/** What the program of a sheet says of a cell: a number, a boolean, or a date as ISO 8601; undefined for a text. */
export type TypedValue = { readonly type: TableCell['type']; readonly value?: number | boolean | string } | undefined;

/** Formats have names for those that every program knows, by their number. */
const usual = SSF.get_table() as Readonly<Record<string, string>>;

export function typedNumber(value: number, format: number | string, date1904: boolean): TypedValue {
  if (!Number.isFinite(value)) return undefined;
  const code = typeof format === 'number' ? (usual[format] ?? 'General') : format;
  if (!isDate(code)) return { type: 'number', value };
  const parts = SSF.parse_date_code(value, { date1904 });
  // Below a day it is a time, and has no date.
  if (parts === null || parts === undefined || value < 1) return undefined;
  const date = [String(parts.y).padStart(4, '0'), twoDigits(parts.m), twoDigits(parts.d)].join('-');
  const hasTime = parts.H + parts.M + parts.S > 0;
  return {
    type: 'date',
    value: hasTime ? `${date}T${[parts.H, parts.M, parts.S].map((part) => twoDigits(Math.floor(part))).join(':')}` : date,
  };
}

/** Looked at once each: a sheet has millions of cells, and a workbook few formats. */
const datesByCode = new Map<string, boolean>();
const mostCodes = 1_000;

function isDate(code: string): boolean {
  const known = datesByCode.get(code);
  if (known !== undefined) return known;
  if (datesByCode.size >= mostCodes) datesByCode.clear();
  const is = isDateFormat(code);
  datesByCode.set(code, is);
  return is;
}

/** A format may be wrong, and is anybody's. */
function isDateFormat(code: string): boolean {
  try {
    return SSF.is_date(code);
  } catch {
    return false;
  }
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
