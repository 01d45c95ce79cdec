/**
 * What files are found by. Texts are folded as those of copies: case, accents and width make no difference. Chinese and Japanese are written without
 * blanks: there every character is a word of its own, and a search is for a row of them. Words of one and two characters are looked up in an index of
 * their own, which has every character and pair of a file once: so they are found anywhere, like in the history.
 */
import { foldedText } from '../search/folding.ts';

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** A text as it is given to the index of words. Its tokenizer folds ASCII itself. */
export function indexedText(text: string): string {
  return isAscii(text) ? text : foldedText(text).replaceAll(unspaced, ' $& ');
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/** What a file is looked up by, in the language of FTS5; each is '' without a condition. */
export interface IndexQuery {
  readonly words: string;
  /** Short words, anywhere in the file; and the same for its names alone. */
  readonly pairs: string;
  readonly pairsInNames: string;
}

/** At most this many words of a query count. */
const mostWords = 32;

/** Each word has to be in the file, in its name or in its folder: the beginning of a word, or one or two characters in a row. Null if there is none. */
export function indexQuery(query: string): IndexQuery | null {
  const given = query
    .slice(0, 1_000)
    .split(/[\s\0]+/)
    .filter((word) => isShort(word) || /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostWords);
  if (given.length === 0) return null;
  const short = given.filter(isShort).map((word) => numberOf(foldedText(word).trim()));
  const pairs = (letter: string): string => short.map((number) => `"${term(letter, number)}"`).join(' AND ');
  const words = given.filter((word) => !isShort(word)).map(condition);
  return { words: words.join(' AND '), pairs: pairs(anywhere), pairsInNames: pairs(inNames) };
}

/** The index of words finds a word of two letters as a whole alone: with all beginnings it would have twice the size. */
function isShort(word: string): boolean {
  const folded = foldedText(word).trim();
  const isPart = (at: number): boolean => at >= folded.length || !isUnspaced(folded.charCodeAt(at));
  return folded.length > 0 && folded.length <= 2 && folded.search(unspaced) < 0 && isPart(0) && isPart(1);
}

function condition(word: string): string {
  const text = indexedText(word).trim();
  const end = text.split(/[^\p{L}\p{N}\p{M}]+/u).findLast((part) => part !== '') ?? '';
  const quoted = `"${text.replaceAll('"', '""')}"`;
  return [...end].length < 3 ? quoted : `${quoted} *`;
}

const anywhere = 'u';
const inNames = 'n';

/** More different ones than any text that somebody reads: of random data the index has only so many. */
const mostPairs = 65_536;

/** The terms of a file in the index of pairs. Both texts are as `indexedText` makes them. */
export function pairTerms(names: string, text: string): string {
  const [ofNames, ofText] = [pairsIn(names), pairsIn(text)];
  const all = new Set([...ofNames, ...ofText]);
  return [...Array.from(ofNames, (pair) => term(inNames, pair)), ...Array.from(all, (pair) => term(anywhere, pair))].join(' ');
}

function term(letter: string, pair: number): string {
  return letter + pair.toString(36);
}

/** One unit of UTF-16, or two: 65,536 times the first one, and the second one. */
function numberOf(short: string): number {
  return short.length < 2 ? short.charCodeAt(0) : short.charCodeAt(0) * 65_536 + short.charCodeAt(1);
}

const asciiUnits = 128;

/** The visible characters and the pairs of adjacent ones. A table of those of ASCII, which are most, takes a fraction of the time of the set alone. */
function pairsIn(text: string): ReadonlySet<number> {
  const folded = isAscii(text) ? text.toLowerCase() : text;
  const known = new Uint8Array(asciiUnits * asciiUnits);
  const pairs = new Set<number>();
  let before = 0; // of what is no part
  for (let at = 0; at < folded.length && pairs.size < mostPairs; at += 1) {
    const unit = folded.charCodeAt(at);
    const isPart = unit > 32 && !isUnspaced(unit);
    const inTable = unit < asciiUnits && before < asciiUnits ? before * asciiUnits + unit : -1;
    if (isPart && known[inTable] !== 1) {
      pairs.add(unit);
      if (before > 0) pairs.add(before * 65_536 + unit);
      if (inTable >= 0) known[inTable] = 1;
    }
    before = isPart ? unit : 0;
  }
  return pairs;
}

/** A unit that `unspaced` matches, and signs beside those; of the rarer ones beyond 16 bits the index has the parts, which cost little. */
function isUnspaced(unit: number): boolean {
  return unit >= 0x2e80 && (unit <= 0x312f || (unit >= 0x31a0 && unit <= 0x9fff) || (unit >= 0xf900 && unit <= 0xfaff));
}
