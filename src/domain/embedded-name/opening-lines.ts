/** The first lines of a text, and what is known about a line without knowing its language. */
import { withoutEnd } from '../trim-end.ts';

/** A name is at the start or nowhere; the rest is never read. */
export const MAX_CHARACTERS = 4_096;
const MAX_LINES = 60;
/** A longer line contains more than a name. */
const MAX_LINE_CHARACTERS = 300;

/** The first lines, without leading blank ones; a line that is too long becomes an empty one. */
export function openingLines(text: string): readonly string[] {
  const start = text.slice(0, MAX_CHARACTERS).replace(/^[\uFEFF\s]+/u, '');
  const lines = start.split(/\r\n|[\n\r\u2028\u2029]/u, MAX_LINES);
  if (text.length > MAX_CHARACTERS && lines.length > 1 && lines.length < MAX_LINES) lines.pop();
  return lines.map((line) => (line.length > MAX_LINE_CHARACTERS ? '' : line.trimEnd())).filter((line, index) => index > 0 || line !== '');
}

/** The next line with content: neither blank nor a rule. */
export function firstMeaningful(lines: readonly string[]): string {
  return lines.find((line) => line.trim() !== '' && !isRule(line))?.trim() ?? '';
}

/** A rule across the page: `-----`, `=====`, `/*****`, `" ~~~~`. Not a fence. */
export function isRule(line: string): boolean {
  let from = 0;
  while (from < line.length && BEFORE_RULE.test(line.charAt(from))) from += 1;
  const to = withoutEnd(line, BEHIND_RULE).length;
  return hasRun(line, { from, to }, drawnByOne) || hasRun(line, { from, to }, drawnByAny);
}

/** What may precede and follow the drawn part. */
const BEFORE_RULE = /[\s"'%;!#/C-]/u;
const BEHIND_RULE = /[\s/*#%;-]/u;

/** The characters of a rule: repetitions of the previous character, or of any that may be combined with it. */
interface Drawn {
  readonly goesOn: (before: string, character: string) => boolean;
  readonly isRule: (character: string, length: number) => boolean;
}

const drawnByOne: Drawn = {
  goesOn: (before, character) => before === character,
  isRule: (character, length) => /[#;%]/u.test(character) || (length >= 3 && /[-=*~_#+.^%;"']/u.test(character)),
};
const drawnByAny: Drawn = {
  goesOn: (before, character) => /[-=*~_+ ]/u.test(before) && /[-=*~_+ ]/u.test(character),
  isRule: (character, length) => length >= 3 && /[-=*~_+ ]/u.test(character),
};

/** Whether a single run is such a rule, from the allowed prefix to the allowed suffix. Reads each character once. */
function hasRun(line: string, { from, to }: { readonly from: number; readonly to: number }, { goesOn, isRule }: Drawn): boolean {
  for (let start = 0, end = 1; start < line.length && start <= from; start = end, end += 1) {
    while (end < line.length && goesOn(line.charAt(end - 1), line.charAt(end))) end += 1;
    if (end >= to && isRule(line.charAt(start), end - start)) return true;
  }
  return false;
}

/** Words that begin a line of code and, in small letters, hardly ever a sentence. */
const STATEMENT =
  /^(?:object|trait|interface|namespace|module|program|func|function|struct|enum|public|private|const|var|let|local|use|using|with)\b/u;

/** Whether a line reads as a sentence: at least four words, and nothing that only code has. */
export function isProse(line: string): boolean {
  return (
    (line.match(/(?:^|\s)\p{L}[\p{L}'’-]*[,.;:!?]?(?=\s|$)/gu)?.length ?? 0) >= 4 &&
    !/[{}<>=]|;$|^\W*(?:#|\/\/|--|\*)|\(\)|^(?:import|from|select|create|def|class|package)\b/iu.test(line) &&
    !STATEMENT.test(line)
  );
}

/** Whether a line belongs to a page: a badge, a link, a bullet point with emphasis, a tag of a README. */
export function isPage(line: string): boolean {
  return /^\[!\[|^!?\[[^\]]*\](?:\(|\[)|^[-*+]\s+(?:\*\*|\[|`|\p{Lu}\p{Ll}+ )|^<(?:p|div|table|img|a|h[1-6]|br|center)\b/u.test(line);
}
