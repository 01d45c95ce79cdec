/**
 * The shell's knowledge, in one place: what it was told last by the core, the supervisor and the settings host, and what the user chose. It
 * asks anew when something moved, and tells the page that there is another view.
 */
import { lstatSync } from 'node:fs';
import { askCatalog, askStatus } from '../../client/ask-pipes.ts';
import type { Notice, PageView } from '../../contract/shell-page.ts';
import { version } from '../../contract/version.ts';
import type { HubWindowSnapshot } from '../../contract/window.ts';
import { type ListState, pageView, type ShellState } from '../../domain/page-view.ts';
import type { Places } from '../../platform/locations.ts';
import type { Bridge } from './bridge.ts';
import { ViewFeed } from './view-feed.ts';

export interface ShellKnowledgeParts {
  readonly places: Places;
  readonly bridge: Bridge;
  /** What the user had chosen before. */
  readonly initial: Pick<
    ShellState,
    'section' | 'panel' | 'railIsOpen' | 'themeChoice' | 'theme' | 'savePolicy' | 'minTextChars' | 'profile'
  > & {
    readonly workspacePath: string;
  };
}

/** As many as a list shows at first, and as many more each time. */
const pageLength = 30;
/** What many copies in a row change is asked for once. */
const refreshAfterMs = 80;
const askWithinMs = 2_000;
/** What the supervisor knows changes without a word to us. */
const statusEveryMs = 5_000;

export class Shell implements Disposable {
  readonly feed: ViewFeed;
  readonly #parts: ShellKnowledgeParts;
  #state: ShellState;
  #lastNotice = 0;
  #lengths = { history: pageLength, search: pageLength };
  /** What is searched for: it is shown once something is known of it. */
  #query = '';
  #refresh: NodeJS.Timeout | undefined;
  #listeners: ((state: ShellState) => void)[] = [];
  readonly #status: NodeJS.Timeout;

  constructor(parts: ShellKnowledgeParts) {
    this.#parts = parts;
    this.#state = {
      snapshot: null,
      connection: 'connecting',
      isPaused: isPaused(parts.places),
      copies: { captured: 0, missed: 0 },
      history: { fragments: [], hasMore: false },
      search: noSearch,
      catalog: null,
      components: [],
      notice: null,
      busy: false,
      ...parts.initial,
    };
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { userHome } = parts.places;
    this.feed = new ViewFeed((revision): PageView => pageView(this.#state, { revision, nowMs: Date.now(), timeZone, userHome, version }));
    this.#status = setInterval(() => void this.refreshStatus(), statusEveryMs);
    this.#status.unref();
  }

  get state(): ShellState {
    return this.#state;
  }

  /** Takes effect at once; the page, and whoever listens, hear of it. */
  set(change: Partial<ShellState>): void {
    const changes = Object.entries(change) as [keyof ShellState, unknown][];
    if (changes.every(([key, value]) => this.#state[key] === value)) return;
    this.#state = { ...this.#state, ...change };
    this.feed.changed();
    for (const listener of this.#listeners) listener(this.#state);
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
    this.set({ snapshot, isPaused: isPaused(this.#parts.places) });
    this.moved();
  }

  /** Somebody paused capture, or let it go on. */
  captureChanged(): void {
    this.set({ isPaused: isPaused(this.#parts.places) });
  }

  /** Something moved: the lists and the counters are asked for in a moment. */
  moved(): void {
    this.#refresh ??= setTimeout(() => {
      this.#refresh = undefined;
      void this.refreshLists();
    }, refreshAfterMs);
  }

  async refreshLists(): Promise<void> {
    const query = this.#query;
    const [history, found] = await Promise.all([
      this.#parts.bridge.list('', this.#lengths.history),
      query === '' ? null : this.#parts.bridge.list(query, this.#lengths.search),
      this.#refreshCounters(),
    ]);
    this.set({
      ...(history === null ? {} : { history }),
      // What was typed meanwhile has another answer.
      ...(query === this.#query && query !== '' ? { search: this.#searched(query, found) } : {}),
    });
  }

  /** Components, WorkSpaces, whether capture is paused, and the counters: a copy that was missed may change nothing else. */
  async refreshStatus(): Promise<void> {
    const time = { timeoutMs: askWithinMs };
    const { places } = this.#parts;
    // A core that does not answer holds up none of the rest.
    const counted = this.#refreshCounters();
    const [status, catalog] = await Promise.all([askStatus(places, time), askCatalog(places, time)]);
    const changed: Partial<ShellState> = {
      isPaused: isPaused(places),
      ...(status.ok ? { workspacePath: status.value.workspace, components: status.value.components.map(withoutUptime) } : {}),
      ...(catalog.ok ? { catalog: catalog.value.payload } : {}),
    };
    this.set(whatDiffers(this.#state, changed));
    await counted;
  }

  async #refreshCounters(): Promise<void> {
    const copies = await this.#parts.bridge.counters();
    if (copies !== null) this.set(whatDiffers(this.#state, { copies: { captured: copies.captured, missed: copies.missed } }));
  }

  async search(query: string): Promise<void> {
    if (query !== this.#query) this.#lengths.search = pageLength;
    this.#query = query;
    if (query === '') this.set({ search: noSearch });
    else await this.refreshLists();
  }

  /** Where nobody answers verbs are found all the same, and what was found before stays. */
  #searched(query: string, found: ListState | null): ShellState['search'] {
    if (found !== null) return { query, ...found };
    return this.#state.search.query === query ? this.#state.search : { ...noSearch, query };
  }

  async more(): Promise<void> {
    const which = this.#state.search.query === '' ? 'history' : 'search';
    if (!this.#state[which].hasMore) return;
    this.#lengths = { ...this.#lengths, [which]: this.#lengths[which] + pageLength };
    await this.refreshLists();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#status);
    clearTimeout(this.#refresh);
    this.feed.close();
  }
}

const noSearch: ShellState['search'] = { query: '', fragments: [], hasMore: false };

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

/** What was asked for again and is the same is no change. */
function whatDiffers(state: ShellState, changed: Partial<ShellState>): Partial<ShellState> {
  const entries = Object.entries(changed) as [keyof ShellState, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => JSON.stringify(state[key]) !== JSON.stringify(value)));
}
