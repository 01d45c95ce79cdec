/**
 * The asterisk and the caret of fonts of one width, told by their ink alone: it is above the line that letters stand on, and no letter there has arms around a middle, or is a roof. Between blanks
 * tesseract takes them for letters, percent or quotation marks, or makes two signs of one.
 */
import type { Shape } from '../signs/shape.ts';

/** Of the height of capitals: so far above the line that letters stand on it ends, and so high and wide it is. */
const [above, lowest, highest, narrowest] = [0.1, 0.26, 0.8, 0.3] as const;
/** Darker is a stroke, and lighter is paper. */
const [stroke, paper] = [0.45, 0.3] as const;
/** How many arms: those of an `x` or a `+` are four. */
const [fewestArms, mostArms] = [5, 8] as const;
/** Of half its size, from the middle, the arms are counted, in so many directions. */
const [radius, directions] = [0.8, 72] as const;

/** Whether what ends so far above the line, in pixels, does not stand on it. */
export function isRaised(raised: number, capital: number): boolean {
  return raised >= capital * above;
}

/**
 * @param shape of the ink of a column. @param raised how far its end is above the line that letters stand on, in pixels. @param capital how high capitals are, in pixels.
 */
export function raisedSign(shape: Shape, raised: number, capital: number): '*' | '^' | null {
  const [height, width] = [shape.length, shape[0]?.length ?? 0];
  if (!isRaised(raised, capital) || height < capital * lowest || height > capital * highest || width < capital * narrowest) return null;
  if (isRoof(shape)) return '^';
  return isStar(shape) ? '*' : null;
}

/** At its top there is ink in the middle alone, and at its end at both sides alone. */
function isRoof(shape: Shape): boolean {
  return (
    darkest(shape, [0, 0.2], [0.3, 0.7]) > stroke &&
    darkest(shape, [0, 0.25], [0, 0.15]) < paper &&
    darkest(shape, [0, 0.25], [0.85, 1]) < paper &&
    darkest(shape, [0.7, 1], [0.4, 0.6]) < paper &&
    darkest(shape, [0.8, 1], [0, 0.3]) > stroke &&
    darkest(shape, [0.8, 1], [0.7, 1]) > stroke
  );
}

/** A dark middle, and around it more than four arms. */
function isStar(shape: Shape): boolean {
  if (darkest(shape, [0.4, 0.6], [0.4, 0.6]) <= stroke) return false;
  const [height, width] = [shape.length, shape[0]?.length ?? 0];
  const isDark = Array.from({ length: directions }, (_, at) => {
    const angle = (at * 2 * Math.PI) / directions;
    const [x, y] = [(width / 2) * (1 + radius * Math.cos(angle)), (height / 2) * (1 + radius * Math.sin(angle))];
    return (shape[Math.floor(y)]?.[Math.floor(x)] ?? 0) >= stroke;
  });
  const arms = isDark.filter((dark, at) => dark && isDark[(at + 1) % directions] !== true).length;
  return arms >= fewestArms && arms <= mostArms;
}

/** Within these parts of its height and its width. */
function darkest(shape: Shape, [top, bottom]: readonly [number, number], [left, right]: readonly [number, number]): number {
  const width = shape[0]?.length ?? 0;
  const rows = shape.slice(Math.floor(shape.length * top), Math.ceil(shape.length * bottom));
  return Math.max(0, ...rows.flatMap((row) => row.slice(Math.floor(width * left), Math.ceil(width * right))));
}
