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
/** Times in ms have 13 digits. A longer number could be anything, such as that of a card. */
const largestNumber = 9_999_999_999_999;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;
const removed = '[foreign-word]';

/** The lines of a log, in their order. `isKnown` says of a word that is not in the source that it is one of the system's. */
export function cleanLogLines(text: string, words: SourceWords, isKnown: (word: string) => boolean): CleanedLines {
  const kept: string[] = [];
  let [foreignLines, foreignWords] = [0, 0];
  const isWord = (word: string): boolean => time.test(word) || isSourceText(word, words) || isKnown(word);
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
      if (isHarmless(value) || (typeof value === 'string' && isWord(value))) return [name, value];
      foreignWords += 1;
      return [name, removed];
    });
    kept.push(`${JSON.stringify(Object.fromEntries(cleaned))}\n`);
  }
  const counts = { ...(foreignLines > 0 && { 'foreign-line': foreignLines }), ...(foreignWords > 0 && { 'foreign-word': foreignWords }) };
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

function isHarmless(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Math.abs(value) <= largestNumber);
}
