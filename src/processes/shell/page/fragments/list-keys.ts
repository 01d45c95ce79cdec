/** Where a key leads in a list: pure, so that the keys of one frame add up before anything is scrolled or drawn. */
import { estimatedHeight, indexOfNumber, type ListItem, numberWithin, shareAbove } from '../rows/list-items.ts';

/** A place in a list: the first row from a number on, in a direction. What is there may have to be read first. */
export interface Target {
  readonly number: number;
  readonly step: 1 | -1;
}

/** Of an item, in px of the whole list. */
interface Extent {
  readonly index: number;
  readonly start: number;
  readonly size: number;
}

/** The items as they are laid out. */
export interface LaidOut {
  readonly items: readonly ListItem[];
  readonly viewport: number;
  readonly placeOf: (index: number) => Extent | undefined;
  readonly itemAt: (offset: number) => Extent | undefined;
}

/** Where a key leads from a number; null for a key that leads nowhere. */
export function targetOf(key: string, number: number, rows: LaidOut): Target | null {
  if (key === 'ArrowDown') return besides(rows.items, number, 1);
  if (key === 'ArrowUp') return besides(rows.items, number, -1);
  if (key === 'Home') return { number: Number.POSITIVE_INFINITY, step: 1 };
  if (key === 'End') return { number: 0, step: -1 };
  if (key === 'PageDown') return pageFrom(rows, number, 1);
  return key === 'PageUp' ? pageFrom(rows, number, -1) : null;
}

/** The index of a target's item: a row, or a gap that has to be read first. Null in a list without any. */
export function itemOf(items: readonly ListItem[], { number, step }: Target): number | null {
  const at = indexOfNumber(items, number);
  const item = items[at];
  // Nothing has this number, and the item is the next older one.
  const isPast = step === -1 && item?.kind === 'row' && Number(item.key) < number;
  return (isPast ? fromIndex(items, at - 1, step) : null) ?? fromIndex(items, at, step);
}

function fromIndex(items: readonly ListItem[], from: number, step: 1 | -1): number | null {
  for (let index = from; index >= 0 && index < items.length; index += step) if (items[index]?.kind !== 'heading') return index;
  return null;
}

function besides(items: readonly ListItem[], number: number, step: 1 | -1): Target {
  const index = indexOfNumber(items, number);
  const here = items[index];
  const next = number - step;
  // Numbers are nearly dense: in a gap each counts as a row.
  if (here?.kind === 'gap' && here.gap.from <= next && next < here.gap.to) return { number: next, step };
  const beside = items[fromIndex(items, index + step, step) ?? -1];
  if (beside?.kind === 'row') return { number: Number(beside.key), step };
  if (beside?.kind !== 'gap') return { number, step };
  return { number: step === 1 ? beside.gap.to - 1 : beside.gap.from, step };
}

function pageFrom(rows: LaidOut, number: number, step: 1 | -1): Target {
  const { items, viewport } = rows;
  const index = indexOfNumber(items, number);
  const item = items[index];
  const { start = 0, size = 0 } = rows.placeOf(index) ?? {};
  const top = start + (item === undefined ? 0 : shareAbove(item, number)) * size;
  const height = item?.kind === 'gap' ? estimatedHeight(item) / item.gap.count : size;
  const to = top + step * Math.max(0, viewport - height);
  const at = rows.itemAt(to);
  if (at === undefined) return { number, step };
  const reached = numberWithin(items, at.index, at.size === 0 ? 0 : Math.min(1, Math.max(0, (to - at.start) / at.size)));
  // A row that is higher than the view would hold the focus for ever.
  return reached === number ? besides(items, number, step) : { number: reached, step };
}
