/** Text fragments (https://wicg.github.io/scroll-to-text-fragment/): the part of an address that leads to words in a page. Pure. */

/** A text up to this long, in one paragraph, is named as a whole. */
const longestWhole = 120;
const wordsAtAnEnd = 6;
/** The words at an end are looked for in so many characters. */
const longestEnd = 1_000;
const longestWord = 100;

/** What stands after `text=` for these words as they are shown; null: they can't be found by it. */
export function textFragment(shown: string): string | null {
  const paragraphs = shown
    .split(/[\n\t]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [first] = paragraphs;
  const last = paragraphs.at(-1);
  if (first === undefined || last === undefined) return null;
  const whole = first;
  if (paragraphs.length === 1 && whole.length <= longestWhole) return encoded(whole);
  const start = wordsOf(first.slice(0, longestEnd)).slice(0, wordsAtAnEnd);
  const end = wordsOf(last.slice(-longestEnd)).slice(-wordsAtAnEnd);
  const isDistinct = start.length > 0 && end.length > 0;
  return isDistinct ? `${encoded(start.join('').trim())},${encoded(end.join('').trim())}` : null;
}

/** The rest of the word that an end of a selection is in, which browsers find no part of: before the start, and behind the end. Empty at the edge of a word. */
export function restOfWord(text: string, offset: number, side: 'before' | 'behind'): string {
  // A word is short, and a text may be long.
  const from = Math.max(0, offset - longestWord);
  const around = text.slice(from, offset + longestWord);
  const at = offset - from;
  const word = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(around).containing(at);
  if (word === undefined || word.isWordLike !== true || word.index === at) return '';
  return side === 'before' ? around.slice(word.index, at) : around.slice(at, word.index + word.segment.length);
}

/** The words with what stands between them, in scripts without blanks too. */
function wordsOf(text: string): readonly string[] {
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.trim())];
  const words: string[] = [];
  for (const { segment, isWordLike } of segments) {
    const last = words.length - 1;
    if (isWordLike === true || last < 0) words.push(segment);
    else words[last] += segment;
  }
  return words;
}

/** `-` and `,` have meanings of their own in a text fragment. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/-/g, '%2D');
}
