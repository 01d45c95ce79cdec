/**
 * The list of lines: only the rows in sight are elements, whatever the number of lines. A browser draws no element higher than some millions of pixels, so
 * beyond that the scroll bar moves faster than the lines; the wheel and the keys move them as usual.
 */
import type { LogPageTexts } from '../../contract/diagnostics/log-page.ts';
import { element, setAttributes } from './elements.ts';
import { LineRow } from './line-row.ts';
import type { LineStore } from './line-store.ts';

/** Of a row, in pixels, as in the style sheet: a narrow page has two lines in each. */
const [usualHeight, narrowHeight] = [26, 46];
const narrowPage = '(max-width: 640px)';
/** Firefox stops at 17 million pixels, Chromium at 33. */
const mostHeight = 12_000_000;
const noLines = new Uint32Array(0);

export interface LineListParts {
  readonly store: LineStore;
  readonly texts: LogPageTexts;
  /** The lines are of several days. */
  readonly hasDays: boolean;
  /** A line was chosen by its user; null if none is any more. */
  readonly chosen: (position: number | null) => void;
  readonly followed: (capture: number) => void;
}

export class LineList {
  readonly root: HTMLElement;
  readonly #parts: LineListParts;
  readonly #space: HTMLElement;
  readonly #nothing: HTMLElement;
  readonly #rows: LineRow[] = [];
  #positions: Uint32Array = noLines;
  /** In `#positions`; -1 for none. */
  #chosen = -1;
  #isDue = false;
  #rowHeight = usualHeight;

  constructor(parts: LineListParts) {
    const { texts, hasDays } = parts;
    this.#parts = parts;
    this.#space = element('div', { class: 'space', role: 'rowgroup' });
    this.#nothing = element('p', { class: 'nothing', hidden: true }, texts.nothing);
    const columns = [texts.time, texts.level, texts.component, texts.event, texts.details, texts.copy];
    const head = element('div', { role: 'row', class: 'row head', 'aria-rowindex': 1 });
    head.append(...columns.map((text) => element('span', { role: 'columnheader' }, text)));
    this.root = element(
      'div',
      { class: `list${hasDays ? ' days' : ''}`, role: 'grid', tabindex: 0, 'aria-label': texts.lines },
      element('div', { role: 'rowgroup', class: 'top' }, head),
      this.#space,
      this.#nothing,
    );
    this.root.addEventListener('scroll', () => this.#later(), { passive: true });
    this.root.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.root.addEventListener('click', (event) => this.#click(event));
    new ResizeObserver(() => this.#later()).observe(this.root);
    const narrow = matchMedia(narrowPage);
    const fit = (): void => {
      this.#rowHeight = narrow.matches ? narrowHeight : usualHeight;
      this.show(this.#positions);
    };
    narrow.addEventListener('change', fit);
    fit();
  }

  /** Shows these lines, with the chosen one in sight if it is among them; otherwise the newest ones. */
  show(positions: Uint32Array, chosen: number | null = this.#positions[this.#chosen] ?? null): void {
    this.#positions = positions;
    this.#chosen = chosen === null ? -1 : placeIn(positions, chosen);
    this.#nothing.hidden = positions.length > 0;
    setAttributes(this.root, { 'aria-rowcount': positions.length + 1 });
    this.#space.style.height = `${Math.min(positions.length * this.#rowHeight, mostHeight)}px`;
    if (this.#chosen === -1) this.#scrollTo(positions.length * this.#rowHeight);
    else this.#reveal(this.#chosen, 'middle');
    this.#draw();
  }

  choose(position: number | null): void {
    this.#choose(position === null ? -1 : placeIn(this.#positions, position));
  }

  get #seenHeight(): number {
    // A narrow page has no head above the lines.
    return Math.max(this.#rowHeight, this.root.clientHeight - this.#space.offsetTop);
  }

  /** Pixels of lines for a pixel of the scroll bar. */
  get #scale(): number {
    const [all, seen] = [this.#positions.length * this.#rowHeight, this.#seenHeight];
    return all <= mostHeight ? 1 : (all - seen) / (mostHeight - seen);
  }

  /** `top`: of the lines in sight, in pixels of lines. */
  #scrollTo(top: number): void {
    this.root.scrollTop = top / this.#scale;
  }

  #later(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#draw();
    });
  }

  #draw(): void {
    const top = this.root.scrollTop * this.#scale;
    const first = Math.max(0, Math.floor(top / this.#rowHeight));
    const needed = Math.min(this.#positions.length - first, Math.ceil(this.#seenHeight / this.#rowHeight) + 1);
    while (this.#rows.length < needed) {
      const row = new LineRow(this.#parts.hasDays);
      this.#rows.push(row);
      this.#space.append(row.root);
    }
    for (const [at, row] of this.#rows.entries()) {
      const place = first + at;
      const position = this.#positions[place];
      row.root.hidden = at >= needed || position === undefined;
      if (row.root.hidden || position === undefined) continue;
      row.show(this.#parts.store, position, place);
      row.root.style.transform = `translateY(${Math.round(this.root.scrollTop + place * this.#rowHeight - top)}px)`;
      setAttributes(row.root, { 'aria-selected': String(place === this.#chosen) });
    }
    const active = this.#rows.find((row) => !row.root.hidden && row.place === this.#chosen);
    setAttributes(this.root, { 'aria-activedescendant': active === undefined ? false : active.root.id });
  }

  #choose(place: number): void {
    this.#chosen = place;
    if (place !== -1) this.#reveal(place, 'nearest');
    this.#draw();
  }

  #reveal(place: number, where: 'nearest' | 'middle'): void {
    const seen = this.#seenHeight;
    const top = this.root.scrollTop * this.#scale;
    const own = place * this.#rowHeight;
    if (where === 'middle') this.#scrollTo(own - seen / 2);
    else if (own < top) this.#scrollTo(own);
    else if (own + this.#rowHeight > top + seen) this.#scrollTo(own + this.#rowHeight - seen);
  }

  #wheel(event: WheelEvent): void {
    if (this.#scale === 1 || event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL || event.ctrlKey) return;
    event.preventDefault();
    this.root.scrollTop += event.deltaY / this.#scale;
  }

  /** From the search: the list has the keyboard, and the line that this arrow chooses is chosen. */
  enter(key: 'ArrowDown' | 'ArrowUp'): void {
    this.root.focus();
    this.#key(new KeyboardEvent('keydown', { key }));
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.#seenHeight / this.#rowHeight) - 1);
    const last = this.#positions.length - 1;
    const from = this.#chosen === -1 ? last + 1 : this.#chosen;
    const places: Readonly<Record<string, number>> = {
      ArrowUp: from - 1,
      ArrowDown: this.#chosen === -1 ? last : from + 1,
      PageUp: from - page,
      PageDown: from + page,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    if (place !== undefined && last >= 0) {
      event.preventDefault();
      this.#tell(Math.min(last, Math.max(0, place)));
    }
    if (event.key === 'Enter') this.#follow(this.#chosen);
  }

  #click(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    const row = this.#rows.find(({ root }) => root.contains(event.target as Element));
    if (row === undefined) return;
    if (event.target.closest('button') === null) return this.#tell(row.place);
    this.#choose(row.place);
    this.#follow(row.place);
  }

  #tell(place: number): void {
    this.#choose(place);
    this.#parts.chosen(this.#positions[place] ?? null);
  }

  #follow(place: number): void {
    const capture = this.#parts.store.captures[this.#positions[place] ?? -1] ?? 0;
    if (capture !== 0) this.#parts.followed(capture);
  }
}

/** Where a position is among these, which are in order; -1 if it is not. */
export function placeIn(positions: Uint32Array, position: number): number {
  let [low, high] = [0, positions.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = positions[middle] ?? 0;
    if (found === position) return middle;
    if (found < position) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
