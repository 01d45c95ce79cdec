/** The lines of a part of a picture, by their ink alone. */
import { type GreyPicture, hasInk } from '../grey-picture.ts';

/** In pixels, of a picture whose small letters are about 20 high: a line of letters, and no dot, rule or drawing. */
const [lowest, highest] = [10, 90];
/** In pixels: wider than between two words. */
const wideGap = 45;

/** `right` and `bottom` are outside. */
export interface Part {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** How many wide ones it has. */
  readonly gaps: number;
}

/** From top to bottom: rows with ink that follow each other. */
export function bandsOf(picture: GreyPicture, part: Part, below: number): readonly Band[] {
  const bands: Band[] = [];
  let top: number | null = null;
  for (let y = part.top; y <= part.bottom; y += 1) {
    if (y < part.bottom && hasInk(picture, y, below, part.left, part.right)) top ??= y;
    else if (top !== null) {
      if (y - top >= lowest && y - top <= highest) bands.push(bandAt(picture, { ...part, top, bottom: y }, below));
      top = null;
    }
  }
  return bands;
}

function bandAt({ width, pixels }: GreyPicture, { left, right, top, bottom }: Part, below: number): Band {
  let [first, last, gaps] = [right, left, 0];
  for (let x = left; x < right; x += 1) {
    let isInk = false;
    for (let y = top; !isInk && y < bottom; y += 1) isInk = (pixels[y * width + x] ?? 255) < below;
    if (!isInk) continue;
    if (last > left && x - last > wideGap) gaps += 1;
    first = Math.min(first, x);
    last = x + 1;
  }
  return { top, bottom, left: first, right: last, gaps };
}
