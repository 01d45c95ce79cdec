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

/** Whether it is small enough for the picture of a user. */
export function isFace({ width, height }: PictureSize): boolean {
  return width * height <= mostFacePoints;
}
