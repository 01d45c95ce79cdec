/**
 * Words that are written behind their line and stand within it: LibreOffice writes a sign that its font does not have, as the ₂ of CO₂, after the rest of the line.
 */
import type { LayerWord } from '../../structure/page-tables.ts';

/** A text in place of that of these characters of the layer. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** In heights of a word: by how much it may overlap those beside it, and what is a blank. */
const [overlap, wordGap] = [0.1, 0.15];
/** Of a line: in front of further ones no place is looked for. */
const mostWords = 200;
/** Of a page: more are no signs that a font does not have. */
const mostMoved = 500;

/**
 * In the order of the layer, for words in that order. @param isBreak whether a line ends between these two places.
 */
export function movedWords(words: readonly LayerWord[], isBreak: (from: number, to: number) => boolean): readonly Edit[] {
  const edits: Edit[] = [];
  /** Words of the line in their places, and those of them behind which one was put. */
  let line: LayerWord[] = [];
  let filled = new Set<number>();
  let moved = 0;
  for (const [index, word] of words.entries()) {
    const [before, last] = [words[index - 1], line.at(-1)];
    const isInLine = before !== undefined && last !== undefined && isBeside(word, last);
    const isBack = isInLine && word.left < last.left && moved < mostMoved && !isBreak(before.to, word.from);
    const at = isBack ? gapFor(word, line) : -1;
    const [left, right] = [line[at], line[at + 1]];
    if (before !== undefined && left !== undefined && right !== undefined && !filled.has(at)) {
      filled.add(at);
      moved += 1;
      edits.push({ from: left.to, to: right.from, text: blank(left, word) + word.text + blank(word, right) });
      edits.push({ from: before.to, to: word.to, text: '' });
      // What was taken out behind the last word stands between it and the next one.
      filled.add(line.length - 1);
    } else if (isInLine && word.left >= last.left && line.length < mostWords) line.push(word);
    else [line, filled] = [[word], new Set()];
  }
  return edits.toSorted((one, other) => one.from - other.from);
}

/** Where the word behind which there is room for it stands in the line; -1 for none. */
function gapFor(word: LayerWord, line: readonly LayerWord[]): number {
  const most = (word.bottom - word.top) * overlap;
  return line.findIndex(
    ({ right }, at) => right <= word.left + most && word.right <= (line[at + 1]?.left ?? Number.NEGATIVE_INFINITY) + most,
  );
}

function isBeside(word: LayerWord, other: LayerWord): boolean {
  return Math.abs(word.top + word.bottom - other.top - other.bottom) < Math.min(word.bottom - word.top, other.bottom - other.top) / 2;
}

function blank(one: LayerWord, next: LayerWord): string {
  return next.left - one.right > (one.bottom - one.top) * wordGap ? ' ' : '';
}
