/**
 * Pictures in which there is surely nothing to read, told before an engine is loaded: all of one colour, or with nothing but lines and specks, as an empty page of a form. At the first thing
 * that could be a letter the look is over, so that a picture with text costs nothing.
 */
import type { GreyPicture } from '../grey-picture.ts';

/** In greys: what differs less from the paper, nobody sees. */
const faintest = 6;
/** A rule is so many times longer than it is thick, in pixels. The thinnest fonts have strokes that are up to 60 times as long; where a rule could be one, the engine is asked. */
const [slimness, thickestRule] = [100, 12];
/** In pixels: a speck is smaller in both directions than any letter. */
const largestSpeck = 3;
/** More of them are a pattern, or what is left of small letters. */
const mostSpecks = 200;
/** One pixel of so many tells the paper, by the first that does not divide the width: so they are in all columns. */
const sampled = [13, 17, 19, 23];
/** Along a rule, in pixels: how often its thickness is looked at, and at how many of those places it has to be thin. */
const [every, thinShare] = [8, 0.7];

/** Linear in the picture. */
export function hasNothingToRead(picture: GreyPicture): boolean {
  const { width, height, pixels } = picture;
  const paper = paperOf(picture);
  const isInk = (x: number, y: number): boolean =>
    x >= 0 && x < width && y >= 0 && y < height && Math.abs((pixels[y * width + x] ?? paper) - paper) > faintest;
  /** To which row a rule down goes in each column, and which specks were counted. */
  const ruledTo = new Int32Array(width);
  let specks = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (Math.abs((pixels[y * width + x] ?? paper) - paper) <= faintest || (ruledTo[x] ?? 0) > y) continue;
      const end = endOf((at) => isInk(at, y), x, width);
      if (isRule(end - x, x, (place, beside) => isInk(place, y + beside))) {
        x = end;
        continue;
      }
      const bottom = endOf((at) => isInk(x, at), y, height);
      if (isRule(bottom - y, y, (place, beside) => isInk(x + beside, place))) {
        ruledTo[x] = bottom;
        continue;
      }
      const isSpeck = end - x <= largestSpeck && bottom - y <= largestSpeck && isAlone(isInk, x, y);
      specks += 1;
      if (!isSpeck || specks > mostSpecks) return false;
      x = end;
    }
  return true;
}

/** The grey that most of the pixels looked at have. */
function paperOf({ width, pixels }: GreyPicture): number {
  const counts = new Uint32Array(256);
  const step = sampled.find((one) => width % one !== 0) ?? 1;
  for (let at = 0; at < pixels.length; at += step) {
    const grey = pixels[at] ?? 0;
    counts[grey] = (counts[grey] ?? 0) + 1;
  }
  return counts.indexOf(Math.max(...counts));
}

function endOf(isInk: (at: number) => boolean, from: number, limit: number): number {
  let end = from;
  while (end < limit && isInk(end)) end += 1;
  return end;
}

/** @param isInk at a place along it, and so many pixels beside. */
function isRule(length: number, from: number, isInk: (place: number, beside: number) => boolean): boolean {
  const most = Math.min(thickestRule, Math.floor(length / slimness));
  if (most === 0) return false;
  let [looked, thin] = [0, 0];
  for (let place = from; place < from + length; place += every) {
    let thick = 1;
    for (let beside = 1; beside <= most && isInk(place, beside); beside += 1) thick += 1;
    for (let beside = 1; beside <= most && isInk(place, -beside); beside += 1) thick += 1;
    looked += 1;
    if (thick <= most) thin += 1;
  }
  return thin >= looked * thinShare;
}

/** Nothing goes on around a speck that begins here. */
function isAlone(isInk: (x: number, y: number) => boolean, x: number, y: number): boolean {
  for (let near = -1; near <= largestSpeck + 1; near += 1)
    if (isInk(x + near, y + largestSpeck + 1) || isInk(x - 2, y + near) || isInk(x + largestSpeck + 1, y + near)) return false;
  return true;
}
