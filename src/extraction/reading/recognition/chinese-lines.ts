/** The lines of Chinese that tesseract found, read once more by a model that learned more of it. Where they are, and which reading stays, is decided for each piece of a line. */
import type { GreyPicture } from './grey-picture.ts';
import type { LineModel } from './line-model.ts';
import type { ReadLine, ReadSymbol, ReadWord } from './read-lines.ts';

const han = /^\p{Script=Han}$/u;
/** Of which the model knows nothing. */
const others = /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
/** Of the characters of a piece. */
const leastHan = 0.2;
/** Less certain, on average, is what it makes of anything else than a line of text. */
const leastCertain = 0.8;
/** In heights of the line: around it, which boxes cut close. With less room the model is given larger letters, which take it longer and which it reads no better. */
const margin = 0.4;
/** In heights of the line, between the middles of two characters: further apart are two words, as in the labels of a window. */
const mostApart = 2;
/** Darker is ink. */
const [inkBelow, white] = [160, 255] as const;
/** Between two words, and of what is read at a time, in heights of the line. */
const [widestGap, longestPiece] = [1.5, 80];

export function isChinese(words: readonly ReadWord[]): boolean {
  const symbols = words.flatMap((word) => word.symbols);
  const count = (kind: RegExp): number => symbols.filter(({ text }) => kind.test(text)).length;
  return count(han) > symbols.length * leastHan && count(others) === 0;
}

export interface ChineseReading {
  /** Loaded for the first such line; null if there is none. */
  readonly model: () => Promise<Pick<LineModel, 'read'> | null>;
  /** As `performance.now()` has it: the lines that are left then stay as tesseract read them. */
  readonly untilMs: number;
  /** How much of the lines is read, 0..1. */
  readonly progress?: (part: number) => void;
}

export async function withChineseRead(
  picture: GreyPicture,
  lines: readonly ReadLine[],
  { model, untilMs, progress }: ChineseReading,
): Promise<readonly ReadLine[]> {
  const parts = lines.map((line) => ({ line, pieces: piecesOf(picture, line) }));
  if (!parts.some(({ pieces }) => pieces.some(({ words }) => isChinese(words)))) return lines;
  const loaded = await model();
  if (loaded === null) return lines;
  const all: ReadLine[] = [];
  for (const [at, { line, pieces }] of parts.entries()) {
    // What is between two lines belongs to either half of the way.
    const paper = { from: middleOfGap(lines[at - 1], line), to: middleOfGap(line, lines[at + 1]) };
    const words: ReadWord[] = [];
    let isOther = false;
    for (const piece of pieces) {
      const isRead = isChinese(piece.words) && performance.now() < untilMs;
      const read = isRead ? await readAgain(picture, { line, paper, piece }, loaded) : null;
      isOther ||= read !== null;
      words.push(...(read ?? piece.words));
    }
    // The model tells only about where a character is.
    all.push({ ...line, words, ...(isOther && { isInColumns: false }) });
    progress?.(all.length / parts.length);
  }
  return all;
}

/** What is read at a time, and its edges. */
interface Piece {
  readonly words: ReadWord[];
  left: number;
  right: number;
}

/** Cut at wide gaps, and where it is too long to be read at a time. A gap with ink is none: tesseract left a character out. */
function piecesOf(picture: GreyPicture, line: ReadLine): readonly Piece[] {
  const { top, bottom, words } = line;
  const height = bottom - top;
  const pieces: Piece[] = [];
  for (const word of words) {
    const left = word.symbols[0]?.left ?? 0;
    const right = word.symbols.reduce((most, symbol) => Math.max(most, symbol.right), left);
    const last = pieces.at(-1);
    const isGap = last !== undefined && left - last.right > height * widestGap && !hasInk(picture, line, last.right, left);
    const isNext = last !== undefined && !isGap && right - last.left <= height * longestPiece;
    if (!isNext) pieces.push({ words: [word], left, right });
    else {
      last.words.push(word);
      last.right = Math.max(last.right, right);
    }
  }
  const around = Math.round(height * margin);
  // No more than half of the way to the next one, or both would read what is between.
  return pieces.map(({ words: own, left, right }, at) => ({
    words: own,
    left: left - Math.min(around, halfway(pieces[at - 1]?.right, left)),
    right: right + Math.min(around, halfway(right, pieces[at + 1]?.left)),
  }));
}

/** Between these columns, but for what belongs to the characters beside them. */
function hasInk({ width, height, pixels }: GreyPicture, { top, bottom }: ReadLine, left: number, right: number): boolean {
  const close = Math.round((bottom - top) / 4);
  const [from, to] = [Math.max(0, Math.round(left) + close), Math.min(width, Math.round(right) - close)];
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1)
    for (let x = from; x < to; x += 1) if ((pixels[y * width + x] ?? white) < inkBelow) return true;
  return false;
}

function halfway(from: number | undefined, to: number | undefined): number {
  return from === undefined || to === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((to - from) / 2));
}

/** Where one of two lines ends and the other begins; null if they are not one below the other. */
function middleOfGap(above: ReadLine | undefined, below: ReadLine | undefined): number | null {
  return above === undefined || below === undefined || above.bottom > below.top ? null : Math.floor((above.bottom + below.top) / 2);
}

interface LinePiece {
  readonly line: ReadLine;
  /** Rows that are its own; null where no line is. */
  readonly paper: { readonly from: number | null; readonly to: number | null };
  readonly piece: Piece;
}

async function readAgain(
  picture: GreyPicture,
  { line, paper, piece: { left, right } }: LinePiece,
  model: Pick<LineModel, 'read'>,
): Promise<readonly ReadWord[] | null> {
  const around = Math.round((line.bottom - line.top) * margin);
  const cut = cutOut(picture, { left, right, top: line.top - around, bottom: line.bottom + around }, paper);
  const read = (await model.read(cut))?.map((symbol) => ({ ...symbol, left: symbol.left + left, right: symbol.right + left })) ?? [];
  const words = wordsOf(read, line);
  const certainty = words.reduce((sum, word) => sum + word.certainty, 0) / words.length;
  return words.length > 0 && certainty >= leastCertain ? words : null;
}

/** Of rows that belong to another line, and beyond the picture, there is white. */
function cutOut(
  picture: GreyPicture,
  box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
  paper: LinePiece['paper'],
): GreyPicture {
  const [width, height] = [Math.max(1, box.right - box.left), Math.max(1, box.bottom - box.top)];
  const pixels = new Uint8Array(width * height).fill(255);
  const [from, to] = [Math.max(0, box.left), Math.min(picture.width, box.right)];
  const [first, end] = [Math.max(paper.from ?? 0, box.top), Math.min(paper.to ?? picture.height, box.bottom)];
  for (let y = first; y < end; y += 1)
    pixels.set(picture.pixels.subarray(y * picture.width + from, y * picture.width + to), (y - box.top) * width + from - box.left);
  return { width, height, pixels };
}

/** Apart at blanks and wide gaps. */
function wordsOf(read: readonly ReadSymbol[], { top, bottom }: ReadLine): readonly ReadWord[] {
  const height = bottom - top;
  const words: ReadSymbol[][] = [];
  let before: ReadSymbol | null = null;
  for (const symbol of read) {
    const isApart = before === null || before.text === ' ' || middleOf(symbol) - middleOf(before) > height * mostApart;
    before = symbol;
    if (symbol.text === ' ') continue;
    if (isApart) words.push([]);
    words.at(-1)?.push(widened(symbol, height));
  }
  return words.map((symbols) => {
    const certainty = symbols.reduce((sum, symbol) => sum + symbol.certainty, 0) / symbols.length;
    return { symbols, top, bottom, certainty };
  });
}

/** The model tells where a character is, and not how wide: one of Chinese is about as wide as its line is high, any other half of that. */
function widened(symbol: ReadSymbol, height: number): ReadSymbol {
  const [middle, half] = [middleOf(symbol), (han.test(symbol.text) ? height : height / 2) / 2];
  return { ...symbol, left: Math.round(middle - half), right: Math.round(middle + half) };
}

function middleOf({ left, right }: ReadSymbol): number {
  return (left + right) / 2;
}
