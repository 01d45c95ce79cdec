/** The lines of Chinese that tesseract found, read once more by a model that learned more of it. Which lines these are, and which reading stays, is decided for each. */
import type { GreyPicture } from './grey-picture.ts';
import type { LineModel } from './line-model.ts';
import type { ReadLine, ReadSymbol, ReadWord } from './read-lines.ts';

const han = /^\p{Script=Han}$/u;
/** Of which the model knows nothing. */
const others = /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
/** Of the characters of a line. */
const leastHan = 0.2;
/** Less certain, on average, is what it makes of anything else than a line of text. */
const leastCertain = 0.8;
/** In heights of the line: around it, which boxes cut close. */
const margin = 0.2;
/** In heights of the line, between the middles of two characters: further apart are two words, as in the labels of a window. */
const mostApart = 2;
/** Of one picture, in ms: its other lines stay as tesseract read them. */
const longestMs = 20_000;

export function isChineseLine({ words }: ReadLine): boolean {
  const symbols = words.flatMap((word) => word.symbols);
  const count = (kind: RegExp): number => symbols.filter(({ text }) => kind.test(text)).length;
  return count(han) > symbols.length * leastHan && count(others) === 0;
}

/** @param model loaded for the first such line; null if there is none. */
export async function withChineseRead(
  picture: GreyPicture,
  lines: readonly ReadLine[],
  model: () => Promise<Pick<LineModel, 'read'> | null>,
): Promise<readonly ReadLine[]> {
  if (!lines.some(isChineseLine)) return lines;
  const loaded = await model();
  if (loaded === null) return lines;
  const begunMs = performance.now();
  const all: ReadLine[] = [];
  for (const line of lines) {
    const isRead = isChineseLine(line) && performance.now() - begunMs < longestMs;
    all.push((isRead ? await readAgain(picture, line, loaded) : null) ?? line);
  }
  return all;
}

async function readAgain(picture: GreyPicture, line: ReadLine, model: Pick<LineModel, 'read'>): Promise<ReadLine | null> {
  const around = Math.round((line.bottom - line.top) * margin);
  const symbols = line.words.flatMap((word) => word.symbols);
  const left = Math.min(...symbols.map((symbol) => symbol.left)) - around;
  const right = Math.max(...symbols.map((symbol) => symbol.right)) + around;
  const cut = cutOut(picture, { left, right, top: line.top - around, bottom: line.bottom + around });
  const read = (await model.read(cut))?.map((symbol) => ({ ...symbol, left: symbol.left + left, right: symbol.right + left })) ?? [];
  const words = wordsOf(read, line);
  const certainty = words.reduce((sum, word) => sum + word.certainty, 0) / words.length;
  return words.length > 0 && certainty >= leastCertain ? { ...line, words } : null;
}

function cutOut(picture: GreyPicture, box: { left: number; right: number; top: number; bottom: number }): GreyPicture {
  const [width, height] = [Math.max(1, box.right - box.left), Math.max(1, box.bottom - box.top)];
  const pixels = new Uint8Array(width * height).fill(255);
  const [from, to] = [Math.max(0, box.left), Math.min(picture.width, box.right)];
  for (let y = Math.max(0, box.top); y < Math.min(picture.height, box.bottom); y += 1)
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
