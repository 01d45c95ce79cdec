/**
 * Dates in a text: ISO 8601, and as they are written in German, English and Chinese, with the year. What can be read in several ways (03/04/2026, or a year
 * of two digits) has all of them as candidates, and no value.
 */
import type { FoundDate } from '../../contract/extraction/structured-text.ts';
import { type Found, withoutOverlaps } from './found-places.ts';

/** Which of two numbers is the day, if both the text and the calendar let it be only one. */
export type DateOrder = 'day-first' | 'month-first';

export interface ReadDate {
  /** ISO 8601; one if it is certain. Of two orders, that with the day first comes first. */
  readonly candidates: readonly string[];
  /** What this date tells of others that are written like it. */
  readonly order: DateOrder | null;
}

type Groups = Readonly<Record<string, string | undefined>>;
type Form = readonly [shape: RegExp, read: (groups: Groups) => ReadDate];

const none: ReadDate = { candidates: [], order: null };

const months: ReadonlyMap<string, number> = new Map(
  [
    'january jan januar jänner jän',
    'february feb februar feber',
    'march mar märz maerz mär mrz',
    'april apr',
    'may mai',
    'june jun juni',
    'july jul juli',
    'august aug',
    'september sep sept',
    'october oct oktober okt',
    'november nov',
    'december dec dezember dez',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);

const chineseDigits = '〇一二三四五六七八九';

const forms: readonly Form[] = [
  // `10:00-11:00` is from ten to eleven: behind a blank an offset to the west is one only after seconds.
  [
    /(?<![\d-])(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)(?:(?<time>(?:T(?:[01]\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?| (?:[01]\d|2[0-4]):[0-5]\d:[0-5]\d(?:[.,]\d{1,9})?)(?:Z|[+-](?:0\d|1[0-3]):?[0-5]\d|[+-]14:?00)?| (?:[01]\d|2[0-4]):[0-5]\d(?:Z|\+(?:0\d|1[0-3]):?[0-5]\d|\+14:?00)?)(?!\d|:\d)|(?!\d|-\d))/g,
    ({ y, m, d, time }) => certain(y, m, d, timeOf(time)),
  ],
  [/(?<![\d/])(?<y>\d{4})\/(?<m>\d{1,2})\/(?<d>\d{1,2})(?![\d/])/g, ({ y, m, d }) => certain(y, m, d)],
  [/(?<![\d.])(?<y>\d{4})\.(?<m>\d{1,2})\.(?<d>\d{1,2})(?!\d|\.\d)/g, ({ y, m, d }) => certain(y, m, d)],
  [/(?<![\d.])(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4})(?!\d|\.\d)/g, ({ y, m, d }) => certain(y, m, d)],
  [/(?<![\d.])(?<d>\d\d)\.(?<m>\d\d)\.(?<y>\d\d)(?!\d|\.\d)/g, ({ y, m, d }) => ({ candidates: ofShortYear(y, m, d), order: null })],
  [/(?<![\d/])(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4}|\d\d)(?![\d/])/g, ({ y, m, d }) => inEitherOrder(y, d, m)],
  [/(?<![\d-])(?<d>\d{1,2})-(?<m>\d{1,2})-(?<y>\d{4})(?!\d|-\d)/g, ({ y, m, d }) => inEitherOrder(y, d, m)],
  [
    /(?<![\d.,])(?<d>\d{1,2})(?:(?:st|nd|rd|th|\.)?[ \u00a0-]{1,2}(?:of )?|\.)(?<name>\p{L}{3,9})\.?,?[ \u00a0-]{1,2}(?<y>\d{4})(?!\d)/gu,
    ({ y, name, d }) => certain(y, monthOf(name), d),
  ],
  [
    /(?<!\p{L})(?<name>\p{L}{3,9})\.?[ \u00a0](?<d>\d{1,2})(?:st|nd|rd|th)?,?[ \u00a0](?<y>\d{4})(?!\d)/gu,
    ({ y, name, d }) => certain(y, monthOf(name), d),
  ],
  [
    // With a number before it, that was its day, which this month does not have; with something to count behind it, it was no year.
    /(?<!\p{L}|\d(?:st|nd|rd|th|\.)?[ \u00a0-]{0,2}(?:of )?)(?<name>\p{Lu}\p{L}{2,8})[ \u00a0](?<y>(?:19|2\d)\d\d)(?![.,]?\d|[ \u00a0]?[$€£¥%]|[ \u00a0-](?:Euros?|euros?|[A-Z]{3}|Dollars?|dollars|pounds|Pfund|Franken|people|persons|visitors|users|times|hours|Menschen|Personen|Leute|Besucher|Gäste|Mal|mal|Stunden|Stück|[kcm]?m|[km]?g|[kMGT]?B)(?!\p{L}))/gu,
    ({ y, name }) => certain(y, monthOf(name), undefined),
  ],
  [/(?<!\d)(?<y>\d{4}) ?年 ?(?<m>\d{1,2}) ?月(?: ?(?<d>\d{1,2}) ?[日号號])?/g, ({ y, m, d }) => certain(y, m, d)],
  [
    /(?<y>[〇零○一二三四五六七八九]{4})年(?<m>[一二三四五六七八九十]{1,2})月(?:(?<d>[一二三四五六七八九十廿]{1,3})[日号號])?/g,
    ({ y, m, d }) => certain(chineseYear(y), chineseNumber(m), d === undefined ? undefined : chineseNumber(d)),
  ],
];

/** In their order. Linear in the text. */
export function datesIn(text: string, most = Number.POSITIVE_INFINITY): readonly FoundDate[] {
  const found: Found<ReadDate>[] = [];
  for (const [shape, read] of forms) {
    let count = 0;
    for (const match of text.matchAll(shape)) {
      const value = read(match.groups ?? {});
      if (value.candidates.length === 0) continue;
      found.push({ text: match[0], offset: match.index, value });
      count += 1;
      if (count > most) break;
    }
  }
  return withoutOverlaps(found).map(({ text: shown, offset, value: { candidates } }) => ({
    text: shown,
    offset,
    value: candidates.length === 1 ? (candidates[0] ?? null) : null,
    candidates: candidates.length === 1 ? [] : [...candidates],
  }));
}

/** A text that is nothing but a date; without candidates if it is none. */
export function wholeDate(text: string): ReadDate {
  if (text.length > 40) return none;
  for (const [shape, read] of forms) {
    const [match] = text.matchAll(shape);
    if (match?.index !== 0 || match[0].length !== text.length) continue;
    const value = read(match.groups ?? {});
    if (value.candidates.length > 0) return value;
  }
  return none;
}

function certain(y: string | undefined, m: string | undefined, d: string | undefined, time = ''): ReadDate {
  const date = d === undefined ? monthDate(y, m) : isoDate(y, m, d);
  return date === null ? none : { candidates: [`${date}${time}`], order: null };
}

function inEitherOrder(y = '', one = '', two = ''): ReadDate {
  const dates = (d: string, m: string): readonly string[] => (y.length === 2 ? ofShortYear(y, m, d) : [isoDate(y, m, d) ?? []].flat());
  const [dayFirst, monthFirst] = [dates(one, two), dates(two, one)];
  const order = dayFirst.length === 0 ? 'month-first' : monthFirst.length === 0 ? 'day-first' : null;
  return { candidates: [...new Set([...dayFirst, ...monthFirst])], order };
}

function ofShortYear(y = '', m = '', d = ''): readonly string[] {
  return [`20${y}`, `19${y}`].flatMap((year) => isoDate(year, m, d) ?? []);
}

/** Null for a day that the calendar does not have. */
function isoDate(y = '', m = '', d = ''): string | null {
  const [year, month, day] = [Number(y), Number(m), Number(d)];
  const isDay = year >= 1_000 && year < 3_000 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return isDay ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : null;
}

function monthDate(y = '', m = ''): string | null {
  return isoDate(y, m, '1')?.slice(0, 7) ?? null;
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function timeOf(time: string | undefined): string {
  // The end of a day may be called 24:00 (ISO 8601), and no other time begins so.
  return time === undefined || /^.24:(?!00(?::00(?![\d:]|[.,]\d))?(?!:?\d))/.test(time) ? '' : `T${time.slice(1).replace(',', '.')}`;
}

function monthOf(name: string | undefined): string {
  return String(months.get((name ?? '').toLowerCase()) ?? '');
}

function chineseYear(year: string | undefined): string {
  return [...(year ?? '')].map((digit) => ('零○'.includes(digit) ? '0' : String(chineseDigits.indexOf(digit)))).join('');
}

/** 1 to 39: 十一, 二十六, 廿六. */
function chineseNumber(text: string | undefined): string {
  const plain = (text ?? '').replace('廿', '二十');
  const [tens = '', ones] = plain.includes('十') ? plain.split('十') : ['', plain];
  const ten = plain.includes('十') ? (tens === '' ? 1 : chineseDigits.indexOf(tens)) : 0;
  const one = ones === undefined || ones === '' ? 0 : chineseDigits.indexOf(ones);
  return ten < 0 || one < 0 ? '' : String(ten * 10 + one);
}
