/**
 * The script of the page of the logs, which runs in the browser of whoever opens the page: it shows the lines that are embedded in the page, and filters them.
 * It must never put a line into the page as anything but text, and asks nothing of any network.
 */
import { logPageIds, logPageLevels } from '../../contract/diagnostics/log-page.ts';
import { drawing, element, filled } from './elements.ts';
import { FilterBar } from './filter-bar.ts';
import { everything, type LineFilter, LineFinder, soughtWords } from './filter-lines.ts';
import { LineList, placeIn } from './line-list.ts';
import type { LineStore } from './line-store.ts';
import { clockOf, dayOf, zoneOf } from './shown-times.ts';
import { copyPath, lineDetails } from './side-panels.ts';
import { TimeScale } from './time-scale.ts';
import { Timeline, timelineParts } from './timeline.ts';
import { unpackLines } from './unpack.ts';
import './viewer.css';

/** `data-state` of the page, for whoever measures it. */
function tellState(state: 'loading' | 'ready' | 'failed'): void {
  document.documentElement.dataset.state = state;
}

function mark(): SVGSVGElement {
  return drawing(
    'svg',
    { viewBox: '0 0 24 24', class: 'mark', 'aria-hidden': 'true' },
    drawing('rect', { x: 3, y: 3, width: 18, height: 18, rx: 5 }),
    drawing('path', { d: 'M8 8v8M16 8v8M8 12h8' }),
  );
}

type FilterStep = readonly (keyof LineFilter)[];

/** What of the filter is chosen in one step. */
const stepKeys: readonly FilterStep[] = [['text'], ['fromMs', 'untilMs'], ['level'], ['without']];

function isSame(one: LineFilter[keyof LineFilter], other: LineFilter[keyof LineFilter]): boolean {
  return one === other || (one instanceof Set && one.size === 0);
}

class LogPage {
  readonly #root: HTMLElement;
  readonly #store: LineStore;
  readonly #finder: LineFinder;
  readonly #scale: TimeScale;
  readonly #bar: FilterBar;
  readonly #timeline: Timeline;
  readonly #list: LineList;
  readonly #path = element('div');
  readonly #details = element('div');
  readonly #status = element('p', { role: 'status', class: 'status' });
  readonly #number: (value: number) => string;
  #filter: LineFilter = everything;
  /** The last one is at the end. */
  #steps: readonly FilterStep[] = [];
  #position: number | null = null;
  /** Whether the filter lets that line through: without it, its details are not shown either. */
  #isListed = false;
  /** What was wanted, and the line whose details were shown, before one copy was followed. */
  #before: { readonly filter: LineFilter; readonly position: number | null } | null = null;

  constructor(root: HTMLElement, store: LineStore) {
    this.#root = root;
    this.#store = store;
    const { head, times, count } = store;
    const { texts } = head;
    this.#finder = new LineFinder(store, logPageLevels);
    this.#scale = new TimeScale(times, timelineParts);
    const format = new Intl.NumberFormat(head.language);
    this.#number = (value) => format.format(value);
    const hasDays = count > 0 && dayOf(times[0] ?? 0) !== dayOf(times[count - 1] ?? 0);
    const parts = { store, scale: this.#scale, texts, hasDays, number: this.#number };
    this.#bar = new FilterBar({ ...parts, changed: (change) => this.#change(change) });
    this.#timeline = new Timeline({ ...parts, chosen: (fromMs, untilMs) => this.#change({ fromMs, untilMs }) });
    this.#list = new LineList({
      ...parts,
      chosen: (position) => this.#choose(position),
      followed: (capture) => this.#follow(capture),
    });
    const made = filled(texts.made, `${dayOf(head.madeAtMs)} ${clockOf(head.madeAtMs)}`);
    const notes = [made, `Hub ${head.version}`, filled(texts.zone, zoneOf(head.madeAtMs)), ...(head.isCut ? [texts.cut] : [])];
    if (head.unreadable.length > 0)
      notes.push(filled(texts.damaged, head.unreadable.map(([file, count]) => `${file} ${this.#number(count)}`).join(', ')));
    root.replaceChildren(
      element('header', { class: 'title' }, mark(), element('h1', {}, texts.title), element('p', {}, notes.join(' · '))),
      this.#bar.root,
      element('div', { class: 'when' }, this.#timeline.root, this.#bar.times),
      this.#path,
      element('main', {}, this.#list.root),
      this.#details,
      element('footer', {}, this.#status, element('p', { class: 'keys' }, texts.keys)),
    );
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#show();
  }

  #change(change: Partial<LineFilter>): void {
    this.#filter = { ...this.#filter, ...change };
    if (this.#filter.capture === 0) this.#before = null;
    const step = stepKeys.find((keys) => keys.some((key) => Object.hasOwn(change, key)));
    if (step !== undefined) this.#steps = [...this.#steps.filter((other) => other !== step), step];
    this.#show();
  }

  /** What was chosen last of what is still chosen. */
  #lastStep(): FilterStep | undefined {
    return this.#steps.findLast((keys) => keys.some((key) => !isSame(this.#filter[key], everything[key])));
  }

  #show(): void {
    const startMs = performance.now();
    const { texts } = this.#store.head;
    const found = this.#finder.find(this.#filter, this.#scale);
    this.#bar.show(this.#filter, found.ofComponents);
    this.#timeline.show(found, this.#filter.fromMs, this.#filter.untilMs);
    this.#isListed = this.#position !== null && placeIn(found.positions, this.#position) !== -1;
    this.#showPath();
    this.#showDetails();
    const shown = filled(texts.shown, this.#number(found.positions.length)).replace('{all}', this.#number(this.#store.count));
    this.#status.textContent = soughtWords(this.#filter.text).isCut ? `${texts.searchCut} ${shown}` : shown;
    // After all that takes room from it: it is scrolled to its end.
    this.#list.show(found.positions, this.#position);
    performance.measure('filter', { start: startMs });
  }

  #showPath(): void {
    const { capture } = this.#filter;
    if (this.#path.dataset.capture === String(capture)) return;
    this.#path.dataset.capture = String(capture);
    this.#path.replaceChildren(
      ...(capture === 0
        ? []
        : [
            copyPath(
              this.#panelParts(() => this.#endPath()),
              capture,
            ),
          ]),
    );
  }

  #follow(capture: number): void {
    if (this.#filter.capture === capture) return;
    this.#before ??= { filter: this.#filter, position: this.#position };
    this.#filter = { ...everything, capture };
    this.#position = null;
    this.#show();
    this.#list.root.focus();
  }

  #endPath(): void {
    this.#filter = this.#before?.filter ?? { ...this.#filter, capture: 0 };
    this.#position = this.#before?.position ?? null;
    this.#before = null;
    this.#show();
    this.#list.root.focus();
  }

  #choose(position: number | null): void {
    [this.#position, this.#isListed] = [position, position !== null];
    this.#showDetails();
    this.#list.choose(position);
  }

  #showDetails(): void {
    const parts = this.#panelParts(() => this.#close());
    const isFollowed = this.#filter.capture !== 0;
    this.#details.replaceChildren(...(this.#position === null || !this.#isListed ? [] : [lineDetails(parts, this.#position, isFollowed)]));
  }

  #close(): void {
    this.#choose(null);
    this.#list.root.focus();
  }

  #panelParts(closed: () => void): Parameters<typeof lineDetails>[0] {
    return { store: this.#store, texts: this.#store.head.texts, followed: (capture) => this.#follow(capture), closed };
  }

  #key(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      this.#bar.focusSearch();
    }
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (isArrow && this.#bar.isSearching(event.target)) {
      event.preventDefault();
      this.#list.enter(event.key);
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // A browser of its own would empty the search, and say so later.
    event.preventDefault();
    if (this.#bar.isSearching(event.target) && this.#filter.text !== '') this.#change({ text: '' });
    else this.#back();
  }

  /** One step: whatever was shown last goes. */
  #back(): void {
    if (this.#isListed) this.#close();
    else if (this.#filter.capture !== 0) this.#endPath();
    else {
      const step = this.#lastStep();
      if (step === undefined) this.#list.root.focus();
      else this.#change(Object.fromEntries(step.map((key) => [key, everything[key]])));
    }
  }
}

async function open(): Promise<void> {
  const root = document.getElementById(logPageIds.root);
  if (root === null) return;
  tellState('loading');
  const { texts } = JSON.parse(document.getElementById(logPageIds.head)?.textContent ?? '');
  root.replaceChildren(element('p', { class: 'nothing', role: 'status' }, texts.loading));
  try {
    new LogPage(root, await unpackLines(document));
    tellState('ready');
  } catch {
    root.replaceChildren(
      element('p', { class: 'nothing', role: 'alert' }, typeof DecompressionStream === 'undefined' ? texts.unreadable : texts.failed),
    );
    tellState('failed');
  }
}

void open();
