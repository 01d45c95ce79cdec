/** The controls of the filter. They show what is chosen, whoever chose it. */
import { type LogPageTexts, logPageLevels } from '../../contract/diagnostics/log-page.ts';
import { element, filled } from './elements.ts';
import { everything, type LineFilter } from './filter-lines.ts';
import type { LineStore } from './line-store.ts';
import { inputOf } from './shown-times.ts';

export interface FilterBarParts {
  readonly store: LineStore;
  readonly texts: LogPageTexts;
  readonly number: (value: number) => string;
  readonly changed: (change: Partial<LineFilter>) => void;
}

export class FilterBar {
  readonly root: HTMLElement;
  /** Apart from the others, beside the time line. */
  readonly times: HTMLElement;
  readonly #clear: HTMLElement;
  readonly #search: HTMLInputElement;
  readonly #level: HTMLSelectElement;
  readonly #components: readonly HTMLInputElement[];
  readonly #from: HTMLInputElement;
  readonly #until: HTMLInputElement;

  constructor({ store, texts, number, changed }: FilterBarParts) {
    this.#search = element('input', { type: 'search', 'aria-label': texts.search, placeholder: texts.searchHint, spellcheck: 'false' });
    this.#search.addEventListener('input', () => changed({ text: this.#search.value }));
    const levels = logPageLevels.map((name, at) =>
      element('option', { value: at }, at === 0 ? texts.allLevels : filled(texts.levelFrom, name)),
    );
    this.#level = element('select', { 'aria-label': texts.level }, ...levels);
    this.#level.addEventListener('change', () => changed({ level: Number(this.#level.value) }));
    const counts = linesOfComponents(store);
    this.#components = store.head.components.map(() => element('input', { type: 'checkbox', checked: true }));
    const pills = store.head.components.map((name, at) =>
      element(
        'label',
        { class: 'pill' },
        this.#components[at] ?? '',
        element('span', {}, name, element('small', {}, number(counts[at] ?? 0))),
      ),
    );
    for (const box of this.#components)
      box.addEventListener('change', () =>
        changed({ without: new Set([...this.#components.entries()].filter(([, { checked }]) => !checked).map(([at]) => at)) }),
      );
    this.#clear = element('button', { type: 'button', class: 'quiet' }, texts.clear);
    this.#clear.addEventListener('click', () => changed(everything));
    const components = element('div', { role: 'group', class: 'pills', 'aria-label': texts.components }, ...pills);
    this.root = element('div', { class: 'filters', role: 'search' }, this.#search, this.#level, components, this.#clear);

    const [time, whole] = [
      (label: string): HTMLInputElement => element('input', { type: 'datetime-local', step: 1, 'aria-label': label }),
      element('button', { type: 'button', class: 'quiet' }, texts.wholeTime),
    ];
    this.#from = time(texts.from);
    this.#until = time(texts.until);
    this.#from.addEventListener('change', () => changed({ fromMs: momentOf(this.#from, Number.NEGATIVE_INFINITY) }));
    this.#until.addEventListener('change', () => changed({ untilMs: momentOf(this.#until, Number.POSITIVE_INFINITY) }));
    whole.addEventListener('click', () => changed({ fromMs: everything.fromMs, untilMs: everything.untilMs }));
    this.times = element('div', { class: 'times' });
    this.times.append(element('span', {}, texts.from), this.#from, element('span', {}, texts.until), this.#until, whole);
  }

  focusSearch(): void {
    this.#search.focus();
    this.#search.select();
  }

  show({ text, level, without, fromMs, untilMs, capture }: LineFilter): void {
    this.#clear.hidden =
      text === '' && level === 0 && without.size === 0 && capture === 0 && fromMs === everything.fromMs && untilMs === everything.untilMs;
    if (this.#search.value !== text) this.#search.value = text;
    this.#level.value = String(level);
    for (const [at, box] of this.#components.entries()) box.checked = !without.has(at);
    this.#from.value = inputOf(fromMs);
    this.#until.value = inputOf(untilMs);
  }
}

function momentOf({ value }: HTMLInputElement, otherwise: number): number {
  const atMs = new Date(value).getTime();
  return Number.isNaN(atMs) ? otherwise : atMs;
}

function linesOfComponents({ head, processes }: LineStore): readonly number[] {
  const ofProcesses = new Uint32Array(head.processes.length);
  for (const process of processes) ofProcesses[process] = (ofProcesses[process] ?? 0) + 1;
  const counts = head.components.map(() => 0);
  for (const [process, [component]] of head.processes.entries()) counts[component] = (counts[component] ?? 0) + (ofProcesses[process] ?? 0);
  return counts;
}
