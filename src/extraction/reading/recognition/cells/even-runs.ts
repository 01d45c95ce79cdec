/** Pieces of ink in a line, and whether they stand in columns of one width. */
import type { GreyPicture } from '../grey-picture.ts';
import type { Grid } from '../read-lines.ts';

/** In columns: a wider one is several that touch. */
const mostWide = 1.1;
/** So many columns of each piece of ink, on average at most: a wide letter is none of two. */
const mostTouching = 1.05;
/** In columns: so far a letter reaches into the next one. */
const overEdge = 0.15;

export interface Run {
  readonly left: number;
  readonly right: number;
}

interface Rows {
  readonly top: number;
  readonly bottom: number;
}

/** Columns of pixels with ink that follow each other, from left to right. @param below darker is ink. */
export function runsOf({ width, pixels }: GreyPicture, { top, bottom }: Rows, below: number): readonly Run[] {
  const runs: Run[] = [];
  let left: number | null = null;
  for (let x = 0; x <= width; x += 1) {
    let hasInk = false;
    for (let y = top; y < bottom && x < width && !hasInk; y += 1) hasInk = (pixels[y * width + x] ?? 255) < below;
    if (hasInk) left ??= x;
    else if (left !== null) {
      runs.push({ left, right: x });
      left = null;
    }
  }
  return runs;
}

/** Where columns of this width are, if the middles of the runs are at even distances: `even` is the length of their mean direction on a circle of one column, 1 if they are, and 0 where wide ones stand in two. */
export function evenGrid(runs: readonly Run[], pitch: number): Grid & { readonly even: number } {
  const single = runs.filter(({ left, right }) => right - left <= pitch * mostWide);
  let [x, y] = [0, 0];
  for (const { left, right } of single) {
    const angle = ((left + right) / 2 / pitch) * 2 * Math.PI;
    [x, y] = [x + Math.cos(angle), y + Math.sin(angle)];
  }
  const origin = (Math.atan2(y, x) / (2 * Math.PI) - 0.5) * pitch;
  const columnAt = (place: number): number => Math.floor((place - origin) / pitch);
  const columns = runs.reduce((sum, { left, right }) => {
    const reach = Math.min(pitch * overEdge, (right - left) / 2);
    return sum + columnAt(right - reach) - columnAt(left + reach) + 1;
  }, 0);
  const areSingle = single.length * 4 >= runs.length * 3 && columns <= runs.length * mostTouching;
  const even = areSingle ? Math.hypot(x, y) / single.length : 0;
  return { pitch, origin, even };
}
