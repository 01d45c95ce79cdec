/** The time line: how many lines there were when, and below them the errors. A time is chosen by dragging over it. */
import type { LogPageTexts } from '../../contract/diagnostics/log-page.ts';
import { drawing, element, setAttributes } from './elements.ts';
import { type FilteredLines, timeParts } from './filter-lines.ts';
import type { LineStore } from './line-store.ts';
import { clockOf, dayOf } from './shown-times.ts';

export const timelineParts = 240;
/** Of the height: the lines are above, the errors below. */
const [linesHeight, errorsHeight] = [66, 30];
/** So that a single one is seen. */
const leastHeight = 5;
const ticks = 4;
/** In parts; less is a click. */
const leastDrag = 1;

export interface TimelineParts {
  readonly store: LineStore;
  readonly texts: LogPageTexts;
  readonly hasDays: boolean;
  readonly number: (value: number) => string;
  /** Without an end and a beginning: the whole time. */
  readonly chosen: (fromMs: number, untilMs: number) => void;
}

export class Timeline {
  readonly root: HTMLElement;
  readonly #parts: TimelineParts;
  readonly #lines = drawing('path', { class: 'bars' });
  readonly #errors = drawing('path', { class: 'bars errors' });
  readonly #brush = drawing('rect', { class: 'brush', y: 0, height: 100, width: 0 });
  readonly #picture: SVGSVGElement;
  #dragFrom: number | null = null;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
    const { texts, store, hasDays } = parts;
    const middle = drawing('path', { class: 'middle', d: `M0 ${linesHeight}H${timelineParts}` });
    this.#picture = drawing(
      'svg',
      { viewBox: `0 0 ${timelineParts} 100`, preserveAspectRatio: 'none', role: 'img', 'aria-label': texts.timeline },
      ...[this.#brush, this.#lines, this.#errors, middle],
    );
    const { firstMs, lastMs } = timeParts(store, timelineParts);
    const labels = Array.from({ length: ticks + 1 }, (_, at) => {
      const atMs = firstMs + ((lastMs - firstMs) * at) / ticks;
      return element('span', {}, hasDays ? `${dayOf(atMs).slice(5)} ${clockOf(atMs).slice(0, 5)}` : clockOf(atMs));
    });
    this.root = element('div', { class: 'timeline' });
    this.root.append(this.#picture, element('div', { class: 'ticks', 'aria-hidden': 'true' }, ...labels));
    this.#picture.append(drawing('title'));
    (this.#picture.lastChild as Element).textContent = texts.timelineHint;
    this.#picture.addEventListener('pointerdown', (event) => this.#begin(event));
    this.#picture.addEventListener('pointermove', (event) => this.#move(event));
    this.#picture.addEventListener('pointerup', (event) => this.#end(event));
    this.#picture.addEventListener('pointercancel', () => {
      this.#dragFrom = null;
    });
  }

  /** `fromMs` and `untilMs`: the time that is chosen. */
  show({ lines, errors }: FilteredLines, fromMs: number, untilMs: number): void {
    const { texts, number } = this.#parts;
    const [most, mostErrors] = [highest(lines), highest(errors)];
    setAttributes(this.#lines, { d: bars(lines, (count) => -(leastHeight + (linesHeight - leastHeight) * (count / most))) });
    setAttributes(this.#errors, { d: bars(errors, (count) => leastHeight + (errorsHeight - leastHeight) * Math.sqrt(count / mostErrors)) });
    const [all, bad] = [sum(lines), sum(errors)];
    const said = `${texts.timeline}. ${texts.lines}: ${number(all)}. ${texts.errors}: ${number(bad)}.`;
    setAttributes(this.#picture, { 'aria-label': said });
    const [from, until] = [this.#partOf(fromMs), this.#partOf(untilMs)];
    this.#brushOver(Number.isFinite(fromMs) || Number.isFinite(untilMs) ? [from, Math.max(until, from + leastDrag)] : null);
  }

  #brushOver(range: readonly [from: number, until: number] | null): void {
    setAttributes(this.#brush, range === null ? { width: 0 } : { x: range[0], width: range[1] - range[0] });
  }

  #partOf(atMs: number): number {
    const { firstMs, partMs } = timeParts(this.#parts.store, timelineParts);
    return Math.min(timelineParts, Math.max(0, (atMs - firstMs) / partMs));
  }

  #partUnder(event: PointerEvent): number {
    const { left, width } = this.#picture.getBoundingClientRect();
    return Math.min(timelineParts, Math.max(0, ((event.clientX - left) / width) * timelineParts));
  }

  #begin(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#picture.setPointerCapture(event.pointerId);
    this.#dragFrom = this.#partUnder(event);
  }

  #move(event: PointerEvent): void {
    if (this.#dragFrom === null) return;
    const to = this.#partUnder(event);
    this.#brushOver([Math.min(this.#dragFrom, to), Math.max(this.#dragFrom, to)]);
  }

  #end(event: PointerEvent): void {
    if (this.#dragFrom === null) return;
    const [from, until] = [this.#dragFrom, this.#partUnder(event)].sort((one, other) => one - other) as [number, number];
    this.#dragFrom = null;
    if (until - from < leastDrag) return this.#parts.chosen(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    const { firstMs, partMs } = timeParts(this.#parts.store, timelineParts);
    this.#parts.chosen(firstMs + from * partMs, firstMs + until * partMs);
  }
}

/** `heightOf`: from the middle line; negative is up. */
function bars(counts: Uint32Array, heightOf: (count: number) => number): string {
  let path = '';
  for (const [at, count] of counts.entries())
    if (count > 0) path += `M${at} ${linesHeight}v${heightOf(count).toFixed(1)}h0.8V${linesHeight}z`;
  return path;
}

function highest(counts: Uint32Array): number {
  return counts.reduce((most, count) => Math.max(most, count), 1);
}

function sum(counts: Uint32Array): number {
  return counts.reduce((all, count) => all + count, 0);
}
