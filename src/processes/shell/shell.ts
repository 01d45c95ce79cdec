/**
 * The shell's knowledge, in one place: what it was told last by the core, the supervisor and the settings host, and what the user chose. It
 * tells the page that there is another view; what was copied before is asked for by its lists (`shell-lists.ts`).
 */
import { lstatSync } from 'node:fs';
import { askCatalog, askStatus } from '../../client/ask-pipes.ts';
import type { ComponentState } from '../../contract/components.ts';
import type { Notice, PageView } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { version } from '../../contract/version.ts';
import type { HubWindowSnapshot } from '../../contract/window.ts';
import { pageView, type ShellState } from '../../domain/page-view.ts';
import type { Places } from '../../platform/locations.ts';
import type { Bridge } from './bridge.ts';
import { noSearch, ShellLists } from './shell-lists.ts';
import { ViewFeed } from './view-feed.ts';

export interface ShellKnowledgeParts {
  readonly places: Places;
  readonly bridge: Bridge;
  /** The page was answered, and asks nothing more. */
  readonly silent: () => void;
  /** What the user had chosen before. */
  readonly initial: Pick<
    ShellState,
    'section' | 'panel' | 'railIsOpen' | 'themeChoice' | 'theme' | 'savePolicy' | 'minTextChars' | 'profile'
  > & {
    readonly workspacePath: string;
  };
}

const askWithinMs = 2_000;
/** What the supervisor knows changes without a word to us. */
const statusEveryMs = 5_000;
/** While a component is on its way to another state. */
const statusSoonMs = 500;

export class Shell implements Disposable {
  readonly feed: ViewFeed;
  readonly lists: ShellLists;
  readonly #parts: ShellKnowledgeParts;
  #state: ShellState;
  #lastNotice = 0;
  #atWork = 0;
  #day = new Date().toDateString();
  #listeners: ((state: ShellState) => void)[] = [];
  readonly #status: NodeJS.Timeout;
  #statusSoon: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(parts: ShellKnowledgeParts) {
    this.#parts = parts;
    this.#state = {
      snapshot: null,
      wholeText: null,
      connection: 'connecting',
      isPaused: isPaused(parts.places),
      copies: { captured: 0, missed: 0 },
      history: { fragments: [], hasMore: false },
      search: noSearch,
      expanded: null,
      catalog: null,
      components: [],
      notice: null,
      busy: false,
      ...parts.initial,
    };
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { userHome } = parts.places;
    this.feed = new ViewFeed(
      (revision): PageView => pageView(this.#state, { revision, nowMs: Date.now(), timeZone, userHome, version }),
      parts.silent,
    );
    this.lists = new ShellLists({
      bridge: parts.bridge,
      state: () => this.#state,
      set: (told) => this.set(told),
      hear: (told) => this.#hear(told),
    });
    this.#status = setInterval(() => {
      this.#lookAtDay();
      void this.refreshStatus();
    }, statusEveryMs);
    this.#status.unref();
  }

  get state(): ShellState {
    return this.#state;
  }

  /** Takes effect at once; the page, and whoever listens, hear of it. What is told again and is the same is no change. */
  set(told: Partial<ShellState>): void {
    if (this.#take(told)) this.feed.changed();
  }

  /** The same for what copies change: many of them in a row come to the page together. */
  #hear(told: Partial<ShellState>): void {
    if (this.#take(told)) this.feed.copiesChanged();
  }

  #take(told: Partial<ShellState>): boolean {
    const change = whatDiffers(this.#state, told);
    if (Object.keys(change).length === 0) return false;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener(this.#state);
    return true;
  }

  /** Whether the window is there to be seen. */
  setShown(isShown: boolean): void {
    this.feed.setShown(isShown);
    this.lists.setShown(isShown);
  }

  /** A fragment that the view has somewhere, as it has it. */
  shownFragment(fragmentId: string): Fragment | undefined {
    const { snapshot, expanded, search, history } = this.#state;
    const lists = [snapshot?.fragments ?? [], expanded === null ? [] : [expanded], search.fragments, history.fragments];
    return lists.flat().find(({ id }) => id === fragmentId);
  }

  onChanged(listener: (state: ShellState) => void): void {
    this.#listeners.push(listener);
  }

  notify(intent: Notice['intent'], text: string): void {
    this.#lastNotice += 1;
    this.set({ notice: { id: this.#lastNotice, intent, text } });
  }

  /** What is on the clipboard now. With it goes whether anybody looks: a pause empties it, and is to be seen as the reason at once. */
  follow(snapshot: HubWindowSnapshot): void {
    const { wholeText } = this.#state;
    const isSame = snapshot.fragments.some(({ id }) => id === wholeText?.id);
    this.#hear({ snapshot, isPaused: isPaused(this.#parts.places), wholeText: isSame ? wholeText : null });
    if (!isSame) void this.#askWhole(snapshot);
    this.lists.moved();
  }

  /** A snapshot has the beginning of a long text. */
  async #askWhole({ fragments }: HubWindowSnapshot): Promise<void> {
    const cut = fragments.find(({ kind }) => kind === 'text');
    if (cut?.textTruncated !== true) return;
    const text = await this.#parts.bridge.text(cut.id);
    const isStillThere = this.#state.snapshot?.fragments.some(({ id }) => id === cut.id) === true;
    if (text !== null && isStillThere) this.#hear({ wholeText: { id: cut.id, text } });
  }

  /** Somebody paused capture, or let it go on. */
  captureChanged(): void {
    this.set({ isPaused: isPaused(this.#parts.places) });
  }

  /** Components, WorkSpaces, whether capture is paused, and the counters: a copy that was missed may change nothing else. */
  async refreshStatus(): Promise<void> {
    const time = { timeoutMs: askWithinMs };
    const { places } = this.#parts;
    // A core that does not answer holds up none of the rest.
    const counted = this.lists.refreshCounters();
    const [status, catalog] = await Promise.all([askStatus(places, time), askCatalog(places, time)]);
    const changed: Partial<ShellState> = {
      isPaused: isPaused(places),
      ...(status.ok ? { workspacePath: status.value.workspace, components: status.value.components.map(withoutUptime) } : {}),
      ...(catalog.ok ? { catalog: catalog.value.payload } : {}),
    };
    this.set(changed);
    this.#lookAgainSoon();
    await counted;
  }

  /** Another section begins at its top, with all rows closed. */
  show(section: ShellState['section']): void {
    if (section === this.#state.section) return;
    this.lists.beginAnew();
    this.set({ section, expanded: null });
  }

  /** Says that something is being done for as long as it is. */
  async during<Value>(work: Promise<Value>): Promise<Value> {
    this.#atWork += 1;
    this.set({ busy: true });
    try {
      return await work;
    } finally {
      this.#atWork -= 1;
      this.set({ busy: this.#atWork > 0 });
    }
  }

  #lookAgainSoon(): void {
    clearTimeout(this.#statusSoon);
    if (this.#isOver || !this.#state.components.some(({ state }) => onTheWay.has(state))) return;
    this.#statusSoon = setTimeout(() => void this.refreshStatus(), statusSoonMs).unref();
  }

  /** What was copied today was copied yesterday from midnight on. */
  #lookAtDay(): void {
    const day = new Date().toDateString();
    if (day === this.#day) return;
    this.#day = day;
    this.feed.changed();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearInterval(this.#status);
    clearTimeout(this.#statusSoon);
    this.lists[Symbol.dispose]();
    this.feed.close();
  }
}

const onTheWay: ReadonlySet<ComponentState> = new Set(['starting', 'backoff', 'stopping']);

/** In doubt it is: nothing is to look as if it were watched that is not. */
function isPaused({ capturePaused }: Places): boolean {
  try {
    return lstatSync(capturePaused, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** It changes all the time, and the page does not show it. */
function withoutUptime<Status extends { readonly uptimeSeconds: number | null }>(status: Status): Status {
  return { ...status, uptimeSeconds: null };
}

/** By what they say, since all of it comes anew out of answers. */
function whatDiffers(state: ShellState, changed: Partial<ShellState>): Partial<ShellState> {
  const entries = Object.entries(changed) as [keyof ShellState, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => JSON.stringify(state[key]) !== JSON.stringify(value)));
}
