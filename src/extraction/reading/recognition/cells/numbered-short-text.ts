/** A short text with the numbers of its lines beside it, as an editor shows it: too few lines for the numbers to tell anything but that they are 1, 2, 3 (`numbers-beside.ts`), and too little code for its columns (`short-text.ts`). */
import type { GreyPicture } from '../grey-picture.ts';
import { inkBands } from '../left-out-lines.ts';
import { inkBelow } from '../letter-height.ts';
import type { ReadLine } from '../read-lines.ts';
import { areFirst, columnOfHeight, mostStrips, numbersIn, stripsOf, withoutStrip } from './numbers-beside.ts';
import { type ShortText, shortText } from './short-text.ts';
import { blank, withoutCursor } from './text-cursor.ts';

const fewestLines = 2;
/** With those of dots apart. */
const mostBands = 16;

export interface NumberedText extends ShortText {
  readonly numbers: readonly ReadLine[];
  /** Without the numbers, and without a cursor before the first character of a line. */
  readonly picture: GreyPicture;
}

/** Null if it is none. @param read lines that were read there, and may lack some. */
export function numberedShortText(picture: GreyPicture, read: readonly ReadLine[], hasTime: () => boolean): NumberedText | null {
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
    const beside = blank(picture, { left: 0, right: strip.right, top: 0, bottom: picture.height });
    const rest = read.flatMap((line) => withoutStrip(line, strip.right, strip.numbers));
    const asDrawn = shortText(beside, rest, hasTime);
    const code = asDrawn === null ? withoutCursor(beside, bands, strip.right) : beside;
    const short = asDrawn ?? (code === null ? null : shortText(code, rest, hasTime));
    const numbers = short === null ? null : numbersIn(picture, strip, short.grid);
    if (code !== null && short !== null && numbers !== null && areFirst(numbers, strip)) return { ...short, numbers, picture: code };
  }
  return null;
}
