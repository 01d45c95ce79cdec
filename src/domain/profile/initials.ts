/** The words of a person's name, in any script: the first name, and the initials. */
import { oneLine } from '../view/shown-text.ts';

const longestName = 120;
/** Of a name as it is shown: with one blank before each at most. */
const BRACKETED = / ?(?:\([^()]*\)|\[[^[\]]*\]|（[^（）]*）)/g;
const TITLE = /^(?:dr|mr|mrs|ms|mx|prof|sir)\.?$/i;
const SUFFIX = /^(?:ph\.?d|m\.?d|jr|sr|esq|mba|b\.?sc|m\.?sc|i{2,3}|iv)\.?$/i;
/** A grapheme may have any number of marks; a family emoji has about 20 units. */
const longestGrapheme = 24;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A single harmless line. */
export function shownName(name: string): string {
  return oneLine(
    name
      .slice(0, longestName * 4)
      .normalize('NFC')
      .replaceAll(/[\p{Control}\u202a-\u202e\u2066-\u2069]+/gu, ' '),
    longestName,
  );
}

/** `Maria` of `Dr. Maria Kowalska (Sales)` and of `Kowalska, Maria`: the first word. A name written without blanks is one word. */
export function firstName(name: string): string {
  return nameWords(name)[0] ?? '';
}

/**
 * The first letters of the first and last word, in capitals; of a single word, its first letter. A letter is what readers take for one: with its
 * marks, and a whole emoji if the name has no letters. Empty if there is none.
 */
export function initialsOf(name: string): string {
  const words = nameWords(name);
  const ends = words.length > 1 ? [words[0] ?? '', words.at(-1) ?? ''] : words;
  return ends.map(initialOf).join('');
}

function nameWords(name: string): readonly string[] {
  const shown = shownName(name);
  const plain = shown.replaceAll(BRACKETED, '').trim() || shown;
  const words = inOrder(plain)
    .split(' ')
    .filter((word) => word !== '');
  const told = words.filter((word) => /[\p{Letter}\p{Number}]/u.test(word));
  const all = told.length > 0 ? told : words;
  const untitled = all.filter((word) => !TITLE.test(word));
  return untitled.length > 0 ? untitled : all;
}

/** Directories write `Last, First`; the part after the comma may also be a degree. */
function inOrder(name: string): string {
  const [before = '', ...after] = name
    .split(/[,،、，]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const given = after.filter((part) => !SUFFIX.test(part));
  return [...given, before].join(' ');
}

function initialOf(word: string): string {
  const all = Array.from(graphemes.segment(word), ({ segment }) => segment);
  const first = all.find((grapheme) => /[\p{Letter}\p{Number}]/u.test(grapheme)) ?? all[0] ?? '';
  return inCapitals(first.length > longestGrapheme ? String.fromCodePoint(first.codePointAt(0) ?? 0) : first);
}

/** A letter whose capital has two letters (`ß`), or that names do not write in capitals (Georgian), stays as it is. */
function inCapitals(letter: string): string {
  const capital = letter.toUpperCase();
  return [...capital].length > [...letter].length || /\p{Script=Georgian}/u.test(letter) ? letter : capital;
}
