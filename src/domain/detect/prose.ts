/** Sentences, of any script that has blanks: what a name alone must not make a program of. */
import type { Sample } from './sample.ts';

const linesRead = 80;

/** How much of the text reads as sentences, 0..1. */
export function proseShare({ lines }: Sample): number {
  const read = lines.slice(0, linesRead);
  return read.filter(isSentence).length / read.length;
}

/** Whether the text is a list of a few words each, as of things to buy: as much Markdown or YAML as it is neither. */
export function isPlainList({ lines }: Sample): boolean {
  return lines.length > 1 && lines.every((line) => /^[-*•–] (?:[\p{L}\p{N}\p{M}'’,.!?-]+ ?){1,8}$/u.test(line));
}

/** Whether the text is a few words and nothing else, or a word or two on each line: what people write, though each may be a word of a language. */
export function isPhrase({ lines }: Sample): boolean {
  const most = lines.length === 1 ? 5 : 2;
  return lines.every((line) => line.split(/\s+/u).length <= most && PLAIN_WORDS.test(line));
}

const PLAIN_WORDS = /^[\p{L}\p{N}\p{M}]+(?:(?:['’.-]|[.,!?:]* (?:& )?)[\p{L}\p{N}\p{M}]+)*[.,!?:…]*$/u;

/** Four words or more in a row, of any script with blanks, and no sign that only code has. */
function isSentence(line: string): boolean {
  if (/[{};=<>\\|]|\(\)|^\s*(?:#|\/\/|--|\*|\/\*)/u.test(line)) return false;
  return (
    /^[\s>*-]*["'“«(¿¡]?(?:[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’.:/-]*[,.;:!?…)"”»]*\s+){3,}\S+$/u.test(line) ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u.test(line)
  );
}
