/** A short text with the numbers of its lines beside it, as an editor shows it: too few lines for the numbers to tell anything but that they are 1, 2, 3 (`numbers-beside.ts`), and too little code for its columns (`short-text.ts`). */
import type { GreyPicture } from '../grey-picture.ts';
import { type Band, inkBands } from '../left-out-lines.ts';
import { inkBelow } from '../letter-height.ts';
import type { ReadLine } from '../read-lines.ts';
import { runsOf } from './even-runs.ts';
import { columnOfHeight, mostStrips, numbersIn, stripsOf } from './numbers-beside.ts';
import { type ShortText, shortText } from './short-text.ts';

const fewestLines = 2;
/** With those of dots apart. */
const mostBands = 16;
/** In heights of a line: a cursor is no wider, and without it the line is so much lower. */
const [widestCursor, lower] = [0.12, 0.9] as const;
const white = 255;

export interface NumberedText extends ShortText {
  readonly numbers: readonly ReadLine[];
  /** Without the numbers, and without a cursor before the first character of a line. */
  readonly picture: GreyPicture;
}

/** Null if it is none. */
export function numberedShortText(picture: GreyPicture, hasTime: () => boolean): NumberedText | null {
  const bands = inkBands(picture, inkBelow(picture));
  if (bands.length < fewestLines || bands.length > mostBands) return null;
  const lines = bands.map(
    (band): ReadLine => ({
      ...band,
      words: [{ symbols: [{ text: '', left: 0, right: picture.width, certainty: 0 }], ...band, certainty: 0 }],
    }),
  );
  const height = Math.max(...bands.map(({ top, bottom }) => bottom - top));
  for (const strip of stripsOf(picture, lines, height * columnOfHeight, fewestLines).slice(0, mostStrips)) {
    const code = withoutCursors(blank(picture, { left: 0, right: strip.right, top: 0, bottom: picture.height }), bands);
    const short = shortText(code, [], hasTime);
    const numbers = short === null ? null : numbersIn(picture, strip, short.grid);
    const areFirst = numbers?.length === strip.numbers.length && numbers.every((line, at) => numberOf(line) === `${at + 1}`);
    if (short !== null && numbers !== null && areFirst) return { ...short, numbers, picture: code };
  }
  return null;
}

function numberOf({ words }: ReadLine): string {
  return words.flatMap(({ symbols }) => symbols.map(({ text }) => text)).join('');
}

/** Before the first character of a line, or where that begins, and higher than all of them. */
function withoutCursors(picture: GreyPicture, bands: readonly Band[]): GreyPicture {
  const below = inkBelow(picture);
  return bands.reduce((shown, band) => {
    const height = band.bottom - band.top;
    const left = runsOf(shown, band, below)[0]?.left ?? shown.width;
    let right = left;
    while (right < shown.width && inkedRows(shown, { left: right, right: right + 1, ...band }, below).length >= height * lower) right += 1;
    if (right === left || right - left > Math.max(2, height * widestCursor)) return shown;
    const rest = blank(shown, { left, right: right + 1, ...band });
    const rows = inkedRows(rest, { left: 0, right: rest.width, ...band }, below);
    return rows.length > 0 && (rows.at(-1) ?? 0) + 1 - (rows[0] ?? 0) < height * lower ? rest : shown;
  }, picture);
}

function inkedRows({ width, pixels }: GreyPicture, { left, right, top, bottom }: Box, below: number): readonly number[] {
  const rows = Array.from({ length: bottom - top }, (_, at) => top + at);
  return rows.filter((y) => pixels.subarray(y * width + left, y * width + right).some((grey) => grey < below));
}

interface Box extends Band {
  readonly left: number;
  readonly right: number;
}

function blank(picture: GreyPicture, { left, right, top, bottom }: Box): GreyPicture {
  const pixels = picture.pixels.slice();
  for (let y = top; y < bottom; y += 1) pixels.fill(white, y * picture.width + left, y * picture.width + right);
  return { ...picture, pixels };
}
