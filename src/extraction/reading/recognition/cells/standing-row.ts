/** Which row of pixels the letters of a line stand on: in a font of one width most of its columns end there. */
import type { GreyPicture } from '../grey-picture.ts';
import type { Grid, ReadLine } from '../read-lines.ts';

/** Darker is ink of letters that are dark. */
const strokeBelow = 128;
/** Of a line, so many columns are looked at. */
const mostColumns = 1_000;
/** So many columns have to end at one height, for the letters to stand there. */
const fewestStanding = 4;
/** In columns: dashes and dots are lower, and end above the row. */
const lowest = 0.6;
/** In columns: a line of dashes ends so far above the row. */
const below = 0.3;
/** In columns: what goes from side to side in so many rows at its end is the ground of a marked word, and stands lower than its letters. */
const blockAtEnd = 0.2;
/** Of a line of which that is not so: so many rows may be the one. */
const mostTried = 3;

/** On which row the letters of each line may stand, the first one below them; none where nothing tells. A line of signs stands where those around it do. */
export function basesOf(picture: GreyPicture, lines: readonly ReadLine[], grids: readonly (Grid | null)[]): readonly (readonly number[])[] {
  const own = lines.map((line, at) => {
    const grid = grids[at] ?? null;
    return grid === null ? null : ownBases(picture, line, grid);
  });
  const sure = own.flatMap((one) => (one?.isSure === true ? one.bases : []));
  const step = stepOf(
    sure,
    stepOf(
      lines.map(({ bottom }) => bottom),
      null,
    ),
  );
  return lines.map((line, at) => {
    const { bases, isSure } = own[at] ?? { bases: [], isSure: true };
    const [first] = sure;
    if (isSure || first === undefined) return bases;
    const nearest = sure.reduce((best, base) => (Math.abs(base - line.bottom) < Math.abs(best - line.bottom) ? base : best), first);
    if (step === null) return bases;
    const place = nearest + Math.round((line.bottom - nearest) / step) * step;
    return place > line.top && place <= line.bottom + Math.max(2, (grids[at]?.pitch ?? 0) * below) ? [place, ...bases] : bases;
  });
}

/** From one line to the next one, in pixels; there may be empty ones between some, which `roughly` tells. */
function stepOf(places: readonly number[], roughly: number | null): number | null {
  const down = places
    .slice(1)
    .map((place, at) => place - (places[at] ?? 0))
    .filter((step) => step > 0);
  const steps = down
    .map((step) => (roughly === null ? step : step / Math.max(1, Math.round(step / roughly))))
    .toSorted((one, other) => one - other);
  return steps[roughly === null ? steps.length >> 2 : steps.length >> 1] ?? roughly;
}

interface Bases {
  /** The first one is the likeliest. */
  readonly bases: readonly number[];
  readonly isSure: boolean;
}

/** Where columns end: most of a line of words, and few of a line of signs. */
function ownBases({ width, height, pixels }: GreyPicture, line: ReadLine, { pitch, origin }: Grid): Bases {
  const [from, to] = [line.words[0]?.symbols[0]?.left ?? 0, line.words.at(-1)?.symbols.at(-1)?.right ?? 0];
  const counts = new Map<number, number>();
  const hasInk = (y: number, begin: number, end: number): boolean =>
    pixels.subarray(y * width + begin, y * width + end).some((pixel) => pixel < strokeBelow);
  const isAcross = (y: number, begin: number, end: number): boolean =>
    pixels.subarray(y * width + begin, y * width + end).every((pixel) => pixel < strokeBelow);
  const letters = new Map<number, number>();
  let inked = 0;
  for (let at = Math.floor((from - origin) / pitch), tried = 0; origin + at * pitch < to && tried < mostColumns; at += 1, tried += 1) {
    const [begin, end] = [Math.max(0, Math.round(origin + at * pitch)), Math.min(width, Math.round(origin + (at + 1) * pitch))];
    let y = Math.min(height, line.bottom + 2) - 1;
    while (y >= Math.max(0, line.top) && !hasInk(y, begin, end)) y -= 1;
    if (y < Math.max(0, line.top)) continue;
    let across = 0;
    while (across < pitch * blockAtEnd && isAcross(y - across, begin, end)) across += 1;
    if (across >= pitch * blockAtEnd) continue;
    let top = Math.max(0, line.top);
    while (!hasInk(top, begin, end)) top += 1;
    inked += 1;
    if (y + 1 - top >= pitch * lowest) letters.set(y + 1, (letters.get(y + 1) ?? 0) + 1);
    counts.set(y + 1, (counts.get(y + 1) ?? 0) + 1);
  }
  const near = (of: ReadonlyMap<number, number>, y: number): number =>
    (of.get(y - 1) ?? 0) + (of.get(y) ?? 0) * 1.01 + (of.get(y + 1) ?? 0);
  const likely = [...counts.keys()].toSorted((one, other) => near(counts, other) - near(counts, one));
  const most = near(letters, likely[0] ?? 0);
  if (most >= fewestStanding && most >= inked / 2) return { bases: likely.slice(0, 1), isSure: true };
  const apart = likely.filter((base, at) => likely.slice(0, at).every((better) => Math.abs(better - base) > 2));
  return { bases: apart.slice(0, mostTried), isSure: false };
}
