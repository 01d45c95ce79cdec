/**
 * The bullets of lists, which tesseract takes for `«`, `+`, `e` or nothing: a dark spot alone before the first word of a line, at half the height of its letters.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadWord } from '../read-lines.ts';
import { type InkShape, shapesIn } from '../signs/ink-shapes.ts';

export const bullet = '•';

/** In heights of the line: how far to the left of what was read it may be, and what is between it and the first word at least. */
const [reach, leastRoom] = [2.5, 0.2] as const;
/** Of the height of the line: how large it is, and where its middle is from the top. A full stop is smaller and lower, a ring of a degree higher. */
const [smallest, largest, highest, lowest] = [0.16, 0.65, 0.25, 0.7] as const;
/** Of its height: its width. */
const [narrowest, widest] = [0.8, 1.25] as const;
/** Of its box: letters as round have a hole. */
const leastInk = 0.7;
/** Its middle part, how dark that is, and how much both halves may differ. */
const [core, leastDark, mostApart] = [0.5, 0.8, 0.12] as const;
/** In pixels: less tells no shape. */
const fewestPixels = 4;

/** @param lines in a font of several widths, that were read in this picture, dark on light. Linear in the picture: of each line little more than its first word is looked at. */
export function withBullets(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  return lines.map((line) => withBullet(picture, line));
}

function withBullet(picture: GreyPicture, line: ReadLine): ReadLine {
  const [first, next] = [line.words[0], line.words[1]];
  // What was read of it may be two characters.
  const isShort = (first?.symbols.length ?? 0) <= 2 && next !== undefined;
  const [symbol, second] = [first?.symbols[0], isShort ? next.symbols[0] : first?.symbols[1]];
  if (first === undefined || symbol === undefined || second === undefined) return line;
  const height = line.bottom - line.top;
  const place = {
    left: Math.max(0, Math.round(symbol.left - height * reach)),
    right: Math.min(picture.width, Math.max(symbol.right, second.left + 1)),
    top: Math.max(0, line.top),
    bottom: Math.min(picture.height, line.bottom),
  };
  if (place.right - place.left > height * reach * 3) return line;
  const [spot, text] = shapesIn(picture, place);
  if (spot === undefined || !isSpot(spot, line) || !isSolid(picture, spot)) return line;
  // A dot of several, or of a dotted line, is none; and what is cut off here may go on.
  const end = text?.left ?? second.left;
  if (end - spot.right < height * leastRoom || spot.left <= place.left) return line;
  const words = line.words.flatMap((word) => behind(word, end));
  if (words.length === 0) return line;
  const sign: ReadWord = { ...first, symbols: [{ text: bullet, left: spot.left, right: spot.right, certainty: symbol.certainty }] };
  return { ...line, words: [sign, ...words] };
}

function isSpot(shape: InkShape, line: ReadLine): boolean {
  const height = line.bottom - line.top;
  const [wide, high] = [shape.right - shape.left, shape.bottom - shape.top];
  const middle = ((shape.top + shape.bottom) / 2 - line.top) / height;
  return (
    Math.min(wide, high) >= Math.max(fewestPixels, height * smallest) &&
    high <= height * largest &&
    wide >= high * narrowest &&
    wide <= high * widest &&
    middle >= highest &&
    middle <= lowest &&
    shape.ink >= wide * high * leastInk
  );
}

/** A disc or a square: dark in its middle, and the same from left to right and from top to bottom, as no letter is that has so much ink. */
function isSolid({ width, pixels }: GreyPicture, { left, right, top, bottom }: InkShape): boolean {
  const dark = (x: number, y: number): number => 1 - (pixels[y * width + x] ?? 255) / 255;
  let [apart, all, middle, inner] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const one = dark(x, y);
      apart += Math.abs(one - dark(left + right - 1 - x, y)) + Math.abs(one - dark(x, top + bottom - 1 - y));
      all += 2;
      const isInner =
        Math.abs(2 * x - left - right + 1) <= (right - left) * core && Math.abs(2 * y - top - bottom + 1) <= (bottom - top) * core;
      if (isInner) [middle, inner] = [middle + one, inner + 1];
    }
  return apart <= all * mostApart && middle >= inner * leastDark;
}

/** What of a word reaches into the text behind the spot: where one box has both the spot and a letter, the letter was read. */
function behind(word: ReadWord, text: number): readonly ReadWord[] {
  const symbols = word.symbols.filter(({ right }) => right > text + 1);
  return symbols.length === 0 ? [] : [{ ...word, symbols }];
}
