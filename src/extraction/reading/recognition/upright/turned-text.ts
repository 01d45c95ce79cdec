/** Which way up text stands, where what was read as it is shown is hardly text: a part of the picture is read each way. */
import { turned } from '../decoding/orientation.ts';
import type { GreyPicture } from '../grey-picture.ts';
import { inkBelow } from '../letter-height.ts';
import type { ReadLine } from '../read-lines.ts';
import { certaintyOf } from './certainty.ts';
import { clearnessOfLines } from './lines-of-ink.ts';

/** As Exif has them: what turns text upright that reads downwards, upwards, or stands on its head. */
const [downwards, upwards, onItsHead] = [8, 6, 3] as const;
export type Turn = typeof downwards | typeof upwards | typeof onItsHead;
/** What brings the places in a turned picture back: the same for half a turn, the other one for a quarter. */
export const turnedBack: Readonly<Record<Turn, Turn>> = { [downwards]: upwards, [upwards]: downwards, [onItsHead]: onItsHead };

/** Less clear than these are the lines of noise and photographs, in either direction. */
const leastClear = 0.04;
/** Of what is read to tell, in pixels: some lines of a page. Pieces of it would be words cut in the middle. */
const mostAcross = 700;
/** A part with words that are cut at its edges is less certain than all of it, and always clearly more than any other way. */
const [leastCertain, moreCertain] = [0.62, 0.15];
/** So certain is nothing but text that stands upright. */
const sure = 0.85;
/** In pixels: places of ink are counted in squares of this size. */
const square = 50;

/** Null for what is no text whichever way. @param picture prepared, as it is shown. @param asShown how certain all of it is that way. */
export function turnOfText(picture: GreyPicture, asShown: number, read: (part: GreyPicture) => readonly ReadLine[]): Turn | null {
  const part = mostInked(picture);
  const [rows, columns] = [clearnessOfLines(part), clearnessOfLines(turned(part, upwards))];
  if (Math.max(rows, columns) < leastClear) return null;
  const ways = columns > rows ? [downwards, upwards, onItsHead] : [onItsHead, downwards, upwards];
  let [best, most]: [Turn | null, number] = [null, Math.max(leastCertain, asShown + moreCertain)];
  for (const way of ways) {
    const certainty = certaintyOf(read(turned(part, way)));
    if (certainty <= most) continue;
    [best, most] = [way, certainty];
    if (certainty >= sure) break;
  }
  return best;
}

/** The part with the most ink; all of a small picture. */
function mostInked(picture: GreyPicture): GreyPicture {
  const [width, height] = [Math.min(picture.width, mostAcross), Math.min(picture.height, mostAcross)];
  const below = inkBelow(picture);
  const [across, down] = [Math.ceil(picture.width / square), Math.ceil(picture.height / square)];
  const sums = new Float64Array((across + 1) * (down + 1));
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1)
      if ((picture.pixels[y * picture.width + x] ?? 255) < below) {
        const at = (Math.floor(y / square) + 1) * (across + 1) + Math.floor(x / square) + 1;
        sums[at] = (sums[at] ?? 0) + 1;
      }
  for (let row = 1; row <= down; row += 1)
    for (let column = 1; column <= across; column += 1) {
      const at = row * (across + 1) + column;
      sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0) + (sums[at - across - 1] ?? 0) - (sums[at - across - 2] ?? 0);
    }
  const [wide, high] = [Math.ceil(width / square), Math.ceil(height / square)];
  let [left, top, most] = [0, 0, -1];
  for (let row = 0; row + high <= down; row += 1)
    for (let column = 0; column + wide <= across; column += 1) {
      const sum = (one: number, other: number): number => sums[one * (across + 1) + other] ?? 0;
      const ink = sum(row + high, column + wide) - sum(row, column + wide) - sum(row + high, column) + sum(row, column);
      if (ink > most) [left, top, most] = [column * square, row * square, ink];
    }
  return cut(picture, Math.min(left, picture.width - width), Math.min(top, picture.height - height), width, height);
}

function cut(picture: GreyPicture, left: number, top: number, width: number, height: number): GreyPicture {
  if (width === picture.width && height === picture.height) return picture;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const from = (top + y) * picture.width + left;
    pixels.set(picture.pixels.subarray(from, from + width), y * width);
  }
  return { width, height, pixels };
}
