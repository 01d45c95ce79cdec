/**
 * A line of a log as it may leave the machine: only what Hub itself can have written (`source-words.ts`). Another program can write into the folder of
 * the logs too, and a line that looks like Hub's is still judged word by word. Pure.
 */
import type { RedactionCounts } from './rules.ts';
import { isSourceText, type SourceWords } from './source-words.ts';

export interface CleanedLines {
  /** Each with its line end. */
  readonly text: string;
  readonly counts: RedactionCounts;
}

/** Hub writes none that is longer. */
const longestLine = 16_384;
const mostFields = 64;
/** What Hub counts and names by numbers has at most nine digits. Longer ones may be telephone numbers and numbers of cards. */
const largestNumber = 999_999_999;
const mostDigits = 9;
/** Times, Unix, ms: from 2020 to 2040. They have 13 digits; telephone numbers of that length, such as those of Nigeria, begin with other ones. */
const [earliestMs, latestMs] = [1_577_836_800_000, 2_208_988_800_000];
/** Larger sizes, and durations of weeks, are told with so many digits. */
const digitsOfSize = 3;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;
/** The class of an error and its code: `TypeError.ERR_INVALID_STATE`. Any other two words with a dot between them may be the name of a file or of a machine. */
const errorWithCode = /^(?:[A-Z][A-Za-z]{0,30})?Error\.[A-Z][A-Z0-9_]{1,60}$/;
const [removed, removedNumber] = ['[foreign-word]', '[foreign-number]'];

/** The lines of a log, in their order. `isKnown` says of a word that is not in the source that it is one of the system's. */
export function cleanLogLines(text: string, words: SourceWords, isKnown: (word: string) => boolean): CleanedLines {
  const kept: string[] = [];
  let [foreignLines, foreignWords, foreignNumbers] = [0, 0, 0];
  const isOne = (word: string): boolean => isSourceText(word, words) || isKnown(word);
  const isWord = (word: string): boolean => time.test(word) || isOne(word) || (errorWithCode.test(word) && word.split('.').every(isOne));
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const fields = fieldsOf(line);
    if (fields === null || typeof fields.event !== 'string' || !isWord(fields.event)) {
      foreignLines += 1;
      continue;
    }
    const entries = Object.entries(fields).slice(0, mostFields);
    const known = entries.filter(([name, value]) => words.names.has(name) && !isNested(value));
    foreignWords += entries.length - known.length;
    const cleaned = known.map(([name, value]): [string, unknown] => {
      if (value === null || typeof value === 'boolean' || (typeof value === 'string' && isWord(value))) return [name, value];
      const number = typeof value === 'number' ? numberOfHub(name, value) : null;
      if (number !== null) return [name, number];
      if (typeof value === 'number') foreignNumbers += 1;
      else foreignWords += 1;
      return [name, typeof value === 'number' ? removedNumber : removed];
    });
    kept.push(`${JSON.stringify(Object.fromEntries(cleaned))}\n`);
  }
  const counts = {
    ...(foreignLines > 0 && { 'foreign-line': foreignLines }),
    ...(foreignWords > 0 && { 'foreign-word': foreignWords }),
    ...(foreignNumbers > 0 && { 'foreign-number': foreignNumbers }),
  };
  return { text: kept.join(''), counts };
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> | null {
  if (line.length > longestLine || !line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The number as it may be told; null if Hub has none like it. A fraction has three digits at most, and nine with those before it: more could hold anything. */
function numberOfHub(name: string, value: number): number | null {
  const told = Number.isInteger(value) ? value : Math.round(value * 1_000) / 1_000;
  if (Math.abs(told) <= largestNumber) return Number(told.toPrecision(mostDigits));
  const isTime = name.endsWith('Ms');
  if (isTime && told >= earliestMs && told <= latestMs) return told;
  return isTime || /bytes$/i.test(name) ? Number(told.toPrecision(digitsOfSize)) : null;
}
