/**
 * `<=` and `>=` as fonts of code with ligatures draw them, `⩽` and `⩾`, which tesseract takes for `<`, `=` or `€`: wider than one character, and at the open end there are three strokes above each other, at the tip
 * no more than two. And `==`, which it takes for one sign.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';

const takenFor: ReadonlySet<string> = new Set(['<', '>', '=', '€', '≤', '≥', '£', '«', '»']);
/** Darker is ink. */
const inkBelow = 160;
/** In columns of the font: how wide it is, and the room that it has on both sides of its middle. */
const [narrowest, widest, room] = [0.95, 1.6, 1.15];
/** In columns: how wide two signs are that were taken for one. */
const [narrowestTwo, widestTwo] = [1.6, 2.1];
/** Of its width, from its left end: where its strokes are counted. */
const places = { left: [0.04, 0.09, 0.14], right: [0.86, 0.91, 0.96] } as const;

/** @param column of the font, in pixels. */
export function withSlantedEquals(picture: GreyPicture, lines: readonly ReadLine[], column: number): readonly ReadLine[] {
  return lines.map((line) => {
    const all = line.words.flatMap(({ symbols }) => symbols);
    if (!all.some(({ text }) => takenFor.has(text))) return line;
    const words = line.words.map((word) => ({
      ...word,
      symbols: word.symbols.flatMap((symbol) => {
        const at = all.indexOf(symbol);
        const found = takenFor.has(symbol.text) ? seenAs(picture, line, [all[at - 1], symbol, all[at + 1]], column) : null;
        return found ?? [symbol];
      }),
    }));
    return { ...line, words };
  });
}

type WithNeighbours = readonly [before: ReadSymbol | undefined, symbol: ReadSymbol, next: ReadSymbol | undefined];

function seenAs(
  picture: GreyPicture,
  line: ReadLine,
  [before, symbol, next]: WithNeighbours,
  column: number,
): readonly ReadSymbol[] | null {
  const middle = (symbol.left + symbol.right) / 2;
  const from = Math.max(0, Math.ceil(middle - column * room), before?.right ?? 0);
  const to = Math.min(picture.width, Math.floor(middle + column * room), next?.left ?? picture.width);
  const strokes = (x: number): number => strokesIn(picture, line, x);
  let [left, right] = [from, to];
  while (left < right && strokes(left) === 0) left += 1;
  while (right > left && strokes(right - 1) === 0) right -= 1;
  const width = right - left;
  const centre = (left + right) / 2;
  const placed = (text: string, at: number): ReadSymbol => ({
    ...symbol,
    text,
    left: Math.round(at - column * 0.4),
    right: Math.round(at + column * 0.4),
  });
  // What reaches to the end of the room may go on.
  if (left === from || right === to) return null;
  if (symbol.text === '=' && width >= column * narrowestTwo && width <= column * widestTwo) {
    const counts = Array.from({ length: width }, (_, at) => strokes(left + at));
    const isTwo = counts.every((count) => count === 2 || count === 0) && counts.filter((count) => count === 0).length < column * 0.5;
    return isTwo ? [placed('=', centre - column / 2), placed('=', centre + column / 2)] : null;
  }
  if (width < column * narrowest || width > column * widest) return null;
  const most = (shares: readonly number[]): number => Math.max(...shares.map((share) => strokes(left + Math.floor(width * share))));
  const [atLeft, atRight] = [most(places.left), most(places.right)];
  const isLess = atRight === 3 && atLeft <= 2;
  if (!isLess && !(atLeft === 3 && atRight <= 2)) return null;
  return [placed(isLess ? '<' : '>', centre - column / 2), placed('=', centre + column / 2)];
}

/** How many strokes of ink there are above each other. */
function strokesIn({ width, height, pixels }: GreyPicture, { top, bottom }: ReadLine, x: number): number {
  let [count, isInk] = [0, false];
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1) {
    const is = (pixels[y * width + x] ?? 255) < inkBelow;
    if (is && !isInk) count += 1;
    isInk = is;
  }
  return count;
}
