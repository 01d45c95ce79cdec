/**
 * The form in which texts are searched: case, accents, width and ligatures make no difference, and neither does the kind or number of white-space
 * characters. `Straße` is found by `STRASSE`, `café` by `cafe`, `ＡＢＣ` by `abc`. Index and query use the same form, so a text is found by any part of it.
 *
 * It is built piece by piece (a character with its marks, a run of white space), so that each place in it has a place in the text: that is where
 * matches are marked. Takes linear time: marks beyond 30 on one character are cut into runs, as in Unicode's stream-safe form (UAX #15, D4), because
 * ordering n marks takes n² steps.
 */

/**
 * The pieces that folding changes, apart from ASCII letters: white space, except one space alone; a character with marks; Hangul letters, which form syllables together; any
 * other character beyond ASCII, except Chinese characters and kana, which stay as they are.
 */
const piece =
  /(?:[^\S ]|\p{Cc}| (?=[\s\p{Cc}\p{M}\p{Cf}\uff9e\uff9f]))[\s\p{Cc}\p{M}\p{Cf}\uff9e\uff9f]*|[!-~\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff][\p{M}\p{Cf}\uff9e\uff9f]+|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc][\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc\p{M}\p{Cf}]*|[^\s\p{Cc}!-~\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc][\p{M}\p{Cf}\uff9e\uff9f]*/gu;

/**
 * Accents of Latin, Greek and Cyrillic letters, vowel points of Hebrew and Arabic, variation selectors, and characters without a form of their own (soft
 * hyphens, joiners, signs of direction). Other marks are letters of their scripts: the two kana か and が differ.
 */
const ignored =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|(?=[\u0590-\u06ff])\p{Mn}|\p{Variation_Selector}|\p{Cf}/gu;

/** Letters that no normalization takes apart. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
};
const spelledLetters = /[ßςıæœøđłþ]/gu;

/** Folded pieces of one or two characters: a text has few different ones. */
const known = new Map<string, string>();
const mostKnown = 4_096;
const longestKnown = 4;

/** What only a text beyond ASCII needs more than a look at its white space for. */
const beyondAscii = /[\u0080-\uffff]/;
/** White space and control characters that do not stay as they are: all but one space alone. */
const asciiSpace = /(?:[^\S ]|\p{Cc})[\s\p{Cc}]*| [\s\p{Cc}]+/gu;

/** The text in the form in which it is searched. ASCII has a faster way to the same form: a search compares hundreds of texts for a page. */
export function foldedText(text: string): string {
  if (!beyondAscii.test(text)) return text.replaceAll(asciiSpace, ' ').toLowerCase();
  return text.replaceAll(piece, foldedPiece).toLowerCase();
}

function foldedPiece(part: string): string {
  const before = known.get(part);
  if (before !== undefined) return before;
  const folded = fold(part);
  if (part.length <= longestKnown) {
    if (known.size >= mostKnown) known.clear();
    known.set(part, folded);
  }
  return folded;
}

function fold(part: string): string {
  if (/^[\s\p{Cc}]/u.test(part)) return ' ';
  const safe = part.replaceAll(/\p{M}{30}/gu, '$&\u034f');
  // A letter of its own, whose sign looks like an accent.
  if (/^[йЙ]/u.test(safe.normalize('NFC'))) return 'й';
  const lower = plain(plain(safe).toLowerCase());
  // An accent that stands alone would become a space.
  return /^\s/u.test(lower) ? part.slice(0, 1) : lower.replaceAll(spelledLetters, (letter) => spelled[letter] ?? letter);
}

function plain(part: string): string {
  return part.normalize('NFKD').replaceAll(ignored, '').normalize('NFC');
}

/** A part of a text: from its character at `from`, to before the one at `to`, in UTF-16 units. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** The parts of the text that became these parts of its folded form, in order. A piece that became several characters belongs to a part as a whole. */
export function placesInText(text: string, inFolded: readonly TextSpan[]): readonly TextSpan[] {
  const steps = stepsOf(text);
  const starts = inFolded.map(({ from }) => from);
  const ends = inFolded.map(({ to }) => to - 1);
  const places = new Map<number, TextSpan>();
  const wanted = [...new Set([...starts, ...ends])].toSorted((one, other) => one - other);
  let step = steps.next();
  for (const at of wanted) {
    while (!step.done && step.value.foldedTo <= at) step = steps.next();
    if (step.done) break;
    const { foldedFrom, from, to, isPiece } = step.value;
    places.set(at, isPiece ? { from, to } : { from: from + at - foldedFrom, to: from + at - foldedFrom + 1 });
  }
  return inFolded.map(({ from, to }) => ({ from: places.get(from)?.from ?? text.length, to: places.get(to - 1)?.to ?? text.length }));
}

interface Step extends TextSpan {
  readonly foldedFrom: number;
  readonly foldedTo: number;
  /** Otherwise each of its characters became one. */
  readonly isPiece: boolean;
}

function* stepsOf(text: string): Generator<Step> {
  let [from, foldedFrom] = [0, 0];
  for (const { 0: part, index } of text.matchAll(piece)) {
    const startsAt = foldedFrom + index - from;
    if (index > from) yield { from, to: index, foldedFrom, foldedTo: startsAt, isPiece: false };
    const to = index + part.length;
    foldedFrom = startsAt + foldedPiece(part).length;
    yield { from: index, to, foldedFrom: startsAt, foldedTo: foldedFrom, isPiece: true };
    from = to;
  }
  if (from < text.length) yield { from, to: text.length, foldedFrom, foldedTo: foldedFrom + text.length - from, isPiece: false };
}
