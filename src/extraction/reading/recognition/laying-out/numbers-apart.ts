/**
 * The numbers of lines that an editor shows beside code, where they were read as the beginning of each line: they stand in no column of the code, so that its columns cannot be told with them. Each becomes
 * a line of its own, and stands before its line again when the text is laid out.
 */
import type { ReadLine } from '../read-lines.ts';

/** Fewer are something else. */
const fewest = 4;
/** Of the lines of code: those beside a number. Of the numbers: those that are one more than the one above. */
const [ofLines, inOrder] = [0.75, 0.8] as const;
/** In heights of a line: between the right edges of two numbers, and between a number and what is beside it. */
const [sameEdge, leastRoom] = [0.3, 0.2] as const;
/** In columns. */
const offColumn = 0.2;
const digit = /^\d$/;
const mostDigits = 5;

interface Begun {
  readonly line: ReadLine;
  /** How many of its symbols are the number. */
  readonly digits: number;
  readonly value: number;
  /** Of the number. */
  readonly right: number;
  /** Of what is beside it. */
  readonly left: number;
}

export interface Apart {
  /** None where there are no such numbers. */
  readonly numbers: readonly ReadLine[];
  /** The others, with their grids; the same where there are no numbers. */
  readonly lines: readonly ReadLine[];
}

/** @param lines from top to bottom, with their grids. @param withGrids gives lines their grids. */
export function numbersApart(lines: readonly ReadLine[], withGrids: (lines: readonly ReadLine[]) => readonly ReadLine[]): Apart {
  const none = { numbers: [], lines };
  const code = lines.filter(({ grid }) => grid !== undefined);
  const height = middle(code.map(({ top, bottom }) => bottom - top));
  const edge = middle(code.flatMap((line) => begun(line, Number.POSITIVE_INFINITY)?.right ?? []));
  const numbers = lines.flatMap((line) => {
    const one = begun(line, edge + height * sameEdge);
    return one !== null && Math.abs(one.right - edge) <= height * sameEdge ? [one] : [];
  });
  const beside = new Set(numbers.map(({ line }) => line));
  const steps = numbers.slice(1).filter(({ value }, at) => value === (numbers[at]?.value ?? 0) + 1).length;
  if (numbers.length < fewest || steps < (numbers.length - 1) * inOrder) return none;
  if (code.filter((line) => beside.has(line)).length < code.length * ofLines) return none;
  if (
    numbers.some(({ left, right }) => left - right <= height * leastRoom) ||
    numbers.every(({ left }) => left === Number.POSITIVE_INFINITY)
  )
    return none;
  const own = new Map(numbers.map((one) => [one.line, one]));
  const apart = {
    numbers: numbers.map(({ line, digits }) => numberOf(line, digits)),
    lines: withGrids(lines.flatMap((line) => withoutNumber(line, own.get(line)?.digits ?? 0))),
  };
  return standInColumns(apart) ? none : apart;
}

/** As a terminal shows them: they are part of its text. */
function standInColumns({ numbers, lines }: Apart): boolean {
  const grid = lines.find((line) => line.grid !== undefined)?.grid;
  if (grid === undefined) return true;
  const off = numbers.flatMap(({ words }) => {
    const last = words[0]?.symbols.at(-1);
    const place = last === undefined ? 0 : ((last.left + last.right) / 2 - grid.origin) / grid.pitch - 0.5;
    return last === undefined ? [] : [Math.abs(place - Math.round(place))];
  });
  return middle(off) <= offColumn;
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** What of its first word ends before `edge`; null if that is no number. */
function begun(line: ReadLine, edge: number): Begun | null {
  const symbols = line.words.flatMap((word) => word.symbols);
  const first = (line.words[0]?.symbols ?? []).filter(({ right }) => right <= edge);
  if (first.length === 0 || first.length > mostDigits || !first.every(({ text }) => digit.test(text))) return null;
  return {
    line,
    digits: first.length,
    value: Number(first.map(({ text }) => text).join('')),
    right: first.at(-1)?.right ?? 0,
    left: symbols[first.length]?.left ?? Number.POSITIVE_INFINITY,
  };
}

function numberOf({ top, bottom, words }: ReadLine, digits: number): ReadLine {
  return { top, bottom, words: words.slice(0, 1).map((word) => ({ ...word, symbols: word.symbols.slice(0, digits) })) };
}

/** None beside an empty line. */
function withoutNumber({ top, bottom, words: all }: ReadLine, digits: number): readonly ReadLine[] {
  const words = all.flatMap((word, at) => {
    const symbols = at === 0 ? word.symbols.slice(digits) : word.symbols;
    return symbols.length === 0 ? [] : [{ ...word, symbols }];
  });
  return words.length === 0 ? [] : [{ top, bottom, words }];
}
