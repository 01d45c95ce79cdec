/**
 * Columns of a text in a font of one width, between strips in which no line has a word: `df`, `ps` and `ls` put one blank between two columns, as between two words.
 */
import { headingsIn } from '../heading-rows.ts';
import { type Column, columnsUnder, mostColumns } from './word-columns.ts';
import { type PlacedWord, piecesOf, type WordLine } from './word-lines.ts';

/** Of the usual blank between two words: a strip is as wide at least, and more is room that was left for longer values. */
const [narrowest, wide] = [0.6, 1.6] as const;
const fewestLines = 3;
/** Numbers, sizes, dates and times. */
const value = /^[-+−]?\d/;

/** Whether all of its words are in a font of one width. */
export function isFixedPitch(lines: readonly WordLine[]): boolean {
  return lines.every(({ pieces }) => pieces.every(({ words }) => words.every((word) => word.isFixedPitch === true)));
}

/**
 * None if there are too few lines, or too many columns. Two words that are never further apart than a blank may be one cell, unless a heading stands above each, or what is on the left are values.
 * @param blank the usual one between two words.
 */
export function columnsBetweenStrips(lines: readonly WordLine[], blank: number): readonly Column[] {
  if (lines.length < fewestLines || !Number.isFinite(blank)) return [];
  const strips = intervalsOf(lines, blank * narrowest);
  if (strips.length > mostColumns) return [];
  const rows = lines.map((line) => cellsOf(line, strips));
  const texts = rows.map((row) => row.map((words) => words.map(({ text }) => text).join(' ')));
  const below = texts.slice(headingsIn(texts));
  const isHeaded = below.length < texts.length;
  const isColumn = (at: number): boolean => {
    const filled = below.filter((row) => row[at] !== '').length;
    if (filled * 2 < below.length) return false;
    if (isHeaded) return texts[0]?.[at] !== '' && texts[0]?.[at - 1] !== '';
    const areValues = below.every((row) => row[at - 1] === '' || value.test(row[at - 1] ?? ''));
    return areValues || rows.some((row) => roomBetween(row[at - 1], row[at]) > blank * wide);
  };
  const columns: Column[] = [];
  for (const [at, strip] of strips.entries()) {
    const last = columns.at(-1);
    if (last !== undefined && !isColumn(at)) last.right = strip.right;
    else columns.push({ ...strip });
  }
  return columns;
}

/** Each line with one piece for each column in which it has words. */
export function cutAtStrips(lines: readonly WordLine[], columns: readonly Column[]): readonly WordLine[] {
  return lines.map((line) => {
    const words = line.pieces.flatMap((piece) => piece.words);
    return { ...line, pieces: piecesOf(words, (before, next) => columnsUnder(next, columns)[0] !== columnsUnder(before, columns)[0]) };
  });
}

function intervalsOf(lines: readonly WordLine[], least: number): readonly Column[] {
  const words = lines.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words));
  const intervals: Column[] = [];
  for (const { left, right } of words.toSorted((one, other) => one.left - other.left)) {
    const last = intervals.at(-1);
    if (last !== undefined && left - last.right < least) last.right = Math.max(last.right, right);
    else intervals.push({ left, right });
  }
  return intervals;
}

function cellsOf({ pieces }: WordLine, columns: readonly Column[]): readonly (readonly PlacedWord[])[] {
  const cells = columns.map((): PlacedWord[] => []);
  for (const word of pieces.flatMap(({ words }) => words)) cells[columnsUnder(word, columns)[0] ?? 0]?.push(word);
  return cells;
}

/** 0 where one of both has nothing. */
function roomBetween(before: readonly PlacedWord[] | undefined, next: readonly PlacedWord[] | undefined): number {
  const [end, start] = [before?.at(-1)?.right, next?.[0]?.left];
  return end === undefined || start === undefined ? 0 : start - end;
}
