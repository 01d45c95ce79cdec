/**
 * A `1` of one font is the `l` of another: only the picture tells which one it is. All of one shape in it are one character, the one that the network and tesseract together say of most of them, unless that is another character.
 */
import type { ReadSymbol } from '../read-lines.ts';
import { type CellReading, windowSize } from './cell-network.ts';

/** What they are taken for. */
const strokes = /^[1l]$/;
/** On average of a column, 0..1: less is the same shape, drawn at another place of its pixels. */
const same = 0.025;
/** Of a picture: of more nothing is told. */
const [mostStrokes, mostShapes] = [3_000, 16] as const;

/** Of one shape: so many that are the same are certain. */
const fewestAlike = 2;

/** A column that was read, with what tesseract read there, if that is one character. */
export interface ReadColumn {
  readonly cell: CellReading;
  /** Of its window. */
  readonly ink: () => Float32Array;
  readonly alone: ReadSymbol | undefined;
}

/** What a stroke is, where the picture tells more than the network alone. @param columns of one font. */
export function agreedStrokes(columns: readonly ReadColumn[]): ReadonlyMap<CellReading, CellReading> {
  const told = new Map<CellReading, CellReading>();
  const all = columns.filter(({ cell }) => strokes.test(cell.text));
  const isOpen = all.some(({ cell, alone }) => alone !== undefined && strokes.test(alone.text) && alone.text !== cell.text);
  if (!isOpen || all.length > mostStrokes) return told;
  const shapes: { readonly own: Float32Array; readonly columns: ReadColumn[] }[] = [];
  for (const column of all) {
    const own = ownInk(column.ink());
    const shape = shapes.find((one) => difference(one.own, own) <= same);
    if (shape !== undefined) shape.columns.push(column);
    else if (shapes.length < mostShapes) shapes.push({ own, columns: [column] });
  }
  for (const shape of shapes) {
    const votes = new Map<string, number>();
    const vote = ({ text, certainty }: Pick<ReadSymbol, 'text' | 'certainty'>): void =>
      void votes.set(text, (votes.get(text) ?? 0) + certainty);
    for (const { cell, alone } of shape.columns) {
      vote(cell);
      if (alone !== undefined) vote(alone);
    }
    const [text = ''] = [...votes].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    // A `|` or an `i`, to tesseract.
    if (!strokes.test(text)) continue;
    // One alone has no other that bears it out.
    const isBorneOut = shape.columns.length >= fewestAlike;
    for (const { cell } of shape.columns)
      if (cell.text !== text || isBorneOut) told.set(cell, { ...cell, text, nearest: text, certainty: 1 });
  }
  return told;
}

const { side, pitch } = windowSize;
const [first, end] = [(side - pitch) / 2, (side + pitch) / 2];

/** Of the column alone, with a pixel of paper around, so that it can be moved. */
function ownInk(ink: Float32Array): Float32Array {
  const own = new Float32Array((pitch + 2) * (side + 2));
  for (let y = 0; y < side; y += 1)
    for (let x = first; x < end; x += 1) own[(y + 1) * (pitch + 2) + x - first + 1] = ink[y * side + x] as number;
  return own;
}

/** On average, at the place where it is least. */
function difference(one: Float32Array, other: Float32Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (const down of [-1, 0, 1])
    for (const along of [-1, 0, 1]) {
      let sum = 0;
      for (let y = 1; y <= side; y += 1)
        for (let x = 1; x <= pitch; x += 1) {
          const at = y * (pitch + 2) + x;
          sum += Math.abs((one[at] as number) - (other[at + down * (pitch + 2) + along] as number));
        }
      least = Math.min(least, sum);
    }
  return least / (side * pitch);
}
