/** The ink that touches one pixel, found run by run, so that a large one takes little memory. */
import type { GreyPicture } from '../grey-picture.ts';

const white = 255;

export interface Ink {
  /** The first and the last pixel of each row that has some; `right` is outside. */
  readonly rows: ReadonlyMap<number, { readonly left: number; readonly right: number }>;
  /** In pixels. */
  readonly count: number;
}

/** All ink that touches the pixel `from`, at its sides; null as soon as it is more than `most` pixels. @param seen what was found before, and then this too: no pixel is looked at twice for all of a picture. */
export function inkAt(
  { width, height, pixels }: GreyPicture,
  from: number,
  { limit, most }: { readonly limit: number; readonly most: number },
  seen: Uint8Array,
): Ink | null {
  const rows = new Map<number, { left: number; right: number }>();
  const isNew = (at: number): boolean => seen[at] === 0 && (pixels[at] ?? white) < limit;
  const open = [from];
  let count = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (!isNew(at)) continue;
    const y = Math.floor(at / width);
    const start = y * width;
    let [left, right] = [at, at + 1];
    while (left > start && isNew(left - 1)) left -= 1;
    while (right < start + width && isNew(right)) right += 1;
    seen.fill(1, left, right);
    count += right - left;
    if (count > most) return null;
    const row = rows.get(y);
    if (row === undefined) rows.set(y, { left: left - start, right: right - start });
    else [row.left, row.right] = [Math.min(row.left, left - start), Math.max(row.right, right - start)];
    // The first pixel of each run above and below.
    for (const beside of [y > 0 ? -width : 0, y + 1 < height ? width : 0])
      for (let place = left + beside; beside !== 0 && place < right + beside; place += 1)
        if (isNew(place) && (place === left + beside || !isNew(place - 1))) open.push(place);
  }
  return { rows, count };
}
