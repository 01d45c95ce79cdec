/**
 * A PNG with more pixels than the decoder has memory for, as a screenshot of three large screens: it is decoded row by row, and made smaller at once. What is
 * transparent in it is white.
 */
import { pngPicture, pngRows, writePixels } from '../../../../base/pictures/png-rows.ts';
import { extractionLimits } from '../../../../contract/words/extraction-limits.ts';
import type { GreyPicture } from '../grey-picture.ts';
import { scaledPicture } from '../scaled-picture.ts';
import { brightness } from './brightness.ts';

const opaque = 255;

/** Undefined for any other picture; null if it is damaged, or has more pixels than this reads. */
export async function largePng(file: Uint8Array): Promise<GreyPicture | null | undefined> {
  const png = pngPicture(file);
  if (png === null) return undefined;
  const { width, height } = png;
  const share = extractionLimits.picturePixels / (width * height);
  if (share >= 1) return undefined;
  if (width * height > extractionLimits.pngPixels) return null;
  const pixels = new Uint8Array(width * height);
  const colours = new Uint8Array(4 * width);
  let rows = 0;
  for await (const row of pngRows(png)) {
    writePixels(png, row, colours, 0);
    for (let x = 0, at = 0; x < width; x += 1, at += 4) {
      const alpha = colours[at + 3] ?? opaque;
      const bright = brightness(colours[at + 2], colours[at + 1], colours[at]);
      pixels[rows * width + x] = (bright * alpha + opaque * (opaque - alpha)) / opaque;
    }
    rows += 1;
  }
  return rows === height ? scaledPicture({ width, height, pixels }, Math.sqrt(share)) : null;
}
