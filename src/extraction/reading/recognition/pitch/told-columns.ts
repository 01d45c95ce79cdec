/** The columns of a line whose character the ink itself tells, however many tesseract makes of it. */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { type Shape, shapeOf } from '../signs/shape.ts';
import { isRaised, raisedSign } from './raised-signs.ts';

/** Letters and digits that stand on the line, and those that are as high as capitals. */
const [standing, high] = [/^[A-PR-Za-fhiklmnorstuvwxz0-9]$/, /^[A-PR-Zbdfhkl0-9]$/] as const;
/** So many of them have to end so near to each other, in pixels. */
const [fewestStanding, near] = [2, 2] as const;
/** As high as capitals are, to small letters. */
const capitalToSmall = 1.37;
/** Signs that are above the line as well, or end there: tesseract reads them rightly. */
const otherSigns: ReadonlySet<string> = new Set('*^~-–—=+<>«»•·°×÷±:;.,_|¦[](){}/\\²³¹¬→←…');
/** Darker is ink. */
const inkBelow = 160;

export interface InkColumn {
  readonly left: number;
  readonly right: number;
  /** What was read there. */
  readonly symbols: readonly ReadSymbol[];
}

/** Of each column, the sign, or null. */
export function signsTold(picture: GreyPicture, line: ReadLine, columns: readonly InkColumn[]): readonly ('*' | '^' | null)[] {
  const rows = columns.map((column) => rowsOf(picture, line, column));
  const ofText = (kind: RegExp) =>
    columns.flatMap(({ symbols }, at) =>
      symbols.length === 1 && kind.test(symbols[0]?.text ?? '') ? [rows[at] ?? { top: 0, bottom: 0 }] : [],
    );
  const onLine = ofText(standing);
  const bottoms = onLine.map(({ bottom }) => bottom).toSorted((one, other) => one - other);
  // Of few, a tail that was taken for none would make all others seem raised.
  const base = bottoms[(bottoms.length - 1) >> 1];
  if (base === undefined || bottoms.filter((bottom) => Math.abs(bottom - base) <= near).length < fewestStanding)
    return columns.map(() => null);
  const tall = ofText(high).map(({ top }) => base - top);
  const capital = tall.length > 0 ? median(tall) : median(onLine.map(({ top }) => base - top)) * capitalToSmall;
  return columns.map((column, at) => {
    if (column.symbols.length === 1 && otherSigns.has(column.symbols[0]?.text ?? '')) return null;
    const raised = base - (rows[at]?.bottom ?? base);
    return isRaised(raised, capital) ? raisedSign(inkOf(picture, line, column), raised, capital) : null;
  });
}

function inkOf(picture: GreyPicture, { top, bottom }: ReadLine, { left, right }: InkColumn): Shape {
  return shapeOf(picture, { text: '', left, right, certainty: 1 }, top, bottom);
}

/** In which rows it has ink; `bottom` is outside. */
export function rowsOf(
  { width, height, pixels }: GreyPicture,
  line: ReadLine,
  { left, right }: Pick<InkColumn, 'left' | 'right'>,
): { readonly top: number; readonly bottom: number } {
  const hasInk = (y: number): boolean => pixels.subarray(y * width + left, y * width + right).some((pixel) => pixel < inkBelow);
  let [top, bottom] = [Math.max(0, line.top), Math.min(height, line.bottom)];
  while (top < bottom && !hasInk(top)) top += 1;
  while (bottom > top && !hasInk(bottom - 1)) bottom -= 1;
  return { top, bottom };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
