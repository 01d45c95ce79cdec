/** Whether two characters of one picture are the same glyph, by their ink. */
import { type Shape, sum } from './shape.ts';

/** Shapes are compared in so many parts. */
const [across, down] = [10, 16];
/** In pixels: by so much the size of one glyph differs from place to place. */
const sameSize = 1;
/** How much darker or lighter the parts are on average. The same glyph differs by 0.05, any two others by 0.12 and more. */
const mostDifferent = 0.07;

export function areSameShape(one: Shape, other: Shape): boolean {
  return difference(one, other) <= mostDifferent;
}

/** How much darker or lighter the parts of one are than those of the other, on average, 0..1; 1 for shapes of another size. */
export function difference(one: Shape, other: Shape): number {
  const [width, otherWidth] = [one[0]?.length ?? 0, other[0]?.length ?? 0];
  if (Math.abs(one.length - other.length) > sameSize || Math.abs(width - otherWidth) > sameSize) return 1;
  const parts = partsOf(other);
  return sum(partsOf(one).map((part, at) => Math.abs(part - (parts[at] ?? 0)))) / (across * down);
}

function partsOf(shape: Shape): readonly number[] {
  const rows = ranges(shape.length, down);
  const columns = ranges(shape[0]?.length ?? 0, across);
  return rows.flatMap(([top, bottom]) =>
    columns.map(([left, right]) =>
      sum(shape.slice(top, bottom).map((row) => sum(row.slice(left, right)) / ((right - left) * (bottom - top)))),
    ),
  );
}

/** Of so many pixels, at least one each. */
function ranges(pixels: number, parts: number): readonly (readonly [from: number, to: number])[] {
  return Array.from({ length: parts }, (_, part) => {
    const from = Math.min(pixels - 1, Math.floor((part * pixels) / parts));
    return [from, Math.max(from + 1, Math.ceil(((part + 1) * pixels) / parts))];
  });
}
