/**
 * A list of which only parts are known: pure. The numbers of fragments are divided into runs, in which each fragment is known, and gaps, whose count
 * is only estimated. Numbers are never reused, so a row's place among the others never changes.
 */

import type { RowsAnswer } from '../../../../contract/page-rows/rows.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';

/** Numbers of at least `from` and below `to`, which is infinite at the top of the list. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Every fragment with a number in the span is in `rows`, newest first. */
export interface RowRun extends Span {
  readonly kind: 'run';
  readonly rows: readonly FragmentRow[];
  /** Changes of these rows since they were read are unknown. */
  readonly isOld: boolean;
}

export interface RowGap extends Span {
  readonly kind: 'gap';
  /** The estimated number of rows. */
  readonly count: number;
}

/** Adjacent spans without space between them, newest first. */
export interface SparseRows {
  readonly parts: readonly (RowRun | RowGap)[];
}

type Part = SparseRows['parts'][number];

/** For a list that is not counted: this many more are assumed. */
const followingRows = 100;

export const unknownRows: SparseRows = { parts: [{ kind: 'gap', from: 0, to: Number.POSITIVE_INFINITY, count: 1 }] };

/** A list that is completely known. */
export function wholeList(rows: readonly FragmentRow[]): SparseRows {
  return { parts: [{ kind: 'run', from: 0, to: Number.POSITIVE_INFINITY, rows, isOld: false }] };
}

export function numberOf({ id }: FragmentRow): number {
  return Number(id);
}

export function knownRows({ parts }: SparseRows): readonly FragmentRow[] {
  return parts.flatMap((part) => (part.kind === 'run' ? part.rows : []));
}

/** The number of rows in the list, as far as it is known. */
export function countOf({ parts }: SparseRows): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'run' ? part.rows.length : part.count), 0);
}

/** Whether it is known that there are none. */
export function hasNone({ parts }: SparseRows): boolean {
  return parts.every((part) => part.kind === 'run' && part.rows.length === 0);
}

/** The part that contains this number. */
export function partAt({ parts }: SparseRows, number: number): Part {
  const part = parts.find(({ from }) => from <= number);
  if (part === undefined) throw new Error('no part has this number');
  return part;
}

/** With an answer in it, which is right about all numbers of its span, or was (`isOld`). A row that is equal stays the same object. */
export function withAnswer(list: SparseRows, answer: RowsAnswer, isOld = false): SparseRows {
  const span = { from: answer.from, to: answer.to ?? Number.POSITIVE_INFINITY };
  const before = new Map(rowsWithin(list, span).map((row) => [row.id, row]));
  const rows = answer.rows.map((row) => sameOr(before.get(row.id), row));
  const run: RowRun = { kind: 'run', ...span, rows, isOld };
  const around = list.parts.flatMap((part) => [
    within(part, { from: span.to, to: part.to }),
    within(part, { from: part.from, to: span.from }),
  ]);
  const parts = [...around.filter((part) => part !== null), run].sort((one, other) => other.from - one.from);
  return counted(joined(parts), answer.total);
}

/** Updates or inserts a fragment. If its place is in a gap, it is read with that. */
export function withRow(list: SparseRows, row: FragmentRow): SparseRows {
  const number = numberOf(row);
  return mapRun(list, number, (rows) => {
    const place = rows.findIndex((other) => numberOf(other) <= number);
    if (place === -1) return [...rows, row];
    return rows.toSpliced(place, rows[place]?.id === row.id ? 1 : 0, row);
  });
}

export function withoutRow(list: SparseRows, id: string): SparseRows {
  const part = partAt(list, Number(id));
  if (part.kind === 'run') return mapRun(list, Number(id), (rows) => rows.filter((row) => row.id !== id));
  return replaced(list, part, { ...part, count: Math.max(1, part.count - 1) });
}

/** Drops the rows outside of these spans, and keeps their count. */
export function withoutFar(list: SparseRows, kept: readonly Span[]): SparseRows {
  const parts = list.parts.flatMap((part): readonly Part[] => (part.kind === 'gap' ? [part] : withoutFarOf(part, kept)));
  return { parts: joined(parts) };
}

/** Marks all runs as outdated, because changes since are unknown: each has to be read again. */
export function asOld({ parts }: SparseRows): SparseRows {
  return { parts: parts.map((part) => (part.kind === 'run' ? { ...part, isOld: true } : part)) };
}

function withoutFarOf(run: RowRun, kept: readonly Span[]): readonly Part[] {
  const bounds = kept.flatMap(({ from, to }) => [from, to]).filter((bound) => bound > run.from && bound < run.to);
  const edges = [...new Set([run.to, ...bounds, run.from])].sort((one, other) => other - one);
  return edges.slice(1).flatMap((from, index): readonly Part[] => {
    const piece = within(run, { from, to: edges[index] ?? run.to });
    if (piece === null || piece.kind === 'gap') return [];
    if (piece.rows.length === 0 || kept.some((span) => span.from <= piece.from && piece.to <= span.to)) return [piece];
    return [{ kind: 'gap', from: piece.from, to: piece.to, count: piece.rows.length }];
  });
}

/** The part of it that is inside the span; null if nothing is. */
function within(part: Part, span: Span): Part | null {
  const [from, to] = [Math.max(part.from, span.from), Math.min(part.to, span.to)];
  if (from >= to) return null;
  if (part.kind === 'run') return { ...part, from, to, rows: part.rows.filter((row) => numberOf(row) >= from && numberOf(row) < to) };
  return { ...part, from, to, count: part.count * shareOf({ from, to }, part) };
}

/** How much of the whole a part is. A gap at the top has no end: it can only be assumed that there may be as much above. */
function shareOf(part: Span, whole: Span): number {
  if (part.from === whole.from && part.to === whole.to) return 1;
  if (!Number.isFinite(whole.to)) return Number.isFinite(part.to) ? 1 : 0;
  return (part.to - part.from) / (whole.to - whole.from);
}

/** Merges neighbours of one kind. */
function joined(parts: readonly Part[]): readonly Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const above = result.at(-1);
    if (above?.kind === 'gap' && part.kind === 'gap') result.splice(-1, 1, { ...part, to: above.to, count: above.count + part.count });
    else if (above?.kind === 'run' && part.kind === 'run' && above.isOld === part.isOld)
      result.splice(-1, 1, { ...part, to: above.to, rows: [...above.rows, ...part.rows] });
    else result.push(part);
  }
  return result;
}

/** Distributes the rest of `total` over the gaps; if the list is not counted, the assumed number. Each gap has at least one. */
function counted(parts: readonly Part[], total: number | null): SparseRows {
  const last = parts.length - 1;
  if (total === null) {
    return {
      parts: parts.map((part, index) =>
        part.kind === 'gap' ? { ...part, count: Math.max(index === last ? followingRows : 1, Math.round(part.count)) } : part,
      ),
    };
  }
  const gaps = parts.filter((part) => part.kind === 'gap');
  const left = parts.reduce((rest, part) => rest - (part.kind === 'run' ? part.rows.length : 0), total);
  const weight = gaps.reduce((sum, gap) => sum + weightOf(gap), 0);
  const share = (gap: RowGap): number => Math.max(1, Math.round((left * weightOf(gap)) / weight));
  return { parts: parts.map((part) => (part.kind === 'gap' ? { ...part, count: share(part) } : part)) };
}

/** Numbers are nearly dense. A gap at the top contains what was added while nobody was listening. */
function weightOf({ from, to }: RowGap): number {
  return Number.isFinite(to) ? to - from : 1;
}

function rowsWithin(list: SparseRows, { from, to }: Span): readonly FragmentRow[] {
  return knownRows(list).filter((row) => numberOf(row) >= from && numberOf(row) < to);
}

function mapRun(list: SparseRows, number: number, change: (rows: readonly FragmentRow[]) => readonly FragmentRow[]): SparseRows {
  const part = partAt(list, number);
  return part.kind === 'run' ? replaced(list, part, { ...part, rows: change(part.rows) }) : list;
}

function replaced({ parts }: SparseRows, part: Part, by: Part): SparseRows {
  return { parts: parts.map((each) => (each === part ? by : each)) };
}

function sameOr(before: FragmentRow | undefined, row: FragmentRow): FragmentRow {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(row) ? before : row;
}
