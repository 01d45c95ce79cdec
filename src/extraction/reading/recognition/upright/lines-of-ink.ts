/** How clearly the ink of a picture stands in lines, and how steep those are: rows full of letters, and hardly anything between them. */
import type { GreyPicture } from '../grey-picture.ts';
import { inkBelow } from '../letter-height.ts';

/** In pixels: so wide is a part of the picture that has one profile. Within it, lines count as level. */
const partWidth = 16;
/** What is tried, in pixels down for each to the right, on both sides of level: about 4.5 degrees, in steps of an eighth. */
const steepest = 0.08;
const step = 0.0022;
/** Flatter ones change nothing that anybody sees. */
const leastSlope = 0.007;
/** So much clearer lines have to be than level ones. */
const clearer = 1.12;

/** How much ink each row of each part has. */
interface Profiles {
  readonly parts: readonly Uint16Array[];
  /** The rows that have any are between these; `bottom` is outside. */
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** In pixels down for each to the right: 0 for lines that are level, or for what has none. Linear in the picture. */
export function slopeOfLines(picture: GreyPicture): number {
  const profiles = profilesOf(picture);
  const level = clearness(profiles, 0);
  let [slope, most] = [0, level];
  for (let at = -Math.round(steepest / step); at <= Math.round(steepest / step); at += 1) {
    const found = clearness(profiles, at * step);
    if (found > most) [slope, most] = [at * step, found];
  }
  return Math.abs(slope) < leastSlope || most < level * clearer ? 0 : slope;
}

/** How clear level lines are: 0 where each row has as much ink as the one above it. Of pictures that differ in size alone it is the same. */
export function clearnessOfLines(picture: GreyPicture): number {
  const profiles = profilesOf(picture);
  const ink = profiles.parts.reduce((sum, part) => part.reduce((all, one) => all + one, sum), 0);
  return ink === 0 ? 0 : (clearness(profiles, 0) * profiles.height) / ink ** 2;
}

function profilesOf(picture: GreyPicture): Profiles {
  const { width, height, pixels } = picture;
  const below = inkBelow(picture);
  const parts = Array.from({ length: Math.ceil(width / partWidth) }, () => new Uint16Array(height));
  let [top, bottom] = [height, 0];
  for (let y = 0; y < height; y += 1) {
    let hasInk = false;
    for (const [at, part] of parts.entries()) {
      const end = y * width + Math.min(width, (at + 1) * partWidth);
      let ink = 0;
      for (let place = y * width + at * partWidth; place < end; place += 1) if ((pixels[place] as number) < below) ink += 1;
      part[y] = ink;
      hasInk ||= ink > 0;
    }
    if (hasInk) [top, bottom] = [Math.min(top, y), y + 1];
  }
  return { parts, top, bottom, height };
}

/** The sum of squares of what two rows differ by. */
function clearness({ parts, top, bottom, height }: Profiles, slope: number): number {
  const rows = new Int32Array(height);
  for (const [at, part] of parts.entries()) {
    const down = Math.round((at - (parts.length - 1) / 2) * partWidth * slope);
    const end = Math.min(height, bottom - down);
    for (let y = Math.max(0, top - down); y < end; y += 1) rows[y] = (rows[y] as number) + (part[y + down] as number);
  }
  let sum = 0;
  for (let y = 1; y < height; y += 1) sum += ((rows[y] as number) - (rows[y - 1] as number)) ** 2;
  return sum;
}
