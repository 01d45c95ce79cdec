/** The words and letters behind a number that say how many of something it counts: `$5M`, `3 Mrd. €`, `¥3亿`, `₹5 lakh`. */
import type { DecimalSign } from './cells/decimals.ts';

export interface Multiple {
  /** As it is written, with the blank before it. */
  readonly length: number;
  /** The powers of ten that it may mean. */
  readonly zeros: readonly number[];
  /** What such a number has before its decimals; null if the word does not tell. */
  readonly decimal: DecimalSign | null;
}

/** By their power of ten, without the point behind an abbreviation. */
const english: readonly (readonly [number, string])[] = [
  [2, 'hundred'],
  [3, 'thousand'],
  [5, 'lakh lakhs lac'],
  [6, 'million millions'],
  [7, 'crore crores'],
  [9, 'billion billions'],
  [12, 'trillion trillions'],
];
const german: readonly (readonly [number, string])[] = [
  [2, 'hundert'],
  [3, 'tausend tsd'],
  [6, 'millionen mio'],
  [9, 'milliarde milliarden mrd mia'],
  [12, 'billionen'],
  [15, 'billiarde billiarden'],
  [18, 'trillionen'],
];
const others: readonly (readonly [number, string])[] = [
  [3, 'k tys тыс 千 천'],
  [4, '万 萬 만'],
  [5, '十万'],
  [6, 'mn mln miljoen millones milioni млн 百万'],
  [7, '千万'],
  [8, '亿 億 억'],
  [9, 'bn bln mld milliard milliards miljard miliardi млрд 十亿 十億'],
  [10, '百亿 百億'],
  [11, '千亿 千億'],
  [12, 'tn trn трлн 万亿 조'],
  [2, '百'],
];
const abbreviations = /^(?:tsd|mio|mrd|mia|tys)\.$/i;
/** Right behind a number they are multiples; with a blank between, they are units too (`€5 m`, `€5 t`). */
const letters: Readonly<Record<string, number>> = { m: 6, M: 6, b: 9, B: 9, t: 12, T: 12 };
/** One thing in English, and another in German, where it begins with a capital letter. */
const ambiguous: Readonly<Record<string, readonly number[]>> = { Billion: [9, 12], Trillion: [12, 18] };
/** Multiples whose power of ten depends on the language, or which are none of ten. */
const unknown = new Set(['mil', 'dozen', 'dutzend', '兆', '十', '京', '경']);

const known: ReadonlyMap<string, Omit<Multiple, 'length'>> = new Map(
  (
    [
      [english, '.'],
      [german, ','],
      [others, null],
    ] as const
  ).flatMap(([words, decimal]) =>
    words.flatMap(([zeros, names]) => names.split(' ').map((name) => [name, { zeros: [zeros], decimal }] as const)),
  ),
);

/** Null for a word that is no multiple, as most are. */
export function multipleOf(word: string): Multiple | null {
  const [, separator = '', said = ''] = /^([ \u00a0-]?)(.*)$/u.exec(word) ?? [];
  const name = said.replace(/\.$/, '');
  const length = said.endsWith('.') && !abbreviations.test(said) ? word.length - 1 : word.length;
  const letter = letters[name];
  if (letter !== undefined) return separator === '' || name === 'M' ? { length, zeros: [letter], decimal: null } : null;
  const either = ambiguous[name];
  if (either !== undefined) return { length, zeros: either, decimal: null };
  const one = known.get(name.toLowerCase());
  return one === undefined ? null : { ...one, length };
}

/**
 * `$5-10 million`, `$5 to 10 million`, `$5 or 10 million`: the word may belong to both. With `and` it does so in `between $5 and 10 million`; elsewhere, and where
 * each number behind `or` has its own mark, these are two amounts.
 */
const range = /^[ \u00a0]?(?:(?:[-–—~～到至]|(?:to|bis) )[ \u00a0]?[$€£¥￥]?|(?:or|oder) )\d[\d.,]{0,15}([ \u00a0-]?\p{L}{1,12}\.?)/u;
const rangeBetween = /^[ \u00a0](?:and|und) [$€£¥￥]?\d[\d.,]{0,15}([ \u00a0-]?\p{L}{1,12}\.?)/u;

/** What stands behind a number; `unknown` if that makes it another number, nobody knows which. @param isBetween whether `between` stands before the number. */
export function multipleBehind(text: string, isBetween = false): Multiple | 'unknown' | null {
  const chinese = /^ ?(?:万亿|[十百千][万亿億]|[十百千万萬亿億兆京천만억조경])/u.exec(text)?.[0];
  if (chinese !== undefined) {
    const multiple = multipleOf(chinese);
    return multiple === null || /^[\d十百千万萬亿億]/u.test(text.slice(chinese.length)) ? 'unknown' : multiple;
  }
  const [, ofRange] = (isBetween ? rangeBetween.exec(text) : null) ?? range.exec(text) ?? [];
  if (ofRange !== undefined && multipleOf(ofRange) !== null) return 'unknown';
  const word = /^[ \u00a0-]?\p{L}{1,12}\.?/u.exec(text)?.[0];
  if (word === undefined) return null;
  const multiple = multipleOf(word);
  if (multiple !== null) return multiple;
  const name = word.replace(/^[ \u00a0-]/u, '').replace(/\.$/, '');
  const isDirect = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
  return isDirect || unknown.has(name.toLowerCase()) || letters[name] !== undefined ? 'unknown' : null;
}
