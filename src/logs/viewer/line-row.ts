/** One row of the list. It is filled again for another line when the list is scrolled. */
import { clockField, logPageLevels } from '../../contract/diagnostics/log-page.ts';
import { element, setAttributes } from './elements.ts';
import { isNothing, type LineStore, type ShownField } from './line-store.ts';
import { dayOf, exactClockOf } from './shown-times.ts';

/** More is in the details of a line. */
const mostFields = 16;
let rows = 0;

function isListed([name, value]: ShownField): boolean {
  return name !== clockField && !isNothing(value);
}

export class LineRow {
  readonly root: HTMLElement;
  /** Its place in the list. */
  place = -1;
  readonly #hasDays: boolean;
  readonly #time = element('span', { role: 'gridcell', class: 'time' });
  readonly #level = element('span', { role: 'gridcell', class: 'level' });
  readonly #component = element('span', { role: 'gridcell', class: 'component' });
  readonly #event = element('span', { role: 'gridcell', class: 'event' });
  readonly #fields = element('span', { role: 'gridcell', class: 'fields' });
  readonly #copy = element('button', { type: 'button', tabindex: -1, class: 'chip' });
  #position = -1;

  constructor(hasDays: boolean) {
    this.#hasDays = hasDays;
    const copy = element('span', { role: 'gridcell', class: 'copy' }, this.#copy);
    rows += 1;
    this.root = element('div', { role: 'row', class: 'row', id: `row-${rows}` });
    this.root.append(this.#time, this.#level, this.#component, this.#event, this.#fields, copy);
  }

  show(store: LineStore, position: number, place: number): void {
    this.place = place;
    setAttributes(this.root, { 'aria-rowindex': place + 2 });
    if (this.#position === position) return;
    this.#position = position;
    const line = store.line(position);
    const level = logPageLevels[line.level] ?? 'INFO';
    this.root.className = `row ${level.toLowerCase()}`;
    const day = dayOf(line.atMs);
    // A narrow page leaves out the year in which it was made.
    const year = element('span', { class: day.slice(0, 4) === dayOf(store.head.madeAtMs).slice(0, 4) ? 'year' : '' }, day.slice(0, -5));
    const days = this.#hasDays ? [year, `${day.slice(-5)} `] : [];
    this.#time.replaceChildren(...days, exactClockOf(line.atMs));
    this.#level.textContent = level;
    this.#component.textContent = line.component;
    this.#event.textContent = line.event;
    const fields = line.fields
      .filter(isListed)
      .slice(0, mostFields)
      .flatMap(([name, value]) => [element('i', {}, `${name}=`), `${value} `]);
    this.#fields.replaceChildren(...fields);
    this.#copy.hidden = line.capture === 0;
    const { name, follow } = store.copyNames.of(line.capture);
    this.#copy.textContent = name;
    setAttributes(this.#copy, { 'aria-label': follow, title: follow });
  }
}
