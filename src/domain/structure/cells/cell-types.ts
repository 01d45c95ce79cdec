/**
 * What is in the cells of a table: numbers, dates, booleans or texts. What a program would spoil as a number stays a text: a leading zero, more digits than
 * a number holds, a phone number. `612 345 678` is one unless its column has decimals, or such numbers of another length. What could be read in two ways is decided by its column, or stays a text.
 */
import type { TableCell } from '../../../contract/extraction/structured-text.ts';
import { type DateOrder, wholeDate } from '../dates.ts';
import { type DecimalSign, decimalReadings, decimalSignIn, decimalWith } from './decimals.ts';

/** IEEE 754: so many decimal digits are always exact. */
const mostDigits = 15;
const longestNumber = 48;
const booleans: Readonly<Record<string, boolean>> = { true: true, false: false, wahr: true, falsch: false };
const emptyCell: TableCell = { text: '', type: 'empty' };

/** The cells of a column below its headings, each as it was. */
export function typedColumn(texts: readonly string[]): readonly TableCell[] {
  const sign = oneOf(texts.map((text) => (mayBeNumber(text) ? decimalSignIn(numberIn(text)) : null)));
  const order = oneOf(texts.map((text) => (/\d/.test(text) ? wholeDate(text).order : null)));
  const isCounted = areCounted(texts.map((text) => text.trim()));
  return texts.map((text) => typedCell(text, { sign, order, isCounted }));
}

/** What the other cells of a column tell of each. */
interface Column {
  readonly sign: DecimalSign | null;
  readonly order: DateOrder | null;
  /** Digits with blanks between are numbers, and no phone numbers or other names. */
  readonly isCounted: boolean;
}

const withBlanks = /^[-+−]?\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,6}$/;

/** Numbers of phones have one length, and no decimals. */
function areCounted(texts: readonly string[]): boolean {
  const lengths = new Set<number>();
  for (const text of texts) {
    if (text.length > longestNumber || !/^[-+−]?\d/.test(text)) continue;
    if (withBlanks.test(text)) lengths.add(text.length);
    else if (/[ \u00a0\u202f]/.test(text) && /[.,]\d{1,9}$/.test(text) && decimalReadings(text).length > 0) return true;
    else if (/^[-+−]?\d{1,15}[.,]\d{1,9}$/.test(text)) return true;
    if (lengths.size > 1) return true;
  }
  return false;
}

/** Whether a cell is a text in every column. */
export function isAlwaysText(text: string): boolean {
  const signs = [null, '.', ','] as const;
  const orders = [null, 'day-first', 'month-first'] as const;
  return signs.every((sign) => orders.every((order) => typedCell(text, { sign, order, isCounted: true }).type === 'text'));
}

/** The one that all of them say who say something. */
function oneOf<Value>(said: readonly (Value | null)[]): Value | null {
  const different = new Set(said.filter((one) => one !== null));
  const [first] = different;
  return different.size === 1 ? (first ?? null) : null;
}

function typedCell(text: string, { sign, order, isCounted }: Column): TableCell {
  const content = text.trim();
  if (content === '') return text === '' ? emptyCell : { text, type: 'empty' };
  const boolean = content.length <= 6 ? booleans[content.toLowerCase()] : undefined;
  if (boolean !== undefined) return { text, type: 'boolean', value: boolean };
  if (!/\d/.test(content)) return { text, type: 'text' };
  if (!isCounted && withBlanks.test(content)) return { text, type: 'text' };
  const number = numberOf(content, sign);
  if (number !== null) return { text, type: 'number', value: number };
  const { candidates } = wholeDate(content);
  const date =
    candidates.length === 1
      ? candidates[0]
      : candidates.length === 2 && order !== null
        ? candidates[order === 'day-first' ? 0 : 1]
        : undefined;
  return date === undefined || isShortYear(content) ? { text, type: 'text' } : { text, type: 'date', value: date };
}

/** The century of a year of two digits is told by nothing in its column. */
function isShortYear(content: string): boolean {
  return /^\d{1,2}[./]\d{1,2}[./]\d{2}$/.test(content);
}

function mayBeNumber(text: string): boolean {
  return text.length <= longestNumber && /\d/.test(text) && staysText(numberIn(text)) === false;
}

/** Without a currency sign or a percent sign. */
function numberIn(text: string): string {
  return text
    .trim()
    .replace(/^([-−]?)[€$£¥₹][ \u00a0]?/, '$1')
    .replace(/[ \u00a0\u202f]?[€$£¥₹%]$/, '');
}

function staysText(number: string): boolean {
  const digits = number.replaceAll(/\D/g, '').length;
  return /^[-+−]?0\d/.test(number) || digits > mostDigits || (number.startsWith('+') && digits >= 7);
}

function numberOf(content: string, sign: DecimalSign | null): number | null {
  if (content.length > longestNumber) return null;
  const number = numberIn(content);
  if (staysText(number)) return null;
  if (/^[-+]?\d{1,16}(?:\.\d{1,16})?[eE][-+]?\d{1,3}$/.test(number)) return finite(Number(number));
  const readings = decimalReadings(number);
  const read = readings.length > 1 ? (sign === null ? null : decimalWith(number, sign)) : (readings[0] ?? null);
  if (read === null) return null;
  return content.endsWith('%') ? Number((Number(read) / 100).toPrecision(mostDigits)) : finite(Number(read));
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}
