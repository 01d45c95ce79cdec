/** The controls of the filter. They show what is chosen, whoever chose it. */
import { type LogPageTexts, logPageLevels } from '../../contract/diagnostics/log-page.ts';
import { element, filled } from './elements.ts';
import { everything, type LineFilter } from './filter-lines.ts';
import type { LineStore } from './line-store.ts';
import { timeText, writtenTime } from './shown-times.ts';
import type { TimeScale } from './time-scale.ts';

export interface FilterBarParts {
  readonly store: LineStore;
  /** Its lines are those of a right clock: a time without a day is of their last one. */
  readonly scale: Pick<TimeScale, 'firstMs' | 'lastMs'>;
  readonly texts: LogPageTexts;
  readonly number: (value: number) => string;
  readonly changed: (change: Partial<LineFilter>) => void;
}

export class FilterBar {
  readonly root: HTMLElement;
  /** Apart from the others, beside the time line. */
  readonly times: HTMLElement;
  readonly #clear: HTMLElement;
  readonly #whole: HTMLElement;
  readonly #search: HTMLInputElement;
  readonly #level: HTMLSelectElement;
  readonly #components: readonly HTMLInputElement[];
  readonly #counts: readonly HTMLElement[];
  readonly #number: (value: number) => string;
  readonly #from: HTMLInputElement;
  readonly #until: HTMLInputElement;
  /** What is wrong with a time that was written. */
  readonly #wrong: HTMLElement;

  constructor({ store, scale, texts, number, changed }: FilterBarParts) {
    this.#search = element('input', { type: 'search', 'aria-label': texts.search, placeholder: texts.searchHint, spellcheck: 'false' });
    this.#search.addEventListener('input', () => changed({ text: this.#search.value }));
    const levels = logPageLevels.map((name, at) =>
      element('option', { value: at }, at === 0 ? texts.allLevels : filled(texts.levelFrom, name)),
    );
    this.#level = element('select', { 'aria-label': texts.level }, ...levels);
    this.#level.addEventListener('change', () => changed({ level: Number(this.#level.value) }));
    this.#number = number;
    this.#counts = store.head.components.map(() => element('small', {}));
    this.#components = store.head.components.map(() => element('input', { type: 'checkbox', checked: true }));
    const pills = store.head.components.map((name, at) =>
      element('label', { class: 'pill' }, this.#components[at] ?? '', element('span', {}, name, this.#counts[at] ?? '')),
    );
    for (const box of this.#components)
      box.addEventListener('change', () =>
        changed({ without: new Set([...this.#components.entries()].filter(([, { checked }]) => !checked).map(([at]) => at)) }),
      );
    this.#clear = element('button', { type: 'button', class: 'quiet' }, texts.clear);
    this.#clear.addEventListener('click', () => changed(everything));
    const components = element('div', { role: 'group', class: 'pills', 'aria-label': texts.components }, ...pills);
    // Beside the components, and never in a line of its own, which would be empty while it is hidden.
    const which = element('div', { class: 'which' }, components, this.#clear);
    this.root = element('div', { class: 'filters', role: 'search' }, this.#search, this.#level, which);

    const [firstMs, lastMs] = store.count === 0 ? [store.head.madeAtMs, store.head.madeAtMs] : [scale.firstMs, scale.lastMs];
    this.#wrong = element('p', { class: 'wrong', id: 'wrong-time', role: 'alert', hidden: true });
    const wrong = (written: string): void => {
      this.#wrong.textContent = filled(texts.wrongTime, written.length > longestQuoted ? `${written.slice(0, longestQuoted)}…` : written);
      this.#wrong.hidden = false;
    };
    this.#from = timeInput({ lastMs, hintMs: firstMs, isEnd: false, wrong, changed: (fromMs) => changed({ fromMs }) });
    this.#until = timeInput({ lastMs, hintMs: lastMs, isEnd: true, wrong, changed: (untilMs) => changed({ untilMs }) });
    this.#whole = element('button', { type: 'button', class: 'quiet' }, texts.wholeTime);
    this.#whole.addEventListener('click', () => changed({ fromMs: everything.fromMs, untilMs: everything.untilMs }));
    this.times = element('div', { class: 'times' });
    this.times.append(
      element('label', {}, element('span', {}, texts.from), this.#from),
      element('label', {}, element('span', {}, texts.until), this.#until),
      this.#whole,
      this.#wrong,
    );
  }

  /** A count that becomes shorter keeps the width that it had. */
  #showCount(count: HTMLElement, text: string): void {
    const widest = Math.max(Number(count.dataset.widest ?? 0), text.length);
    count.dataset.widest = String(widest);
    count.style.minWidth = `${widest}ch`;
    count.textContent = text;
  }

  /** Whether the words of the search are being written. */
  isSearching(target: EventTarget | null): boolean {
    return target === this.#search;
  }

  focusSearch(): void {
    this.#search.focus();
    this.#search.select();
  }

  show({ text, level, without, fromMs, untilMs, capture }: LineFilter, ofComponents: readonly number[]): void {
    for (const [at, count] of this.#counts.entries()) this.#showCount(count, this.#number(ofComponents[at] ?? 0));
    this.#wrong.hidden = true;
    this.#whole.hidden = fromMs === everything.fromMs && untilMs === everything.untilMs;
    const isEverything = text === '' && level === 0 && without.size === 0 && capture === 0 && this.#whole.hidden;
    // It keeps its place: what moves while somebody types is hard to read.
    this.#clear.style.visibility = isEverything ? 'hidden' : 'visible';
    if (this.#search.value !== text) this.#search.value = text;
    this.#level.value = String(level);
    for (const [at, box] of this.#components.entries()) box.checked = !without.has(at);
    for (const [input, atMs] of [[this.#from, fromMs] as const, [this.#until, untilMs] as const]) {
      input.value = timeText(atMs);
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
  }
}

const longestQuoted = 40;

interface TimeInputParts {
  /** A time without a day is of this one's. */
  readonly lastMs: number;
  /** Shown while there is no limit: where the lines begin or end. */
  readonly hintMs: number;
  readonly isEnd: boolean;
  readonly changed: (atMs: number) => void;
  /** Called with what is no time. */
  readonly wrong: (written: string) => void;
}

/** What is written there is taken once it is left, or by Enter; nothing means no limit. What is no time changes nothing, and is marked. */
function timeInput({ lastMs, hintMs, isEnd, changed, wrong }: TimeInputParts): HTMLInputElement {
  const input = element('input', { type: 'text', placeholder: timeText(hintMs), spellcheck: 'false', autocomplete: 'off' });
  input.addEventListener('change', () => {
    const none = isEnd ? everything.untilMs : everything.fromMs;
    const atMs = input.value.trim() === '' ? none : writtenTime(input.value, lastMs, isEnd);
    if (!Number.isNaN(atMs)) return changed(atMs);
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', 'wrong-time');
    wrong(input.value.trim());
  });
  return input;
}
