/**
 * Amounts of money in a text, with the currency before or behind them. A sign such as $ or ¥ belongs to several currencies: then those are the candidates,
 * and there is no currency. Three digits behind the only separator are thousands, except where a currency has so many decimals.
 */
import type { FoundAmount } from '../../contract/structured-text.ts';
import { decimalReadings, decimalWith, shifted } from './decimals.ts';
import { type Found, withoutOverlaps } from './found-places.ts';

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

/** Powers of ten. */
const multiples: ReadonlyMap<string, number> = new Map(
  Object.entries({
    thousand: 3,
    tausend: 3,
    'tsd.': 3,
    million: 6,
    millions: 6,
    millionen: 6,
    'mio.': 6,
    mio: 6,
    billion: 9,
    milliarde: 9,
    milliarden: 9,
    'mrd.': 9,
    mrd: 9,
    千: 3,
    万: 4,
    百万: 6,
    亿: 8,
  }),
);
const inGerman = new Set(['tausend', 'tsd.', 'millionen', 'mio.', 'mio', 'milliarde', 'milliarden', 'mrd.', 'mrd']);

const before =
  /(?<![\d.,'’\p{L}])([-−]?)(\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3}){1,6}(?:[.,]\d{1,4})?|\d{1,2}(?:,\d\d){1,4},\d{3}(?:\.\d{1,2})?|\d{1,15}(?:[.,]\d{1,4})?)(?:,[-–—]{1,2})?([ \u00a0]?(?:\p{L}{2,9}\.?|[千万亿]))?([ \u00a0\u202f]?)$/u;
const behind =
  /^([ \u00a0\u202f]?)([-−]?)(\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3}){1,6}(?:[.,]\d{1,4})?(?!\d)|\d{1,2}(?:,\d\d){1,4},\d{3}(?:\.\d{1,2})?(?!\d)|\d{1,15}(?:[.,]\d{1,4})?(?!\d))([ \u00a0]?(?:\p{L}{2,9}\.?|[千万亿]))?/u;
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
    const one = nearest(text, index, mark, end, currencies);
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
  const right = behind.exec(text.slice(at + mark.length, at + mark.length + reach));
  const isLeft = left !== null && isMultiple(left[3]) && !(right !== null && right[1] === '' && (left[4] !== '' || left[3] !== undefined));
  if (isLeft && left !== null) {
    const offset = from + left.index;
    const [, sign = '', number = '', word] = left;
    return amountOf({ shown: text.slice(offset, at + mark.length), offset, sign, number, word, currencies });
  }
  if (right === null) return null;
  const [whole, , sign = '', number = '', word] = right;
  const isKnown = word !== undefined && isMultiple(word);
  const length = isKnown ? whole.length : whole.length - (word?.length ?? 0);
  const minus = /(?<![\d\p{L}])[-−]$/u.test(text.slice(Math.max(taken, at - 2), at)) ? 1 : 0;
  return amountOf({
    shown: text.slice(at - minus, at + mark.length + length),
    offset: at - minus,
    sign: minus > 0 ? '-' : sign,
    number,
    word: isKnown ? word : undefined,
    currencies,
  });
}

function isMultiple(word: string | undefined): boolean {
  return word === undefined || multiples.has(word.trim().toLowerCase());
}

interface Written {
  readonly shown: string;
  readonly offset: number;
  readonly sign: string;
  readonly number: string;
  readonly word: string | undefined;
  readonly currencies: readonly string[];
}

function amountOf({ shown, offset, sign, number, word, currencies }: Written): Found<Amount> | null {
  const multiple = (word ?? '').trim().toLowerCase();
  const zeros = multiples.get(multiple) ?? 0;
  const values = readings(number, multiple, currencies).map((value) => `${sign === '' ? '' : '-'}${shifted(value, zeros)}`);
  const currency = currencies.length === 1 ? (currencies[0] ?? null) : null;
  if (values.length === 0) return null;
  if (values.length > 1) return { text: shown, offset, value: { value: null, currency, candidates: values } };
  return { text: shown, offset, value: { value: values[0] ?? null, currency, candidates: currency === null ? currencies : [] } };
}

function readings(number: string, multiple: string, currencies: readonly string[]): readonly string[] {
  const all = decimalReadings(number);
  if (all.length < 2) return all;
  // `1,234 Mio. €` and `$1.234 billion` have decimals, if any number does.
  if (multiple !== '') {
    const value = decimalWith(number, inGerman.has(multiple) ? ',' : '.');
    return value === null ? all : [value];
  }
  return currencies.some((currency) => ofThousandths.has(currency)) ? all : all.slice(1);
}
