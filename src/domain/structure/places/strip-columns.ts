/**
 * Columns of a text in a font of one width, between strips in which no line has a word: `df`, `ps` and `ls` put one blank between two columns, as between two words.
 */
import { headingsIn } from '../heading-rows.ts';
import { type Column, columnsUnder, mostColumns } from './word-columns.ts';
import { type PlacedWord, piecesOf, type WordLine } from './word-lines.ts';

/** Of the usual blank between two words: a strip is as wide at least, and more is room that was left for longer values. */
const [narrowest, wide] = [0.6, 1.6] as const;
const fewestLines = 3;
const fewestValues = 2;
/** Numbers, sizes, dates and times. */
const value = /^[-+−]?\d/;
const [time, halfOfDay] = [/^\d{1,2}:\d\d(?::\d\d)?$/, /^[ap]\.?m\.?\b/i] as const;

/** Whether all of its words are in a font of one width. */
export function isFixedPitch(lines: readonly WordLine[]): boolean {
  return lines.every(({ pieces }) => pieces.every(({ words }) => words.every((word) => word.isFixedPitch === true)));
}

/**
 * None if there are too few lines, or too many columns. Two words that are never further apart than a blank may be one cell, as a first and a last name: they are two only behind numbers that are written to the right, or times, or
 * where both have a heading in capitals, as `TIME COMMAND`, and the left one is a value.
 * @param blank the usual one between two words.
 */
export function columnsBetweenStrips(lines: readonly WordLine[], blank: number): readonly Column[] {
  if (lines.length < fewestLines || !Number.isFinite(blank)) return [];
  const strips = intervalsOf(lines, blank * narrowest);
  if (strips.length > mostColumns) return [];
  const rows = lines.map((line) => cellsOf(line, strips));
  const texts = rows.map((row) => row.map(textOfCell));
  const below = headingsIn(texts);
  const isColumn = (at: number): boolean => {
    if (rows.some((row) => isApart(row[at - 1], row[at], blank * wide))) return true;
    const cells = rows.slice(below).map((row) => row[at - 1] ?? []);
    const next = texts.slice(below).map((row) => row[at] ?? '');
    if (next.filter((text) => text !== '').length * 2 < next.length) return false;
    const before = cells.map(textOfCell).filter((text) => text !== '');
    if (before.length < fewestValues || !before.every((text) => value.test(text))) return false;
    const areTimes = before.every((text) => time.test(text)) && !next.every((text) => halfOfDay.test(text));
    const isHeaded = below === 1 && isInCapitals(texts[0]?.[at - 1]) && isInCapitals(texts[0]?.[at]);
    return areTimes || isHeaded || areWrittenToTheRight(cells, blank);
  };
  const columns: Column[] = [];
  for (const [at, strip] of strips.entries()) {
    const last = columns.at(-1);
    if (last !== undefined && !isColumn(at)) last.right = strip.right;
    else columns.push({ ...strip });
  }
  return columns;
}

function isInCapitals(text = ''): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

type Cell = readonly PlacedWord[];

function textOfCell(words: Cell): string {
  return words.map(({ text }) => text).join(' ');
}

/** By more than a blank, or a line down. */
function isApart(before: Cell | undefined, next: Cell | undefined, room: number): boolean {
  const [last, first] = [before?.at(-1), next?.[0]];
  return last !== undefined && first !== undefined && (first.left - last.right > room || first.isOtherCell === true);
}

/** They end at one place, and do not begin at one. */
function areWrittenToTheRight(cells: readonly Cell[], blank: number): boolean {
  const spread = (places: readonly number[]): number => Math.max(...places) - Math.min(...places);
  const filled = cells.filter((words) => words.length > 0);
  const [begins, ends] = [filled.map((words) => words[0]?.left ?? 0), filled.map((words) => words.at(-1)?.right ?? 0)];
  return spread(ends) < blank * narrowest && spread(begins) >= blank * narrowest;
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
