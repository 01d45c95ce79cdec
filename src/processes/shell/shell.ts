/**
 * The shell's state, in one place: the latest data of the core, the supervisor and the settings host, and the user's choices. It notifies the page of
 * another view; the history is read by its lists (`shell-lists.ts`).
 */

import { tooLate, within } from '../../base/deadline.ts';
import { systemTimeZone } from '../../base/timestamp.ts';
import { askCatalog, askStatus } from '../../client/ask-pipes.ts';
import type { Bridge } from '../../client/bridge.ts';
import type { ComponentState } from '../../contract/components.ts';
import { mainFragment } from '../../contract/fragment-words.ts';
import type { PageNews } from '../../contract/page-rows/rows.ts';
import type { PageView } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import type { HubStatus } from '../../contract/supervisor.ts';
import { version } from '../../contract/version.ts';
import type { HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { hidesCopies } from '../../domain/capture/pause-time.ts';
import { isAddress } from '../../domain/conditions/absence.ts';
import { withSilentSupervisor } from '../../domain/conditions/silent-supervisor.ts';
import { listRow } from '../../domain/view/fragment-row.ts';
import { type InitialState, pageView, rowContext, type ShellState } from '../../domain/view/page-view.ts';
import { tryInstalledVersion } from '../../platform/installation.ts';
import type { Places } from '../../platform/locations.ts';
import { readPause } from '../pause-marks.ts';
import { Notices } from './notices/notices.ts';
import { RowChangesLog } from './row-changes.ts';
import { ShellLists } from './shell-lists.ts';
import { type PageSilence, ViewFeed } from './view-feed.ts';

export interface ShellKnowledgeParts {
  readonly places: Places;
  readonly bridge: Bridge;
  /** The page was answered, and sends no further request. */
  readonly silence: PageSilence;
  /** The user's earlier choices. */
  readonly initial: InitialState;
  readonly installedVersion?: () => Promise<string | null>;
}

const askWithinMs = 2_000;
/** The most of a text that is shown in full. */
const longestTextBytes = 1024 * 1024;
/** The supervisor's status changes without an event. */
const statusEveryMs = 5_000;
/** So often in a row there is no answer before that is said: a machine that is busy for a moment is none that hangs. */
const silentAfterAsks = 2;
/** While a component changes its state. */
const statusSoonMs = 500;

export class Shell implements Disposable {
  readonly feed: ViewFeed;
  readonly lists: ShellLists;
  readonly notices: Notices;
  readonly #parts: ShellKnowledgeParts;
  readonly #news = new RowChangesLog();
  #state: ShellState;
  #atWork = 0;
  #day = new Date().toDateString();
  #listeners: ((state: ShellState) => void)[] = [];
  readonly #status: NodeJS.Timeout;
  #statusSoon: NodeJS.Timeout | undefined;
  #isOver = false;
  #unanswered = 0;

  constructor(parts: ShellKnowledgeParts) {
    this.#parts = parts;
    this.#state = {
      snapshot: null,
      wholeText: null,
      connection: 'connecting',
      pause: readPause(parts.places),
      copies: { captured: 0, missed: 0 },
      recent: null,
      query: '',
      expanded: null,
      catalog: null,
      components: [],
      documents: {},
      applications: [],
      chooser: { isThere: false, openFor: null },
      autostart: null,
      notice: null,
      picker: null,
      shortcut: { keys: '', state: 'none', trigger: null },
      question: null,
      busy: false,
      ...parts.initial,
    };
    const { userHome } = parts.places;
    const context = () => ({ nowMs: Date.now(), timeZone: systemTimeZone(), userHome });
    this.feed = new ViewFeed((revision): PageView => pageView(this.#state, { revision, version, ...context() }), parts.silence);
    this.lists = new ShellLists({
      bridge: parts.bridge,
      state: () => this.#state,
      set: (told) => this.set(told),
      hear: (told) => this.#hear(told),
      rowMaker: () => {
        const ofNow = rowContext(this.#state, context());
        return (fragment) => listRow(fragment, ofNow);
      },
      changed: (row) => {
        this.feed.copiesChanged();
        this.#news.note({ row }, this.feed.revision);
      },
      gone: (fragmentId) => {
        this.feed.changed();
        this.#news.note({ gone: fragmentId }, this.feed.revision);
      },
      reset: () => this.#resetRows(),
    });
    this.notices = new Notices({
      show: (notice) => this.set({ notice }),
      isThere: async (fragmentId) => (await parts.bridge.fragment(fragmentId)).ok,
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

  /** Takes effect at once; the page and all listeners are notified. An equal value is not a change. */
  set(told: Partial<ShellState>): void {
    if (this.#take(told)) this.feed.changed();
  }

  /** The same for the effect of copies: several in a row reach the page together. */
  #hear(told: Partial<ShellState>): void {
    if (this.#take(told)) this.feed.copiesChanged();
  }

  #take(told: Partial<ShellState>): boolean {
    const change = whatDiffers(this.#state, told);
    if (Object.keys(change).length === 0) return false;
    const wasHidden = hidesCopies(this.#state.pause);
    this.#state = { ...this.#state, ...change };
    if (inEachRow.some((key) => key in change) || wasHidden !== hidesCopies(this.#state.pause)) {
      this.#resetRows();
      this.lists.rowsChanged();
    }
    for (const listener of this.#listeners) listener(this.#state);
    return true;
  }

  /** Whether the window is visible. */
  setShown(isShown: boolean): void {
    this.feed.setShown(isShown);
    this.lists.setShown(isShown);
  }

  /** The view once it has another revision than `after`, and the changes of lists since that one. */
  async newsAfter(after: number): Promise<PageNews> {
    const view = await this.feed.after(after);
    return { ...view, news: this.#news.between(after, view.revision) };
  }

  /** A fragment from the view, otherwise from the core. */
  async shownFragment(fragmentId: string): Promise<Fragment | null> {
    const { snapshot, expanded } = this.#state;
    const shown = [...(snapshot?.fragments ?? []), ...(expanded === null ? [] : [expanded])].find(({ id }) => id === fragmentId);
    if (shown !== undefined) return shown;
    const found = await this.#parts.bridge.fragment(fragmentId);
    return found.ok ? found.value : null;
  }

  #resetRows(): void {
    this.feed.changed();
    this.#news.reset(this.feed.revision);
  }

  onChanged(listener: (state: ShellState) => void): void {
    this.#listeners.push(listener);
  }

  /** Shows the result of a command: see `Notices`. */
  notify(...told: Parameters<Notices['notify']>): void {
    this.notices.notify(...told);
  }

  /** A fragment was added or changed. */
  async changed(fragment: Fragment): Promise<void> {
    this.lists.changed(fragment);
    await this.notices.changed(fragment.id);
  }

  /** The current clipboard content, together with whether Hub watches: a pause empties it, and should be shown as the reason at once. */
  follow(snapshot: HubWindowSnapshot): void {
    const { wholeText, snapshot: before } = this.#state;
    // Of another snapshot it would be told as what is on the clipboard. Another address may have taken its place, too.
    const copiedAddress = isAddress(snapshot) && !isAddress(before) ? (this.#state.copiedAddress ?? '') : '';
    const isSame = snapshot.fragments.some(({ id }) => id === wholeText?.id);
    this.#hear({ snapshot, copiedAddress, pause: readPause(this.#parts.places), wholeText: isSame ? wholeText : null });
    if (!isSame) void this.#askWhole(snapshot);
    this.lists.moved();
  }

  /** A snapshot has only the beginning of a long text. */
  async #askWhole({ fragments }: HubWindowSnapshot): Promise<void> {
    const cut = mainFragment(fragments);
    if (cut?.textTruncated !== true) return;
    const text = await this.#parts.bridge.text(cut.id, longestTextBytes);
    const isStillThere = this.#state.snapshot?.fragments.some(({ id }) => id === cut.id) === true;
    if (text.ok && isStillThere) this.#hear({ wholeText: { id: cut.id, text: text.value } });
  }

  /** Somebody paused or resumed capture. */
  captureChanged(): void {
    this.set({ pause: readPause(this.#parts.places) });
  }

  /** Components, WorkSpaces, whether capture is paused, and the counters: a missed copy may change nothing else. */
  async refreshStatus(): Promise<void> {
    const time = { timeoutMs: askWithinMs };
    const { places } = this.#parts;
    // A core that does not answer delays none of the rest.
    const counted = this.lists.refreshCounters();
    const [status, catalog, installed] = await Promise.all([askStatus(places, time), askCatalog(places, time), this.#installed()]);
    this.#unanswered = !status.ok && status.reason === 'no-answer' ? this.#unanswered + 1 : 0;
    const silence = this.#unanswered >= silentAfterAsks ? { components: withSilentSupervisor(this.#state.components) } : {};
    this.set({
      pause: readPause(places),
      ...(status.ok ? ofSupervisor(status.value) : silence),
      ...(catalog.ok ? { catalog: catalog.value.payload } : {}),
      ...(installed === tooLate ? {} : { installedVersion: installed }),
    });
    this.#lookAgainSoon();
    await counted;
  }

  #installed(): Promise<string | null | typeof tooLate> {
    return within(askWithinMs, (this.#parts.installedVersion ?? tryInstalledVersion)());
  }

  /** Another section begins at its top, with all rows collapsed. */
  show(section: ShellState['section']): void {
    if (section === this.#state.section) return;
    this.lists.beginAnew();
    // Until the counts are read they are zero.
    const { copies, seenMissed: seen } = this.#state;
    this.set({ section, expanded: null, seenMissed: section === 'diagnostics' ? Math.max(seen, copies.missed) : seen });
    if (section === 'diagnostics') this.lists.moved();
  }

  /** Shows that something is in progress for as long as it is. */
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

  /** After midnight, today's copies are yesterday's. */
  #lookAtDay(): void {
    const day = new Date().toDateString();
    if (day === this.#day) return;
    this.#day = day;
    this.#resetRows();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearInterval(this.#status);
    clearTimeout(this.#statusSoon);
    this.lists[Symbol.dispose]();
    this.feed.close();
  }
}

/** What all rows depend on, besides their fragments. */
const inEachRow: readonly (keyof ShellState)[] = ['workspacePath', 'minTextChars', 'language', 'programs'];

const onTheWay: ReadonlySet<ComponentState> = new Set(['starting', 'backoff', 'stopping']);

/** Without the uptime, which changes all the time and is not shown. */
function ofSupervisor({ workspace, components, ports }: HubStatus): Partial<ShellState> {
  return { workspacePath: workspace, components: components.map((status) => ({ ...status, uptimeSeconds: null })), ports };
}

/** Compared by value, because answers are always new objects. None of them grows with the number of copies. */
function whatDiffers(state: ShellState, changed: Partial<ShellState>): Partial<ShellState> {
  const entries = Object.entries(changed) as [keyof ShellState, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => JSON.stringify(state[key]) !== JSON.stringify(value)));
}
