/** What is read in a picture, column by column. */

import type { GreyPicture } from '../grey-picture.ts';
import { placedLine, type ReadLine } from '../read-lines.ts';
import type { Part } from './bands.ts';
import { partsOf } from './columns.ts';

/** Columns within columns: a page with three has one in one. */
const deepest = 3;

/** @param read reads a part across; `share` is how much of the whole it is, and `done` how much was read before. */
export function readInColumns(
  picture: GreyPicture,
  read: (part: GreyPicture, done: number, share: number) => readonly ReadLine[],
): readonly ReadLine[] {
  const whole = picture.width * picture.height;
  let done = 0;
  const readPart = (part: GreyPicture, depth: number): readonly ReadLine[] => {
    const parts = depth < deepest ? partsOf(part) : null;
    if (parts !== null) return parts.flatMap((one) => readPart(cutOut(part, one), depth + 1).map((line) => placedLine(line, one)));
    const share = (part.width * part.height) / whole;
    const lines = read(part, done, share);
    done += share;
    return lines;
  };
  return readPart(picture, 0);
}

function cutOut(picture: GreyPicture, { left, right, top, bottom }: Part): GreyPicture {
  const [width, height] = [right - left, bottom - top];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const from = (top + y) * picture.width + left;
    pixels.set(picture.pixels.subarray(from, from + width), y * width);
  }
  return { width, height, pixels };
}
