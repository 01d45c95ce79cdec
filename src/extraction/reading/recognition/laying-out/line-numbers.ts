/**
 * The numbers of lines that an editor shows beside code, of which tesseract makes a column of their own: each stands before its line again, as in the picture. Their column need not be one of the code's.
 */
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { blocksOf } from './blocks-of-lines.ts';

const number = /^\d{1,5}$/;
/** Fewer beside code are something else. */
const [fewest, fewestFirst] = [3, 2] as const;
/** Of its height: what is beside a number. */
const overlap = 0.5;
/** In columns: between the right edges of two numbers, and between a number and its line as it is shown. */
const [sameEdge, room] = [0.6, 2] as const;

interface Numbered {
  readonly line: ReadLine;
  readonly value: number;
  readonly right: number;
}

interface Beside extends Numbered {
  /** None beside an empty line. */
  readonly code: ReadLine | null;
}

/** The same lines where there are no numbers beside code. */
export function withLineNumbers(lines: readonly ReadLine[]): readonly ReadLine[] {
  const all = lines.flatMap(numbered);
  // A number beside one is code.
  const numbers = all.filter(({ line }) => !all.some((other) => other.right < leftOf(line) && isBeside(other.line, line)));
  // Of two or three, all lines have one, from 1 on.
  const areFirst = numbers.every(({ value }, at) => value === at + 1) && numbers.length * 2 >= lines.length;
  const least = areFirst ? fewestFirst : fewest;
  if (numbers.length < least) return lines;
  const alone = new Set(numbers.map(({ line }) => line));
  const code = blocksOf(lines.filter((line) => !alone.has(line))).flatMap((block) =>
    block.column === null ? [] : block.lines.map((line) => ({ line, column: block.column ?? 0, left: leftOf(line) })),
  );
  const first = code.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY);
  const column = code[0]?.column ?? 0;
  const paired = numbers.map(
    (one): Beside => ({ ...one, code: code.find(({ line, left }) => left > one.right && isBeside(one.line, line))?.line ?? null }),
  );
  const beside = paired.filter((one) => one.code !== null && one.right <= first);
  if (beside.length < Math.min(least, numbers.length) || new Set(beside.map((one) => one.code)).size < beside.length || !areRising(beside))
    return lines;
  const edge = Math.max(...beside.map(({ right }) => right));
  const [top, bottom] = [beside[0]?.line.top ?? 0, beside.at(-1)?.line.bottom ?? 0];
  const ofColumn = paired.filter(
    (one) =>
      Math.abs(edge - one.right) <= column * sameEdge &&
      one.right <= first &&
      (areFirst || (one.line.bottom > top && one.line.top < bottom)),
  );
  if (!areRising(ofColumn) || ofColumn.length < least) return lines;
  return placed(lines, ofColumn, { column, first, grid: code.find(({ line }) => line.grid !== undefined)?.line.grid });
}

/** Whether each of these lines, which are numbers alone, gets its place before one of the others. */
export function haveTheirPlaces(numbers: readonly ReadLine[], lines: readonly ReadLine[]): boolean {
  const waiting = new Set(numbers);
  return numbers.length === 0 || !withLineNumbers(lines).some((line) => waiting.has(line));
}

interface Code {
  readonly column: number;
  readonly first: number;
  readonly grid: ReadLine['grid'];
}

function placed(lines: readonly ReadLine[], numbers: readonly Beside[], code: Code): readonly ReadLine[] {
  const before = new Map(numbers.map((one) => [one.code, one]));
  const own = new Set(numbers.map(({ line }) => line));
  const rest = lines.filter((line) => !own.has(line)).map((line) => withNumber(line, before.get(line), code));
  for (const one of numbers.filter((other) => other.code === null)) {
    const line = {
      ...withNumber({ ...one.line, words: [] }, one, code),
      ...(code.grid !== undefined && { grid: code.grid, isInColumns: true }),
    };
    const at = rest.findIndex(
      (other) => other.top > one.line.top && other.words.some(({ symbols }) => (symbols.at(-1)?.right ?? 0) > code.first),
    );
    rest.splice(at < 0 ? rest.length : at, 0, line);
  }
  return rest;
}

/** In columns of the code, to the left of all of it. */
function withNumber(line: ReadLine, one: Numbered | undefined, { column, first }: Code): ReadLine {
  const word = one?.line.words[0];
  if (word === undefined) return line;
  const left = first - (room + word.symbols.length) * column;
  const symbols = word.symbols.map((symbol, at): ReadSymbol => ({ ...symbol, left: left + at * column, right: left + (at + 1) * column }));
  return { ...line, words: [{ ...word, symbols }, ...line.words] };
}

function numbered(line: ReadLine): readonly Numbered[] {
  const [word, ...others] = line.words;
  const text = word?.symbols.map((symbol) => symbol.text).join('') ?? '';
  if (word === undefined || others.length > 0 || !number.test(text)) return [];
  return [{ line, value: Number(text), right: word.symbols.at(-1)?.right ?? 0 }];
}

function areRising(numbers: readonly Numbered[]): boolean {
  const sorted = numbers.toSorted((one, other) => one.line.top - other.line.top);
  return sorted.every(({ value }, at) => at === 0 || value > (sorted[at - 1]?.value ?? value));
}

function isBeside(one: ReadLine, other: ReadLine): boolean {
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >= (one.bottom - one.top) * overlap;
}

function leftOf({ words }: ReadLine): number {
  return words[0]?.symbols[0]?.left ?? 0;
}
