/** Which pictures the page draws: a few kilobytes may claim to be gigabytes of pixels, and a web view would believe them. */
import type { PictureSize } from './picture-size.ts';

/** At four bytes a pixel: a quarter of a gigabyte. A picture of an 8K screen has 33 million pixels, a photo rarely more than 50. */
const mostPoints = 64_000_000;
/** For a picture that is shown at 48 pixels; twice as much as the system's own settings create. */
const mostFacePoints = 4_000_000;

/** Whether it is small enough to be drawn in a list or in full. */
export function isDrawable({ width, height }: PictureSize): boolean {
  return width * height <= mostPoints;
}

/** For all pictures on a page: half a gigabyte, if a web view held them all at once. */
const mostPointsOfPage = 128_000_000;

interface Row {
  readonly imageUrl: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** The addresses of those that are drawn together: the first ones, up to the total limit. A repeated picture counts once. */
export function drawnTogether(rows: readonly Row[]): ReadonlySet<string> {
  const drawn = new Set<string>();
  let points = 0;
  for (const { imageUrl, width, height } of rows) {
    if (imageUrl === null || drawn.has(imageUrl)) continue;
    const more = (width ?? Number.POSITIVE_INFINITY) * (height ?? Number.POSITIVE_INFINITY);
    if (points + more > mostPointsOfPage) continue;
    points += more;
    drawn.add(imageUrl);
  }
  return drawn;
}

/** Whether it is small enough for the user's picture. */
export function isFace({ width, height }: PictureSize): boolean {
  return width * height <= mostFacePoints;
}
