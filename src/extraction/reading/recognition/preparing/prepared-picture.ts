/** A picture as tesseract reads it best: dark on light, with the whole contrast, and letters of about the height that it learned. */
import type { GreyPicture } from '../grey-picture.ts';
import { letterHeight } from '../letter-height.ts';
import { scaledPicture } from '../scaled-picture.ts';
import { onOneGround } from './one-ground.ts';

/** Of small letters, in pixels. */
const bestHeight = 20;
const [smallestScale, largestScale] = [0.25, 4];
/** Where nothing tells how large the letters are, as in most screens of 96 dots per inch. */
const usualScale = 2;
/** Of what is recognized: more takes too long, and too much memory. */
const mostPixels = 24_000_000;
/** Of the pixels, on each end of the greys, that may become black or white; no more than one letter has, or a picture with few would have none left. */
const clipped = 0.002;
const mostClipped = 24;

export interface PreparedPicture {
  readonly picture: GreyPicture;
  /** How many of its pixels are one of the original. */
  readonly scale: number;
}

export function preparedPicture(picture: GreyPicture): PreparedPicture {
  const stretchedAll = stretched(picture);
  const heightInAll = letterHeight(stretchedAll);
  const onOne = onOneGround(picture, heightInAll);
  const clear = onOne ?? stretchedAll;
  const height = onOne === null ? heightInAll : letterHeight(onOne);
  const wanted = height === null ? usualScale : bestHeight / height;
  const most = Math.sqrt(mostPixels / (picture.width * picture.height));
  const scale = Math.min(most, Math.max(smallestScale, Math.min(largestScale, wanted)));
  return { picture: scaledPicture(clear, scale), scale };
}

/** From black to white, and inverted if most of it is dark. */
function stretched({ width, height, pixels }: GreyPicture): GreyPicture {
  const counts = new Float64Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1;
  const margin = Math.min(mostClipped, pixels.length * clipped);
  const darkest = greyAt(counts, margin);
  const lightest = greyAt(counts, pixels.length - margin);
  const middle = greyAt(counts, pixels.length / 2);
  const range = Math.max(1, lightest - darkest);
  const isDark = middle - darkest < range / 2;
  const greys = Uint8Array.from({ length: 256 }, (_, grey) => {
    const level = Math.max(0, Math.min(255, Math.round(((grey - darkest) * 255) / range)));
    return isDark ? 255 - level : level;
  });
  return { width, height, pixels: pixels.map((pixel) => greys[pixel] ?? 0) };
}

/** The grey up to which there are so many pixels. */
function greyAt(counts: Float64Array, pixels: number): number {
  let below = 0;
  for (let grey = 0; grey < 256; grey += 1) {
    below += counts[grey] ?? 0;
    if (below >= pixels) return grey;
  }
  return 255;
}
