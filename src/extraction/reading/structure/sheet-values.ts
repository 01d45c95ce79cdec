/** What the numbers of Excel are: amounts, or days since 1899, by the format in which they are displayed. */
import { SSF } from '@e965/xlsx';
import type { TableCell } from '../../../contract/extraction/structured-text.ts';

/** What the program of a sheet says of a cell: a number, a boolean, or a date as ISO 8601; undefined for a text. */
export type TypedValue = { readonly type: TableCell['type']; readonly value?: number | boolean | string } | undefined;

/** Formats have names for those that every program knows, by their number. */
const usual = SSF.get_table() as Readonly<Record<string, string>>;

export function typedNumber(value: number, format: number | string, date1904: boolean): TypedValue {
  if (!Number.isFinite(value)) return undefined;
  const code = typeof format === 'number' ? (usual[format] ?? 'General') : format;
  const kind = kindOf(code);
  if (kind === 'amount') return { type: 'number', value };
  if (kind === 'time') return undefined;
  const parts = SSF.parse_date_code(value, { date1904 });
  // Below a day it is a time as well. Day 60 of the system of 1900 is one that the calendar never had.
  if (parts === null || parts === undefined || value < 1 || (!date1904 && Math.floor(value) === 60)) return undefined;
  const date = [String(parts.y).padStart(4, '0'), twoDigits(parts.m), twoDigits(parts.d)].join('-');
  const hasTime = parts.H + parts.M + parts.S > 0;
  return {
    type: 'date',
    value: hasTime ? `${date}T${[parts.H, parts.M, parts.S].map((part) => twoDigits(Math.floor(part))).join(':')}` : date,
  };
}

type FormatKind = 'amount' | 'day' | 'time';

/** Looked at once each: a sheet has millions of cells, and a workbook few formats. */
const kinds = new Map<string, FormatKind>();
const mostCodes = 1_000;

function kindOf(code: string): FormatKind {
  const known = kinds.get(code);
  if (known !== undefined) return known;
  if (kinds.size >= mostCodes) kinds.clear();
  const kind = isOfDays(code) ? (showsDay(code) ? 'day' : 'time') : 'amount';
  kinds.set(code, kind);
  return kind;
}

/** A format may be wrong, and is anybody's. */
function isOfDays(code: string): boolean {
  try {
    return SSF.is_date(code);
  } catch {
    return false;
  }
}

/** What shows no day or year is a time, and what counts hours on, as time sheets do (`[h]:mm`), is a duration: neither has a date. */
function showsDay(code: string): boolean {
  if (/\[(?:h{1,9}|m{1,9}|s{1,9})\]/i.test(code)) return false;
  const letters = code.replaceAll(/"[^"]*"?|[\\_*].|\[[^\]]*\]?|General/gi, '');
  return /[dyeb]/i.test(letters);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
