/**
 * Text of strangers as the window shows it. A page title, a file name or a copied text may contain characters that reverse the direction of what
 * follows (`invoice[U+202E]fdp.exe` looks like `invoiceexe.pdf`), or that are invisible: each is replaced by U+FFFD. Everything is linear, and text
 * beyond what is shown is cut off first.
 */

/** Control characters except line ends and tabs, and those that embed, override or isolate a direction (UAX #9). */
const STEERING = /[^\P{Control}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;
/** Hebrew, Arabic and the other scripts that are written from right to left, with their forms for presentation. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const lineEnds = ['\n', '\r', '\u0085', '\u2028', '\u2029'];
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/**
 * A visible character: no blank, none without a glyph of its own (UAX #44: a zero-width space), no blank of Braille. Control characters are shown as
 * U+FFFD.
 */
const SEEN = /[^\s\u0085\p{Default_Ignorable_Code_Point}\u2800]|[\u202a-\u202e\u2066-\u2069]/u;

/** Only this many characters are searched for a meaningful line. */
const searchedCharacters = 4_096;
/** Indentation of a first line: more would push it out of sight. */
const widestIndent = 80;

/** The text with every harmful character replaced; line ends are `\n`, tabs stay. */
export function withoutHarmfulCharacters(text: string): string {
  return text.replaceAll(LINE_END, '\n').replaceAll(STEERING, '\ufffd').toWellFormed();
}

/**
 * A part of a line with its own direction (UAX #9, 2.4: isolates), so that a Hebrew title does not reorder the time after it. Only for text that is
 * harmless already: an isolate in it would end this one.
 */
export function directionIsolated(part: string): string {
  return RIGHT_TO_LEFT.test(part) ? `\u2068${part}\u2069` : part;
}

/** At most `limit` UTF-16 units, of which the last is `…` if something was cut off. Does not split a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, Math.max(0, limit - 1));
  return `${head.replace(/[\ud800-\udbff]$/, '').replace(/\u200d$/, '')}…`;
}

/** One line of at most `limit` UTF-16 units; each run of blanks, tabs and line ends becomes one blank. */
export function oneLine(text: string, limit: number): string {
  // What is cut off here was either too long anyway, or a long run of blanks.
  const head = text.slice(0, limit * 4);
  const line = withoutHarmfulCharacters(head).replaceAll(/\s+/g, ' ').trim();
  return cutText(head.length < text.length && line.length < limit ? `${line}…` : line, limit);
}

/** The first line with a letter or a digit in it (a bracket says nothing), otherwise the first visible one, as `oneLine`. */
export function firstLineWithWords(text: string, limit: number): string {
  const head = withoutHarmfulCharacters(fromFirstWord(text, 0).slice(0, searchedCharacters));
  const lines = head.split('\n', 100).filter((line) => SEEN.test(line));
  return oneLine(lines.find((line) => /[\p{Letter}\p{Number}]/u.test(line)) ?? lines[0] ?? '', limit);
}

export interface Extent {
  readonly lines: number;
  /** UTF-16 units of a line. */
  readonly columns: number;
}

/** The first lines, from the first visible one on, with their indentation; a longer text ends in `…`. */
export function firstLines(text: string, { lines, columns }: Extent): string {
  const start = fromFirstWord(text, columns / 2);
  const head = start.slice(0, lines * columns);
  const all = withoutHarmfulCharacters(head)
    .trimEnd()
    .split('\n', lines + 1);
  const shown = all.slice(0, lines).map((line) => cutText(line.trimEnd(), columns));
  const whole = all.length <= lines && start.slice(head.length, head.length + searchedCharacters).trim() === '';
  return whole || shown.at(-1)?.endsWith('…') ? shown.join('\n') : [...shown.slice(0, lines - 1), '…'].join('\n');
}

/** The text without leading invisible lines; the first visible line keeps its indentation, up to the width of a window. */
export function fromFirstLine(text: string): string {
  return fromFirstWord(text, widestIndent);
}

/** From the first visible character, with the rest of its line before it, if that is not more than `indent`. */
function fromFirstWord(text: string, indent: number): string {
  const word = text.search(SEEN);
  if (word === -1) return '';
  const line = Math.max(...lineEnds.map((end) => text.lastIndexOf(end, word))) + 1;
  return text.slice(word - line > indent ? word : line);
}
