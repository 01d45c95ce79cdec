/** The items of a list, from top to bottom: headings, rows, and gaps whose rows are not loaded. Pure. */
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { knownRows, numberOf, type RowGap, type SparseRows } from './sparse-rows.ts';

export type ListItem =
  | { readonly kind: 'heading'; readonly key: string; readonly title: string; readonly isTop: boolean }
  | {
      readonly kind: 'row';
      readonly key: string;
      readonly row: FragmentRow;
      /** From 1 on, in the whole list. */
      readonly place: number;
      /** The heading above it; empty without one. */
      readonly title: string;
      /** First and last of its group, as far as its neighbours are known. */
      readonly isFirst: boolean;
      readonly isLast: boolean;
    }
  | { readonly kind: 'gap'; readonly key: string; readonly gap: RowGap };

/** Before they are measured, in px. `line`: each further line of a row. */
const heights = { row: 53, line: 20, heading: 48, topHeading: 36 } as const;

/** In px. A gap is as high as its rows would be. */
export function estimatedHeight(item: ListItem): number {
  if (item.kind === 'gap') return item.gap.count * heights.row;
  if (item.kind === 'row') return heights.row + heights.line * (shownLines(item.row) - 1);
  return item.isTop ? heights.topHeading : heights.heading;
}

/** A found row shows the line of the match instead of the first ones. */
function shownLines({ match, preview }: FragmentRow): number {
  return match === undefined ? preview.split('\n').length : 1;
}

/** The headings of the last hour. They pass while the list is shown, so the shell can't say them. */
const recent = [
  { withinMs: 5 * 60_000, title: () => say('Now') },
  { withinMs: 60 * 60_000, title: () => say('Last hour') },
] as const;
/** A clock may be corrected between a copy and its row. */
const aheadMs = 60_000;

function headingOf({ copiedAtMs, group }: FragmentRow, nowMs: number): string {
  const agoMs = copiedAtMs === null ? Number.NaN : nowMs - copiedAtMs;
  return agoMs < -aheadMs ? group : (recent.find(({ withinMs }) => agoMs < withinMs)?.title() ?? group);
}

/** In how many ms a row passes from one heading to the next; null if none will. */
export function nextPassageMs(list: SparseRows, nowMs: number): number | null {
  const waits = knownRows(list).flatMap(({ copiedAtMs }) =>
    copiedAtMs === null ? [] : recent.map(({ withinMs }) => copiedAtMs + withinMs - nowMs).filter((wait) => wait > 0),
  );
  return waits.length === 0 ? null : waits.reduce((one, other) => Math.min(one, other));
}

/**
 * The items of a list. Adjacent rows of one group are under one heading; a heading that occurs again begins another group, because after a wrong
 * clock the same time may occur twice.
 */
export function listItems({ parts }: SparseRows, isGrouped: boolean, nowMs: number): readonly ListItem[] {
  const items: ListItem[] = [];
  const headings = new Map<string, number>();
  let title: string | null = null;
  let place = 1;
  const addRow = (row: FragmentRow): void => {
    const group = isGrouped ? headingOf(row, nowMs) : '';
    const isFirst = group !== title;
    if (isFirst && group !== '') {
      const before = headings.get(group) ?? 0;
      headings.set(group, before + 1);
      items.push({ kind: 'heading', key: `heading ${before} ${group}`, title: group, isTop: items.length === 0 });
    }
    title = group;
    items.push({ kind: 'row', key: row.id, row, place, title: group, isFirst, isLast: true });
    place += 1;
  };
  for (const part of parts) {
    if (part.kind === 'run') {
      for (const row of part.rows) addRow(row);
      continue;
    }
    items.push({ kind: 'gap', key: `gap ${part.from}`, gap: part });
    place += part.count;
  }
  return items.map((item, index) => {
    const next = items[index + 1];
    return item.kind === 'row' ? { ...item, isLast: next === undefined || next.kind === 'heading' } : item;
  });
}

/** The first row at or after an index. */
export function rowFrom(items: readonly ListItem[], index: number, step: 1 | -1): Extract<ListItem, { kind: 'row' }> | null {
  for (let at = index; at >= 0 && at < items.length; at += step) {
    const item = items[at];
    if (item?.kind === 'row') return item;
  }
  return null;
}

/** The item with this number: its row, the gap that contains it, or the next older row. The last item if there is none. */
export function indexOfNumber(items: readonly ListItem[], number: number): number {
  const index = items.findIndex(
    (item) => (item.kind === 'row' && numberOf(item.row) <= number) || (item.kind === 'gap' && item.gap.from <= number),
  );
  return index === -1 ? items.length - 1 : index;
}

/** How far down its item a number is, 0..1. */
export function shareAbove(item: ListItem | undefined, number: number): number {
  if (item?.kind !== 'gap' || !Number.isFinite(item.gap.to)) return 0;
  return Math.min(1, Math.max(0, (item.gap.to - number) / (item.gap.to - item.gap.from)));
}

/** The number at a share of an item; for a heading, that of the row below it. */
export function numberWithin(items: readonly ListItem[], index: number, share: number): number {
  const item = items[index];
  if (item?.kind !== 'gap') return Number(rowFrom(items, index, 1)?.row.id ?? 0);
  const { from, to } = item.gap;
  return Number.isFinite(to) ? Math.floor(to - share * (to - from)) : Number.POSITIVE_INFINITY;
}
