/** Sentences, in any script with blanks: a file name alone does not turn them into a program. */
import type { Sample } from '../text-sample.ts';

const linesRead = 80;

/** How much of the text reads as sentences, 0..1. */
export function proseShare({ lines }: Pick<Sample, 'lines'>): number {
  const read = lines.slice(0, linesRead);
  // In a letter, a line of a few words is one of its sentences.
  const isOfLetter = isLetter({ lines }) ? (line: string): boolean => PLAIN_WORDS.test(line) : () => false;
  return read.filter((line) => isSentence(line) || isOfLetter(line)).length / read.length;
}

/** Whether the text begins as a letter does, `Dear all,`, and not as a list whose lines all end so. */
export function isLetter({ lines }: Pick<Sample, 'lines'>): boolean {
  return lines.length > 2 && GREETING.test(lines[0] ?? '') && !/[,;]\s*$/u.test(lines[1] ?? '');
}

const GREETING = /^\p{Lu}[\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+){1,4}[,!]$/u;

/** Whether the text is a list with a few words per line, such as a shopping list: it could be Markdown or YAML, and is neither. */
export function isPlainList({ lines }: Sample): boolean {
  return lines.length > 1 && lines.every(isPoint);
}

const mostWordsOfPoint = 8;

function isPoint(line: string): boolean {
  const words = line.slice(2).split(' ', mostWordsOfPoint + 1);
  return /^[-*•–] /u.test(line) && words.length <= mostWordsOfPoint && words.every((word) => /^[\p{L}\p{N}\p{M}'’,.!?-]+$/u.test(word));
}

/** Whether the text is only a few words, or a word or two per line: people write this, though each may be a word of a language. */
export function isPhrase({ lines }: Sample): boolean {
  const most = lines.length === 1 ? 5 : 2;
  return lines.every((line) => line.split(/\s+/u).length <= most && PLAIN_WORDS.test(line));
}

const PLAIN_WORDS = /^[\p{L}\p{N}\p{M}]+(?:(?:['’.-]|[.,!?:]* (?:& )?)[\p{L}\p{N}\p{M}]+)*[.,!?:…]*$/u;

/** Four words or more in a row, in any script with blanks, without a sign that only code has. */
function isSentence(line: string): boolean {
  if (/[{};=<>\\|]|\(\)|^\s*(?:#|\/\/|--|\*|\/\*)/u.test(line)) return false;
  return hasFourWords(line) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u.test(line);
}

/** A word may contain signs, and end in other ones; the last word of a line may be anything. */
const WORD = /^[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’.:/-]*(?:[,;!?…)"”»][,.;:!?…)"”»]*)?$/u;

function hasFourWords(line: string): boolean {
  const words = line.replace(/^[\s>*-]*["'“«(¿¡]?/u, '').split(/\s+/u);
  return words.length > 3 && words.at(-1) !== '' && words.slice(0, -1).every((word) => WORD.test(word));
}
