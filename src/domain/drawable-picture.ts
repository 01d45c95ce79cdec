/** Which pictures the page draws: a few kilobytes may say that they are gigabytes of points, and a web view would believe them. */
import type { PictureSize } from './picture-size.ts';

/** Four bytes a point: a quarter of a gigabyte. A picture of an 8K screen has 33 million points, one of a camera seldom more than 50. */
const mostPoints = 64_000_000;
/** Of a picture that is shown in 48 points; twice what the system's own settings make. */
const mostFacePoints = 4_000_000;

/** Whether it is small enough to be drawn in a list or in full. */
export function isDrawable({ width, height }: PictureSize): boolean {
  return width * height <= mostPoints;
}

/** Of all pictures that a page shows: half a gigabyte, if a web view held them all at once. */
const mostPointsOfPage = 128_000_000;

interface Row {
  readonly imageUrl: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** The addresses of those that are drawn together: the first ones, as many as are small enough in sum. The same picture counts once. */
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

/** Whether it is small enough for the picture of a user. */
export function isFace({ width, height }: PictureSize): boolean {
  return width * height <= mostFacePoints;
}
