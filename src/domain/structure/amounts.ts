/**
 * Amounts of money in a text, with the currency before or behind them. A sign such as $ or ¥ belongs to several currencies: then those are the candidates,
 * and there is no currency. So it is with a number of several readings: `1,599 €` has three decimals at a petrol station, and is four digits elsewhere.
 */
import type { FoundAmount } from '../../contract/extraction/structured-text.ts';
import { decimalReadings, decimalWith, shifted } from './cells/decimals.ts';
import { type Found, withoutOverlaps } from './found-places.ts';
import { type Multiple, multipleBehind, multipleOf } from './multiples.ts';

/** Without TRY, COP, PEN and MAD, which are words too. */
const codes: ReadonlySet<string> = new Set(
  'AED ARS AUD BGN BHD BRL CAD CHF CLP CNY CZK DKK EGP EUR GBP HKD HUF IDR ILS INR IQD ISK JOD JPY KRW KWD LYD MXN MYR NGN NOK NZD OMR PHP PKR PLN RON RSD RUB SAR SEK SGD THB TND TWD UAH USD VND ZAR'.split(
    ' ',
  ),
);
/** ISO 4217: their smallest unit is a thousandth. */
const ofThousandths: ReadonlySet<string> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

/** What stands for a currency, or for one of several. */
const marks: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '€': 'EUR',
    Euro: 'EUR',
    euro: 'EUR',
    euros: 'EUR',
    欧元: 'EUR',
    $: 'USD CAD AUD MXN',
    US$: 'USD',
    CA$: 'CAD',
    C$: 'CAD',
    A$: 'AUD',
    AU$: 'AUD',
    NZ$: 'NZD',
    HK$: 'HKD',
    S$: 'SGD',
    NT$: 'TWD',
    R$: 'BRL',
    美元: 'USD',
    港元: 'HKD',
    '£': 'GBP',
    英镑: 'GBP',
    '¥': 'CNY JPY',
    '￥': 'CNY JPY',
    元: 'CNY TWD HKD',
    人民币: 'CNY',
    RMB: 'CNY',
    日元: 'JPY',
    円: 'JPY',
    '₩': 'KRW',
    '₹': 'INR',
    '₽': 'RUB',
    '₺': 'TRY',
    '₪': 'ILS',
    '₴': 'UAH',
    '฿': 'THB',
    '₫': 'VND',
    zł: 'PLN',
    Kč: 'CZK',
    kr: 'SEK NOK DKK ISK',
    SFr: 'CHF',
  }).map(([mark, currencies]) => [mark, currencies.split(' ')] as const),
);

/** A word is one only if no letter is beside it; Chinese has no such borders. */
const anyMark =
  /(?:(?<![A-Za-z])(?:US|CA|C|A|AU|NZ|HK|S|NT|R))?\$|[€£¥￥₩₹₽₺₪₴฿₫]|欧元|美元|港元|英镑|人民币|日元|元|円|(?<![\p{L}\d_])(?:[A-Z]{3}|SFr|Euro|euros?|zł|Kč|kr)(?![\p{L}_])|(?<=\d)(?:[A-Z]{3}|Euro|euros?|zł|Kč|kr)(?![\p{L}_])/gu;

const before =
  /(?<![\d.,'’/^\p{L}])([-−]?)(\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3}){1,6}(?:[.,]\d{1,4})?|\d{1,2}(?:,\d\d){1,4},\d{3}(?:\.\d{1,2})?|\d{1,15}(?:[.,]\d{1,4})?)(?:,[-–—]{1,2})?([ \u00a0-]?\p{L}{1,12}\.?)?([ \u00a0\u202f]?)$/u;
const behind =
  /^([ \u00a0\u202f]?)([-−]?)(\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3}){1,6}(?:[.,]\d{1,4})?(?!\d)|\d{1,2}(?:,\d\d){1,4},\d{3}(?:\.\d{1,2})?(?!\d)|\d{1,15}(?:[.,]\d{1,4})?(?!\d))/u;
/** Before the mark of the first of two numbers. */
const between = /(?<!\p{L})(?:between|zwischen)[ \u00a0]$/iu;
/** In UTF-16 units: no amount with its words is longer. */
const reach = 60;

interface Amount {
  readonly value: string | null;
  readonly currency: string | null;
  readonly candidates: readonly string[];
}

/** In their order. Linear in the text: around each mark of a currency, a few characters are looked at. */
export function amountsIn(text: string, most = Number.POSITIVE_INFINITY): readonly FoundAmount[] {
  const found: Found<Amount>[] = [];
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(anyMark)) {
    const currencies = marks.get(mark) ?? (codes.has(mark) ? [mark] : null);
    if (currencies === null) continue;
    const one = nearest(text, index, mark, end, currencies) ?? acrossGap(text, index, mark, end, currencies);
    if (one === null) continue;
    found.push(one);
    end = one.offset + one.text.length;
    if (found.length > most) break;
  }
  return withoutOverlaps(found).map(({ text: shown, offset, value }) => ({
    text: shown,
    offset,
    ...value,
    candidates: [...value.candidates],
  }));
}

/** The number on the side where it touches the mark; else that in front of it, unless that belongs to another mark. */
function nearest(text: string, at: number, mark: string, taken: number, currencies: readonly string[]): Found<Amount> | null {
  const from = Math.max(taken, at - reach);
  const left = before.exec(text.slice(from, at));
  const afterMark = text.slice(at + mark.length, at + mark.length + reach);
  const right = behind.exec(afterMark);
  const multiple = left?.[3] === undefined ? null : multipleOf(left[3]);
  const isLeft =
    left !== null &&
    (left[3] === undefined || multiple !== null) &&
    !(right !== null && right[1] === '' && (left[4] !== '' || left[3] !== undefined));
  if (isLeft && left !== null) {
    const offset = from + left.index;
    const [, sign = '', number = ''] = left;
    const isOfUnit = ofUnit.test(afterMark);
    return amountOf({
      shown: text.slice(offset, at + mark.length),
      offset,
      sign,
      number,
      multiple,
      mark,
      currencies,
      isBehind: true,
      isOfUnit,
    });
  }
  if (right === null) return null;
  const [whole, , sign = '', number = ''] = right;
  const next = afterMark.slice(whole.length);
  const word = multipleBehind(next, between.test(text.slice(from, at)));
  if (word === 'unknown') return null;
  const minus = /(?<![\d\p{L}])[-−]$/u.test(text.slice(Math.max(taken, at - 2), at)) ? 1 : 0;
  return amountOf({
    shown: text.slice(at - minus, at + mark.length + whole.length + (word?.length ?? 0)),
    offset: at - minus,
    sign: minus > 0 ? '-' : sign,
    number,
    multiple: word,
    mark,
    currencies,
    isBehind: false,
    isOfUnit: ofUnit.test(next),
  });
}

/** In columns, as on a receipt: with decimals, because a year or a count stands so too. Only one side may have such a number. */
const wideGap = /^(?:[ \u00a0]{2,40}|[ \u00a0]{0,4}\t{1,4}[ \u00a0]{0,40})(?=\S)/u;
const wideGapBefore = /(?:[ \u00a0]{2,40}|\t{1,4}[ \u00a0]{0,4})$/u;
const withDecimals = /[.,]\d\d$/;

/** A number that a wide gap cuts from its mark. */
function acrossGap(text: string, at: number, mark: string, taken: number, currencies: readonly string[]): Found<Amount> | null {
  const from = Math.max(taken, at - reach);
  const afterMark = text.slice(at + mark.length, at + mark.length + reach);
  const gap = wideGap.exec(afterMark)?.[0] ?? null;
  const right = gap === null ? null : behind.exec(afterMark.slice(gap.length));
  const head = text.slice(from, at).replace(wideGapBefore, '');
  const left = head.length === at - from ? null : before.exec(head);
  const isRight =
    right !== null &&
    right[1] === '' &&
    withDecimals.test(right[3] ?? '') &&
    !/^\S/u.test(afterMark.slice((gap ?? '').length + right[0].length));
  const isLeft = left !== null && left[3] === undefined && withDecimals.test(left[2] ?? '');
  const written = { multiple: null, mark, currencies, isOfUnit: false };
  if (isRight && right !== null && left === null) {
    const shown = text.slice(at, at + mark.length + (gap ?? '').length + right[0].length);
    return amountOf({ ...written, shown, offset: at, sign: right[2] ?? '', number: right[3] ?? '', isBehind: false });
  }
  if (!isLeft || left === null || right !== null) return null;
  const offset = from + left.index;
  return amountOf({
    ...written,
    shown: text.slice(offset, at + mark.length),
    offset,
    sign: left[1] ?? '',
    number: left[2] ?? '',
    isBehind: true,
  });
}

/** The price of a unit: `€/l`, `per kWh`. Those have three decimals. */
const ofUnit = /^[ \u00a0]?(?:[/／]|(?:per|pro|je)[ \u00a0])/u;

interface Written {
  readonly shown: string;
  readonly offset: number;
  readonly sign: string;
  readonly number: string;
  readonly multiple: Multiple | null;
  readonly mark: string;
  readonly currencies: readonly string[];
  /** The mark stands behind the number. */
  readonly isBehind: boolean;
  readonly isOfUnit: boolean;
}

function amountOf(written: Written): Found<Amount> | null {
  const { shown, offset, sign, multiple, currencies } = written;
  const zeros = multiple?.zeros ?? [0];
  const values = [
    ...new Set(readings(written).flatMap((value) => zeros.map((count) => `${sign === '' ? '' : '-'}${shifted(value, count)}`))),
  ];
  const currency = currencies.length === 1 ? (currencies[0] ?? null) : null;
  if (values.length === 0) return null;
  if (values.length > 1) return { text: shown, offset, value: { value: null, currency, candidates: values } };
  return { text: shown, offset, value: { value: values[0] ?? null, currency, candidates: currency === null ? currencies : [] } };
}

function readings({ number, multiple, mark, currencies, isBehind, isOfUnit }: Written): readonly string[] {
  const all = decimalReadings(number);
  // `2 250 €` may be two things at 250. People who mean thousands with a single blank are not told from those who mean none.
  const pair = /^(\d{1,3}) (\d{3}(?:[.,]\d{1,4})?)$/.exec(number);
  if (pair !== null) return [...all, ...decimalReadings((isBehind ? pair[2] : pair[1]) ?? '')];
  if (all.length < 2) return all;
  // `1,234 Mio. €` and `$1.234 billion` have decimals, if any number does.
  if (multiple !== null && multiple.decimal !== null) {
    const value = decimalWith(number, multiple.decimal);
    return value === null ? all : [value];
  }
  if (multiple !== null || isOfUnit || currencies.some((currency) => ofThousandths.has(currency))) return all;
  // `$1,234` and `1.234 €`: who writes the mark there has this between thousands.
  const isUsual = isBehind ? continental.has(mark) && number.includes('.') : english.test(mark) && number.includes(',');
  return isUsual ? all.slice(1) : all;
}

/** Behind a number, in countries with a decimal comma. */
const continental: ReadonlySet<string> = new Set(['€', 'Euro', 'zł', 'Kč', 'kr', '₺', '₫', '₽', '₴']);
/** In front of a number, in countries with a decimal point. */
const english = /[$£¥￥₹₩₪฿]$/;
