/** What a line is after the network read its columns: by the network where it is certain, and as tesseract read it where it is not, or where it cannot know. Decisions alone: nothing is read here. */
import type { Grid, ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import type { CellReading } from './cell-network.ts';
import { type Column, certaintyOf } from './seen-line.ts';

/** What is less certain is as tesseract read it, unless that is less certain still; a guess is none. */
const [certain, guessed] = [0.9, 0.6] as const;
/** Of the columns, so many have one character of tesseract's, and of these so many are the same to the network: then they are columns, if it is fairly certain of all on average. Else it has to be nearly sure. */
const agreeing = { alone: 0.5, share: 0.6, fairly: 0.7, surely: 0.88 } as const;
/** On average: a word that is less certain is as tesseract read it, and so is all that follows it, if that is not much more certain: in some editors text in another font follows a line of code. */
const [certainWord, certainRest] = [0.7, 0.8] as const;
/** Of its columns: of fewer, tesseract did not read a word. */
const fewestRead = 0.5;
const ideograph =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\u3000-\u303f\uff00-\uff60]/u;
const beyondAscii = /[^ -~]/;
/** What tesseract makes of quotation marks, dashes, zeros and signs of code. */
const madeUp = /^[“”‘’‚„«»‹›–—©®™°€£¥¢§•·¬¦]$/;
/** They may be one shape, and how high or wide it is tells, of the picture as a whole. */
const ring = /^[0O]$/;

export interface SeenColumns {
  readonly grid: Grid;
  /** Below which row of pixels its letters stand. */
  readonly base: number;
  readonly columns: readonly Column[];
  /** What the network says of each. */
  readonly cells: readonly CellReading[];
  /** Whether zeros of this font have a dot or a stroke within them. */
  readonly areMarked: boolean;
}

/** Null if they are no columns. */
export function toldLine(line: ReadLine, { grid, base, columns, cells, areMarked }: SeenColumns): ReadLine | null {
  const { pitch, origin } = grid;
  // A line that was left out has none.
  const symbols = line.words.flatMap((word, of) => word.symbols.map((symbol) => ({ ...symbol, of }))).filter(({ text }) => text !== '');
  const within = Map.groupBy(symbols, (symbol) => Math.floor(((symbol.left + symbol.right) / 2 - origin) / pitch));
  const compared = columns.flatMap(({ at }, index) => {
    const [there, text] = [within.get(at), cells[index]?.text ?? ''];
    return there?.length === 1 && text !== '' ? [there[0]?.text === text] : [];
  });
  const areColumns =
    compared.length >= columns.length * agreeing.alone && compared.filter(Boolean).length >= compared.length * agreeing.share;
  if (certaintyOf(cells) < (line.grid !== undefined && areColumns ? agreeing.fairly : agreeing.surely)) return null;
  const wide = wideSymbols(symbols, pitch, origin);
  const told: Told[] = [];
  for (const word of wordsOfColumns(columns, cells)) {
    const [first, last] = [columns[word.from], columns[word.to - 1]];
    if (first === undefined || last === undefined) continue;
    const isIn = ({ left, right }: ReadSymbol): boolean =>
      Math.abs(left + right - first.left - last.right) / 2 <= (last.right - first.left + pitch) / 2;
    const asRead = symbols.filter(isIn);
    // An icon beside the line, say.
    const isBeside = first.left >= (symbols.at(-1)?.right ?? Number.POSITIVE_INFINITY) || last.right <= (symbols[0]?.left ?? 0);
    if (isBeside && certaintyOf(cells.slice(word.from, word.to)) < agreeing.surely) continue;
    if (!word.isCertain && asRead.length >= (word.to - word.from) * fewestRead) {
      for (const { of, ...symbol } of singly(asRead))
        told.push({ ...symbol, at: Math.floor((symbol.left - origin) / pitch + 0.25), columns: ideograph.test(symbol.text) ? 2 : 1, of });
      continue;
    }
    // As many as there are columns: each is of one, however exact its place is.
    const areAsMany = asRead.length === word.to - word.from;
    for (let index = word.from; index < word.to; index += 1) {
      const { at, left, right } = columns[index] as Column;
      const large = wide.get(at);
      if (large !== undefined) {
        if (told.at(-1)?.left !== large.left) told.push({ ...large, at, columns: 2, of: null });
        continue;
      }
      const there = areAsMany ? asRead.slice(index - word.from, index - word.from + 1) : (within.get(at) ?? []);
      const { text, certainty } = toldIn(there, cells[index] as CellReading, { areMarked, areAsMany });
      if (text.trim() !== '') told.push({ text, left, right, certainty, at, columns: 1, of: null });
    }
  }
  return told.length === 0 ? null : { ...line, words: wordsOf(told, line), isInColumns: true, isReadByInk: true, base };
}

/** Without second readings of one place. */
function singly<T extends ReadSymbol>(symbols: readonly T[]): readonly T[] {
  const isOver = (one: T, other: T): boolean =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > (one.right - one.left) / 2;
  return symbols.filter((symbol) => !symbols.some((other) => other.certainty > symbol.certainty && isOver(symbol, other)));
}

interface WordOfColumns {
  /** Indexes of the columns; `to` is outside. */
  readonly from: number;
  readonly to: number;
  readonly isCertain: boolean;
}

/** Columns without a blank between them, from left to right; all of the rest is one, where that is in another font. */
function wordsOfColumns(columns: readonly Column[], cells: readonly CellReading[]): readonly WordOfColumns[] {
  const starts = columns.flatMap(({ at }, index) => (index === 0 || at - (columns[index - 1]?.at ?? at) > 1 ? [index] : []));
  const words = starts.map((from, word) => {
    const to = starts[word + 1] ?? columns.length;
    return { from, to, isCertain: certaintyOf(cells.slice(from, to)) >= certainWord };
  });
  const rest = words.findIndex(({ from, isCertain }) => !isCertain && certaintyOf(cells.slice(from)) < certainRest);
  return rest < 0 ? words : [...words.slice(0, rest), { from: words[rest]?.from ?? 0, to: columns.length, isCertain: false }];
}

interface Told extends ReadSymbol {
  /** Which column, from the origin of the grid, and how many. */
  readonly at: number;
  readonly columns: number;
  /** Which word of tesseract's it is of, where that read it. */
  readonly of: number | null;
}

/** By the network if it is certain, or more so than tesseract, else as that read it. */
function toldIn(
  there: readonly ReadSymbol[],
  cell: CellReading,
  { areMarked, areAsMany }: { readonly areMarked: boolean; readonly areAsMany: boolean },
): Pick<ReadSymbol, 'text' | 'certainty'> {
  const alone = there.length === 1 ? there[0] : undefined;
  if (alone !== undefined) {
    // Where tesseract read more or fewer, it may be of the column beside it.
    const enough = areAsMany ? Math.min(certain, alone.certainty) : guessed;
    const isNotKnown = cell.isOnOwnGround === true ? isBeyondAscii(alone) : isBeyond(alone.text, cell.text, areMarked);
    const isKept = cell.text === '' || cell.certainty < enough || isNotKnown;
    return isKept ? alone : cell;
  }
  if (cell.text !== '' && cell.certainty >= guessed) return cell;
  const best = there.toSorted((one, other) => other.certainty - one.certainty)[0];
  return best ?? { text: cell.nearest, certainty: cell.certainty };
}

/** What the network can't know of a character alone: whether a letter is a capital or a ring is a zero, and whatever is not of ASCII. */
function isBeyond(read: string, text: string, areMarked: boolean): boolean {
  if (read === text) return false;
  if (ring.test(read) && ring.test(text)) return !areMarked;
  return read.toLowerCase() === text.toLowerCase() || isBeyondAscii({ text: read });
}

/** Whether the network can't know it: what tesseract makes up in code is none of these. */
export function isBeyondAscii({ text }: Pick<ReadSymbol, 'text'>): boolean {
  return beyondAscii.test(text) && !madeUp.test(text);
}

/** Of Chinese and Japanese, by each of the columns that they take. */
function wideSymbols(symbols: readonly ReadSymbol[], pitch: number, origin: number): ReadonlyMap<number, ReadSymbol> {
  const wide = new Map<number, ReadSymbol>();
  for (const { text, left, right, certainty } of symbols.filter((symbol) => ideograph.test(symbol.text))) {
    const [first, end] = [Math.round((left - origin) / pitch), Math.round((right - origin) / pitch)];
    for (let at = first; at < Math.min(first + 2, Math.max(first + 1, end)); at += 1) wide.set(at, { text, left, right, certainty });
  }
  return wide;
}

/** Those without a blank between them are one. */
function wordsOf(told: readonly Told[], { top, bottom }: ReadLine): readonly ReadWord[] {
  const words: Told[][] = [];
  for (const symbol of told) {
    const [word, before] = [words.at(-1), words.at(-1)?.at(-1)];
    const areOfOne = before?.of === symbol.of && symbol.of !== null;
    const isWide = ideograph.test(symbol.text) || ideograph.test(before?.text ?? '');
    const areOfTwo = !isWide && before !== undefined && before.of !== null && symbol.of !== null && !areOfOne;
    const isNext = before !== undefined && !areOfTwo && (areOfOne || symbol.at - before.at <= before.columns);
    if (word !== undefined && isNext) word.push(symbol);
    else words.push([symbol]);
  }
  return words.map((word) => ({
    symbols: word.map(({ text, left, right, certainty }) => ({ text, left, right, certainty })),
    top,
    bottom,
    certainty: word.reduce((sum, { certainty }) => sum + certainty, 0) / word.length,
  }));
}
