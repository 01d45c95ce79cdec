/** The time line: how many lines there were when, and below them the errors. A time is chosen by dragging over it. */
import type { LogPageTexts } from '../../contract/diagnostics/log-page.ts';
import { drawing, element, filled, setAttributes } from './elements.ts';
import type { FilteredLines } from './filter-lines.ts';
import { tickText } from './shown-times.ts';
import type { TimeScale } from './time-scale.ts';

export const timelineParts = 240;
/** Of the height: the lines are above, the errors below. */
const [linesHeight, errorsHeight] = [70, 26];
/** So that a single one is seen. */
const leastHeight = 5;
const ticks = 4;
/** In parts; less is a click. */
const leastDrag = 1;

export interface TimelineParts {
  readonly scale: TimeScale;
  readonly texts: LogPageTexts;
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
  /** What the highest bars stand for: lines and errors have a scale each. */
  readonly #heights = element('p', { class: 'heights' });
  readonly #picture: SVGSVGElement;
  /** They say how many lines are gathered at an edge, and choose them. */
  readonly #edges: readonly [before: HTMLButtonElement, after: HTMLButtonElement];
  #dragFrom: number | null = null;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
    const { texts, scale } = parts;
    const middle = drawing('path', { class: 'middle', d: `M0 ${linesHeight}H${timelineParts}` });
    this.#picture = drawing(
      'svg',
      { viewBox: `0 0 ${timelineParts} 100`, preserveAspectRatio: 'none', role: 'img', 'aria-label': texts.timeline },
      ...[this.#brush, this.#lines, this.#errors, middle],
    );
    const { firstMs, lastMs } = scale;
    const said = Array.from({ length: ticks + 1 }, (_, at) => tickText(firstMs + ((lastMs - firstMs) * at) / ticks, firstMs, lastMs));
    const labels = said.map((text, at) => element('span', {}, text === said[at - 1] ? '' : text));
    const times = element('div', { class: 'ticks', 'aria-hidden': 'true' }, ...labels);
    times.style.paddingInline = `${(100 * scale.startPart) / scale.parts}% ${100 - (100 * scale.endPart) / scale.parts}%`;
    this.#edges = [element('button', { type: 'button', class: 'quiet' }), element('button', { type: 'button', class: 'quiet' })];
    this.#edges[0].addEventListener('click', () => parts.chosen(Number.NEGATIVE_INFINITY, scale.before?.lastMs ?? firstMs));
    this.#edges[1].addEventListener('click', () => parts.chosen(scale.after?.firstMs ?? lastMs, Number.POSITIVE_INFINITY));
    const edges = element('div', { class: 'edges', hidden: scale.before === null && scale.after === null }, ...this.#edges);
    this.root = element('div', { class: 'timeline' });
    this.root.append(this.#picture, times, edges, this.#heights);
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
    const { texts, number, scale } = this.#parts;
    const [most, mostErrors] = [highest(lines, 1), highest(errors, 1)];
    setAttributes(this.#lines, { d: bars(lines, (count) => -(leastHeight + (linesHeight - leastHeight) * (count / most))) });
    setAttributes(this.#errors, { d: bars(errors, (count) => leastHeight + (errorsHeight - leastHeight) * (count / mostErrors)) });
    this.#heights.textContent = filled(texts.heights, number(highest(lines, 0))).replace('{errors}', () => number(highest(errors, 0)));
    const [all, bad] = [sum(lines), sum(errors)];
    const said = `${texts.timeline}. ${texts.lines}: ${number(all)}. ${texts.errors}: ${number(bad)}.`;
    setAttributes(this.#picture, { 'aria-label': said });
    const atEdges = [
      [this.#edges[0], texts.muchEarlier, scale.before === null ? 0 : lines[0]],
      [this.#edges[1], texts.muchLater, scale.after === null ? 0 : lines.at(-1)],
    ] as const;
    for (const [button, text, count = 0] of atEdges) {
      button.hidden = count === 0;
      button.textContent = filled(text, number(count));
    }
    const [from, until] = scale.stretchOf(fromMs, untilMs);
    this.#brushOver(Number.isFinite(fromMs) || Number.isFinite(untilMs) ? [from, Math.max(until, from + leastDrag)] : null);
  }

  #brushOver(range: readonly [from: number, until: number] | null): void {
    setAttributes(this.#brush, range === null ? { width: 0 } : { x: range[0], width: range[1] - range[0] });
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
    this.#parts.chosen(this.#parts.scale.fromMs(from), this.#parts.scale.untilMs(until));
  }
}

/** `heightOf`: from the middle line; negative is up. */
function bars(counts: Uint32Array, heightOf: (count: number) => number): string {
  let path = '';
  for (const [at, count] of counts.entries())
    if (count > 0) path += `M${at} ${linesHeight}v${heightOf(count).toFixed(1)}h0.8V${linesHeight}z`;
  return path;
}

function highest(counts: Uint32Array, least: number): number {
  return counts.reduce((most, count) => Math.max(most, count), least);
}

function sum(counts: Uint32Array): number {
  return counts.reduce((all, count) => all + count, 0);
}
