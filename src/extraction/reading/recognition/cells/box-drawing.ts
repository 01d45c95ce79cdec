/** Lines that a terminal draws with characters, as `├──` and `└──` of `tree`: the network does not know these. Told by where their ink reaches: to the edges of their column, or above letters and below them. */
import { type GreyPicture, hasInk } from '../grey-picture.ts';
import type { CellReading } from './cell-network.ts';
import type { SeenLine } from './seen-line.ts';

/** Darker is ink, also that of a thin line. */
const inkBelow = 200;
/** In columns, above the row that letters stand on and below it: a line reaches further than letters and bars do. Between these its arms are. */
const [above, below] = [1.35, 0.3] as const;
const [highestArm, lowestArm] = [0.85, 0.25] as const;
/** In columns: how far it is from the middle, and how wide, and how much of the column's edge it leaves free. */
const [offMiddle, widest, free] = [0.15, 0.3, 0.06] as const;

/** In pixels: its edges are grey. */
const edge = 2;

/** By its arms: up, down, left, right. */
const characters: Readonly<Record<string, string>> = {
  udr: '├',
  udl: '┤',
  ur: '└',
  ul: '┘',
  dr: '┌',
  dl: '┐',
  dlr: '┬',
  ulr: '┴',
  udlr: '┼',
};
const [down, across] = ['ud', 'lr'];

/** Of the cells that are such characters, what they are. Each goes on in the one beside it, which a brace does not; a bar or a dash is one only beside another one. @param seen of each line, from top to bottom. */
export function boxDrawingIn(picture: GreyPicture, seen: readonly (SeenLine | null)[]): ReadonlyMap<CellReading, CellReading> {
  const told = new Map<CellReading, CellReading>();
  const rows = seen.map((line) => {
    const arms = new Map<number, string>();
    for (const { at } of line?.columns ?? []) {
      const own = armsAt(picture, line as SeenLine, at);
      if (own !== '') arms.set(at, own);
    }
    return { line, arms, boxes: new Map<number, string>() };
  });
  for (const { arms, boxes } of rows)
    for (const [at, own] of arms) {
      const character = characters[own];
      const goesOn = (!own.includes('r') || arms.get(at + 1)?.includes('l')) && (!own.includes('l') || arms.get(at - 1)?.includes('r'));
      if (character !== undefined && goesOn === true) boxes.set(at, character);
    }
  for (const [index, { line, arms, boxes }] of rows.entries()) {
    const others = [rows[index - 1], rows[index + 1]].filter((other) => other?.line?.grid.pitch === line?.grid.pitch);
    // Each line counts its columns from its own first one.
    const isBeside = (at: number, other: (typeof rows)[number] | undefined): boolean =>
      other?.boxes.has(Math.round(at + ((line?.grid.origin ?? 0) - (other.line?.grid.origin ?? 0)) / (line?.grid.pitch ?? 1))) === true;
    for (const [at, own] of arms) if (own === down && others.some((other) => isBeside(at, other))) boxes.set(at, '│');
    for (const step of [1, -1] as const)
      for (const start of [...boxes.keys()])
        for (let at = start + step; arms.get(at) === across && !boxes.has(at); at += step) boxes.set(at, '─');
    for (const [column, { at }] of (line?.columns ?? []).entries()) {
      const [cell, text] = [line?.cells[column], boxes.get(at)];
      if (cell !== undefined && text !== undefined) told.set(cell, { ...cell, text, nearest: text, certainty: 1, ring: 0 });
    }
  }
  return told;
}

/** None if there is anything but lines in the column. */
function armsAt({ width, height, pixels }: GreyPicture, { grid: { pitch, origin }, base }: SeenLine, at: number): string {
  const [left, right] = [Math.round(origin + (at + free) * pitch), Math.round(origin + (at + 1 - free) * pitch)];
  const middle = Math.round(origin + (at + 0.5) * pitch);
  const [top, bottom] = [Math.round(base - above * pitch), Math.round(base + below * pitch)];
  if (left < 0 || right >= width || top < 0 || bottom > height) return '';
  const isInk = (x: number, y: number): boolean => (pixels[y * width + x] ?? 255) < inkBelow;
  const isAcross = (y: number, from: number, to: number): boolean => {
    for (let x = from; x < to; x += 1) if (!isInk(x, y)) return false;
    return true;
  };
  const isDown = (x: number, from: number, to: number): boolean => {
    for (let y = from; y < to; y += 1) if (!isInk(x, y)) return false;
    return true;
  };
  const ofArms = { from: Math.round(base - highestArm * pitch), to: Math.round(base - lowestArm * pitch) };
  const arm = (from: number, to: number): readonly number[] =>
    Array.from({ length: ofArms.to - ofArms.from }, (_, y) => ofArms.from + y).filter((y) => isAcross(y, from, to));
  const [ofLeft, ofRight] = [arm(left, middle), arm(middle, right)];
  const row = ofRight[0] ?? ofLeft[0] ?? Math.round(base - pitch / 2);
  const reach = Math.round(pitch * offMiddle);
  const stem = (from: number, to: number): boolean =>
    Array.from({ length: reach * 2 + 1 }, (_, x) => middle - reach + x).some((x) => isDown(x, from, to));
  const [isUp, isDownwards] = [stem(top, row), stem(row, bottom)];
  const arms = [...ofLeft, ...ofRight];
  const [first, last] = [Math.min(row, ...arms) - edge, Math.max(row, ...arms) + edge];
  // There is nothing where it has no arm, and beside its stem.
  for (let y = top; y < bottom; y += 1) {
    if (y >= first && y <= last) continue;
    const isStem = y < first ? isUp : isDownwards;
    if (isStem ? isInk(left, y) || isInk(right - 1, y) : hasInk({ width, height, pixels }, y, inkBelow, left, right)) return '';
  }
  const areThin = Math.max(ofLeft.length, ofRight.length) <= pitch * widest;
  return areThin ? [isUp ? 'u' : '', isDownwards ? 'd' : '', ofLeft.length > 0 ? 'l' : '', ofRight.length > 0 ? 'r' : ''].join('') : '';
}
