/** Words on a page or in a picture, in lines, and each line cut into pieces at its wide gaps. */
import { withBarsAsLines } from './upright-bars.ts';

export interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Its page says that it was not written together with the word before it. */
  readonly isApart?: boolean;
  /** There is a line down between it and the word before. */
  readonly isOtherCell?: boolean;
  /** It is in a font of one width. */
  readonly isFixedPitch?: boolean;
  /** Its line is a row of a table by itself, cut by bars. */
  readonly isRow?: boolean;
}

/** What stands together. */
export interface Piece {
  /** From left to right, at least one. */
  readonly words: readonly PlacedWord[];
  readonly left: number;
  readonly right: number;
}

export interface WordLine {
  readonly top: number;
  readonly bottom: number;
  readonly pieces: readonly Piece[];
}

/** In heights of a line: what is further apart is another table. */
const mostApart = 3;
/** In heights of a line: the next line of the same cell is no further down. */
const wrapped = 1.6;
/** In heights of a line. */
const sameEdge = 0.15;
/** Of a blank, in heights of a word: more is a gap. So much wider than the usual one is the gap between two numbers; where too few tell, it has a width that no blank has. */
const [widestBlank, widerThanBlank, usualNumberGap] = [1.1, 1.5, 0.6];
const fewestBlanks = 4;
/** A dash or a dot alone is much lower than its line. */
const signs = /^[\p{P}\p{S}]{1,40}$/u;
/** Cells of a row between drawn lines: fewer may be two frames beside each other, each with columns of its own. */
const fewestCells = 3;

/** From the top down. @param gap how wide a gap between two pieces is at least, in heights of their line. */
export function linesOfWords(words: readonly PlacedWord[], gap: number): readonly WordLine[] {
  const lines: { middle: number; height: number; words: PlacedWord[] }[] = [];
  for (const word of words.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const middle = (word.top + word.bottom) / 2;
    const line = lines.at(-1);
    const height = word.bottom - word.top;
    const ofLine = line !== undefined && signs.test(word.text) ? Math.max(height, line.height) : height;
    if (line !== undefined && middle - line.middle <= ofLine * 0.5) {
      line.words.push(word);
      line.height = Math.max(line.height, height);
    } else lines.push({ middle, height, words: [word] });
  }
  const sorted = withBarsAsLines(lines.map((line) => line.words.toSorted((a, b) => a.left - b.left)));
  const gaps = { any: gap, numbers: Math.min(gap, gapOfNumbers(sorted)) };
  const lined = sorted.map((line) => lineOf(line, gaps));
  const ruled = sorted.map((line) => (cellsBetweenLines(line) < fewestCells ? null : lineOf(line, noGaps)));
  // Where most rows have one piece between two lines, a wide blank within one is no gap.
  const rows = ruled.flatMap((line, at) => (line === null ? [] : [{ line, isSame: line.pieces.length === lined[at]?.pieces.length }]));
  const areCells = rows.filter(({ isSame }) => isSame).length * 2 > rows.length;
  return areCells ? lined.map((line, at) => ruled[at] ?? line) : lined;
}

const noGaps = { any: Number.POSITIVE_INFINITY, numbers: Number.POSITIVE_INFINITY } as const;

function cellsBetweenLines(words: readonly PlacedWord[]): number {
  return words.filter(({ isOtherCell }) => isOtherCell === true).length + 1;
}

/** Between two numbers, in heights of their line: a blank between thousands is as wide as any other one, and more is the gap of two columns. */
function gapOfNumbers(lines: readonly (readonly PlacedWord[])[]): number {
  const blanks = lines.flatMap((words) =>
    words.slice(1).flatMap((word, at) => {
      const before = words[at] ?? word;
      const isBlank = !isNumber(word) && !isNumber(before) && word.isOtherCell !== true;
      return isBlank ? [(word.left - before.right) / Math.max(1, word.bottom - word.top)] : [];
    }),
  );
  const narrow = blanks.filter((blank) => blank < widestBlank).toSorted((a, b) => a - b);
  return narrow.length < fewestBlanks ? usualNumberGap : (narrow[narrow.length >> 1] ?? 0) * widerThanBlank;
}

function isNumber({ text }: PlacedWord): boolean {
  return /^[-+−]?[\d.,]{1,40}%?$/.test(text) && /\d/.test(text);
}

function lineOf(words: readonly PlacedWord[], gaps: { readonly any: number; readonly numbers: number }): WordLine {
  const top = words.reduce((least, word) => Math.min(least, word.top), Number.POSITIVE_INFINITY);
  const bottom = words.reduce((most, word) => Math.max(most, word.bottom), Number.NEGATIVE_INFINITY);
  const isCut = (before: Piece, next: PlacedWord): boolean => {
    const last = before.words.at(-1);
    const areNumbers = last !== undefined && isNumber(last) && isNumber(next);
    return next.isOtherCell === true || next.left - before.right > (bottom - top) * (areNumbers ? gaps.numbers : gaps.any);
  };
  return { top, bottom, pieces: piecesOf(words, isCut) };
}

/** Cut wherever it says so. */
export function piecesOf(words: readonly PlacedWord[], isCut: (before: Piece, next: PlacedWord) => boolean): readonly Piece[] {
  const pieces: { words: PlacedWord[]; left: number; right: number }[] = [];
  for (const word of words) {
    const last = pieces.at(-1);
    if (last === undefined || isCut(last, word)) pieces.push({ words: [word], left: word.left, right: word.right });
    else {
      last.words.push(word);
      last.right = Math.max(last.right, word.right);
    }
  }
  return pieces;
}

/** Lines of several pieces that follow each other, so many at least, and lines of one piece that may go on with one of theirs. */
export function runsOf(lines: readonly WordLine[], fewest = 2): readonly (readonly WordLine[])[] {
  const runs: WordLine[][] = [];
  let run: WordLine[] = [];
  const end = (): void => {
    if (run.filter(({ pieces }) => pieces.length > 1).length >= fewest) runs.push(run);
    run = [];
  };
  for (const [index, line] of lines.entries()) {
    const above = run.at(-1);
    const apart = above === undefined ? 0 : line.top - above.bottom;
    const height = line.bottom - line.top;
    if (above !== undefined && apart > height * mostApart) end();
    if (line.pieces.length > 1 || isRow(line)) run.push(line);
    else if (
      run.length > 0 &&
      !isAtStart(line, run) &&
      (middleOf(line) - middleOf(above ?? line) < height * wrapped || beginsCell(line, lines[index + 1]))
    )
      run.push(line);
    else end();
  }
  end();
  return runs;
}

/** The first line of a cell whose last one stands in the next row, as those that are at the bottom of their rows do. */
function beginsCell({ top, bottom, pieces: [piece] }: WordLine, next: WordLine | undefined): boolean {
  const height = bottom - top;
  if (piece === undefined || next === undefined || next.pieces.length < 2 || next.top - top > height * wrapped) return false;
  const isSame = (one: number, other: number): boolean => Math.abs(one - other) < height * sameEdge;
  return next.pieces.some(
    ({ left, right }) => isSame(left, piece.left) || isSame(right, piece.right) || isSame(left + right, piece.left + piece.right),
  );
}

/** Whether it is one by itself, whatever stands close to it. */
export function isRow({ pieces }: WordLine): boolean {
  return pieces[0]?.words[0]?.isRow === true;
}

export function textOf({ words }: Piece): string {
  return words.map((word) => word.text).join(' ');
}

/** From the line above this one; infinite at either end. */
export function distanceAbove(lines: readonly WordLine[], at: number): number {
  return (lines[at]?.top ?? Number.POSITIVE_INFINITY) - (lines[at - 1]?.top ?? Number.NEGATIVE_INFINITY);
}

function middleOf({ top, bottom }: WordLine): number {
  return (top + bottom) / 2;
}

/** Below the first column is the next row, or the text below the table. */
function isAtStart({ pieces: [piece] }: WordLine, [first]: readonly WordLine[]): boolean {
  const second = first?.pieces[1];
  return piece === undefined || second === undefined || piece.left < second.left;
}
