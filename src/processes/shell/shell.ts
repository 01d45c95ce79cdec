/**
 * The shell's knowledge, in one place: what it was told last by the core, the supervisor and the settings host, and what the user chose. It
 * asks anew when something moved, and tells the page that there is another view.
 */
import { lstatSync } from 'node:fs';
import { askCatalog, askStatus } from '../../client/ask-pipes.ts';
import type { Notice, PageView } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { version } from '../../contract/version.ts';
import type { HubWindowSnapshot } from '../../contract/window.ts';
import { type ListState, pageView, type ShellState } from '../../domain/page-view.ts';
import type { Places } from '../../platform/locations.ts';
import type { Bridge } from './bridge.ts';
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

/** As many as a list shows at first. */
const pageLength = 30;
/** Each time that its end is come near to it is this many times as long: far down less often, since all of it is asked for anew. */
const lengthened = 1.5;
/** What is older is found by searching. */
const longestList = 5_000;
/** What many copies in a row change is asked for once they pause, and now and then while they do not. */
const refreshAfterMs = 80;
const refreshAtLatestMs = { shown: 500, hidden: 3_000 } as const;
const askWithinMs = 2_000;
/** Of what was deleted: more are never in answers that are under way. */
const mostGone = 100;
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
  /** The fragment that is to be seen whole. */
  #expanded: string | null = null;
  /** Of the questions for what is found; the answer to the last one counts. */
  #searches = 0;
  #refresh: NodeJS.Timeout | undefined;
  /** The first move that the lists do not show yet. */
  #movedAtMs: number | null = null;
  #isShown = true;
  #gone: readonly string[] = [];
  /** The lists being asked for, and whether something moved since. */
  #asking: Promise<void> | null = null;
  #movedSince = false;
  #atWork = 0;
  #day = new Date().toDateString();
  #listeners: ((state: ShellState) => void)[] = [];
  readonly #status: NodeJS.Timeout;

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
    this.#isShown = isShown;
    this.feed.setShown(isShown);
    if (isShown && this.#movedAtMs !== null) void this.refreshLists();
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
    this.moved();
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

  /** Something moved: the lists and the counters are asked for in a moment. */
  moved(): void {
    const nowMs = performance.now();
    this.#movedAtMs ??= nowMs;
    const latestMs = this.#movedAtMs + refreshAtLatestMs[this.#isShown ? 'shown' : 'hidden'];
    clearTimeout(this.#refresh);
    this.#refresh = setTimeout(() => void this.refreshLists(), Math.min(refreshAfterMs, Math.max(0, latestMs - nowMs)));
  }

  /** A fragment was deleted, by whomever: it is shown no more from now on. */
  deleted(fragmentId: string): void {
    this.#gone = [...this.#gone, fragmentId].slice(-mostGone);
    if (this.#expanded === fragmentId) this.#expanded = null;
    const { history, search, expanded } = this.#state;
    this.set({
      history: this.#stillThere(history),
      search: this.#stillThere(search),
      expanded: expanded?.id === fragmentId ? null : expanded,
    });
    this.moved();
  }

  /** An answer may have been under way when something of it was deleted. */
  #stillThere<List extends ListState>(list: List): List {
    return { ...list, fragments: list.fragments.filter(({ id }) => !this.#gone.includes(id)) };
  }

  /** Resolves when the lists are as they were at this call, or later. One question at a time: an answer never comes behind a later one. */
  refreshLists(): Promise<void> {
    clearTimeout(this.#refresh);
    this.#movedAtMs = null;
    this.#movedSince = true;
    this.#asking ??= this.#askUntilStill();
    return this.#asking;
  }

  async #askUntilStill(): Promise<void> {
    while (this.#movedSince) {
      this.#movedSince = false;
      await Promise.all([this.#refreshHistory(), this.#refreshSearch(), this.#refreshExpanded(), this.#refreshCounters()]);
    }
    // In the same run of code as the last look: what moves from here on is asked for by another one.
    this.#asking = null;
  }

  async #refreshHistory(): Promise<void> {
    const history = await this.#parts.bridge.list('', this.#lengths.history);
    if (history !== null) this.#hear({ history: this.#stillThere(history) });
  }

  async #refreshSearch(): Promise<void> {
    const query = this.#query;
    this.#searches += 1;
    const turn = this.#searches;
    if (query === '') return this.set({ search: noSearch });
    const found = await this.#parts.bridge.list(query, this.#lengths.search);
    if (turn === this.#searches) this.set({ search: this.#searched(query, found) });
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
    this.set(changed);
    await counted;
  }

  async #refreshCounters(): Promise<void> {
    const copies = await this.#parts.bridge.counters();
    if (copies !== null) this.#hear({ copies: { captured: copies.captured, missed: copies.missed } });
  }

  async search(query: string): Promise<void> {
    if (query !== this.#query) this.#lengths.search = pageLength;
    this.#query = query;
    await this.#refreshSearch();
  }

  /** Where nobody answers verbs are found all the same, and what was found before stays. */
  #searched(query: string, found: ListState | null): ShellState['search'] {
    if (found !== null) return { query, ...this.#stillThere(found) };
    return this.#state.search.query === query ? this.#state.search : { ...noSearch, query };
  }

  /** The end of the list that is shown is near. */
  async more(): Promise<void> {
    const which = this.#state.search.query === '' ? 'history' : 'search';
    if (!this.#state[which].hasMore) return;
    const length = Math.ceil(Math.max(this.#lengths[which] * lengthened, this.#lengths[which] + pageLength));
    this.#lengths = { ...this.#lengths, [which]: Math.min(length, longestList) };
    await this.refreshLists();
  }

  /** Another section begins at its top, with all rows closed. */
  show(section: ShellState['section']): void {
    if (section === this.#state.section) return;
    this.#lengths.history = pageLength;
    this.#expanded = null;
    this.set({ section, expanded: null });
  }

  /** Shows all of a fragment. False where it can't be had. */
  async expand(fragmentId: string | null): Promise<boolean> {
    this.#expanded = fragmentId;
    return this.#refreshExpanded();
  }

  async #refreshExpanded(): Promise<boolean> {
    const id = this.#expanded;
    if (id === null) {
      this.set({ expanded: null });
      return true;
    }
    const expanded = await this.#parts.bridge.one(id);
    if (expanded === 'gone') {
      this.deleted(id);
      return false;
    }
    // Another one may have been chosen meanwhile; and what was had before stays while nobody answers.
    if (id === this.#expanded && expanded !== null) this.set({ expanded });
    return expanded !== null;
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

  /** What was copied today was copied yesterday from midnight on. */
  #lookAtDay(): void {
    const day = new Date().toDateString();
    if (day === this.#day) return;
    this.#day = day;
    this.feed.changed();
  }

  [Symbol.dispose](): void {
    this.#movedSince = false;
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

/** By what they say, since all of it comes anew out of answers. */
function whatDiffers(state: ShellState, changed: Partial<ShellState>): Partial<ShellState> {
  const entries = Object.entries(changed) as [keyof ShellState, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => JSON.stringify(state[key]) !== JSON.stringify(value)));
}
