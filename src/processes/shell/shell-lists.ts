/** What was copied before, as the window lists it: the history, what a search found, the fragment that is open, and the counters. */
import type { ListState, ShellState } from '../../domain/page-view.ts';
import type { Bridge } from './bridge.ts';
import { Refreshing } from './refreshing.ts';

export interface ShellListsParts {
  readonly bridge: Bridge;
  readonly state: () => ShellState;
  /** Shows what the user asked for, at once. */
  readonly set: (told: Partial<ShellState>) => void;
  /** Shows what copies changed; many of them come together. */
  readonly hear: (told: Partial<ShellState>) => void;
}

/** As many as a list shows at first. */
const pageLength = 30;
/** Each time that its end is come near to it is this many times as long: far down less often, since all of it is asked for anew. */
const lengthened = 1.5;
/** What is older is found by searching. */
const longestList = 5_000;
/** Of what was deleted: more are never in answers that are under way. */
const mostGone = 100;

export const noSearch: ShellState['search'] = { query: '', fragments: [], hasMore: false };

export class ShellLists implements Disposable {
  readonly #parts: ShellListsParts;
  readonly #refreshing = new Refreshing(() =>
    Promise.all([this.#refreshHistory(), this.#refreshSearch(), this.#refreshExpanded(), this.refreshCounters()]),
  );
  #lengths = { history: pageLength, search: pageLength };
  /** What is searched for: it is shown once something is known of it. */
  #query = '';
  /** Of the questions for what is found; the answer to the last one counts. */
  #searches = 0;
  /** The fragment that is to be seen whole. */
  #expanded: string | null = null;
  #gone: readonly string[] = [];

  constructor(parts: ShellListsParts) {
    this.#parts = parts;
  }

  /** Something moved: the lists and the counters are asked for in a moment. */
  moved(): void {
    this.#refreshing.moved();
  }

  /** Whether the window is there to be seen. */
  setShown(isShown: boolean): void {
    this.#refreshing.setShown(isShown);
  }

  /** Resolves when the lists are as they were at this call, or later. */
  refresh(): Promise<void> {
    return this.#refreshing.now();
  }

  /** A copy that was missed changes nothing but these. */
  async refreshCounters(): Promise<void> {
    const copies = await this.#parts.bridge.counters();
    if (copies !== null) this.#parts.hear({ copies: { captured: copies.captured, missed: copies.missed } });
  }

  /** A fragment was deleted, by whomever: it is shown no more from now on. */
  deleted(fragmentId: string): void {
    this.#gone = [...this.#gone, fragmentId].slice(-mostGone);
    if (this.#expanded === fragmentId) this.#expanded = null;
    const { history, search, expanded } = this.#parts.state();
    this.#parts.set({
      history: this.#stillThere(history),
      search: this.#stillThere(search),
      expanded: expanded?.id === fragmentId ? null : expanded,
    });
    this.moved();
  }

  async search(query: string): Promise<void> {
    if (query !== this.#query) this.#lengths.search = pageLength;
    this.#query = query;
    await this.#refreshSearch();
  }

  /** The end of the list that is shown is near. */
  async more(): Promise<void> {
    const state = this.#parts.state();
    const which = state.search.query === '' ? 'history' : 'search';
    if (!state[which].hasMore) return;
    const length = Math.ceil(Math.max(this.#lengths[which] * lengthened, this.#lengths[which] + pageLength));
    this.#lengths = { ...this.#lengths, [which]: Math.min(length, longestList) };
    await this.refresh();
  }

  /** The history is short again, and no fragment is open: another section begins at its top. */
  beginAnew(): void {
    this.#lengths.history = pageLength;
    this.#expanded = null;
  }

  /** Shows all of a fragment. False where it can't be had. */
  async expand(fragmentId: string | null): Promise<boolean> {
    this.#expanded = fragmentId;
    return this.#refreshExpanded();
  }

  async #refreshHistory(): Promise<void> {
    const history = await this.#parts.bridge.list('', this.#lengths.history);
    if (history !== null) this.#parts.hear({ history: this.#stillThere(history) });
  }

  async #refreshSearch(): Promise<void> {
    const query = this.#query;
    this.#searches += 1;
    const turn = this.#searches;
    if (query === '') return this.#parts.set({ search: noSearch });
    const found = await this.#parts.bridge.list(query, this.#lengths.search);
    if (turn === this.#searches) this.#parts.set({ search: this.#searched(query, found) });
  }

  /** Where nobody answers verbs are found all the same, and what was found before stays. */
  #searched(query: string, found: ListState | null): ShellState['search'] {
    if (found !== null) return { query, ...this.#stillThere(found) };
    const { search } = this.#parts.state();
    return search.query === query ? search : { ...noSearch, query };
  }

  async #refreshExpanded(): Promise<boolean> {
    const id = this.#expanded;
    if (id === null) {
      this.#parts.set({ expanded: null });
      return true;
    }
    const expanded = await this.#parts.bridge.one(id);
    if (expanded === 'gone') {
      this.deleted(id);
      return false;
    }
    // Another one may have been chosen meanwhile; and what was had before stays while nobody answers.
    if (id === this.#expanded && expanded !== null) this.#parts.set({ expanded });
    return expanded !== null;
  }

  /** An answer may have been under way when something of it was deleted. */
  #stillThere<List extends ListState>(list: List): List {
    return { ...list, fragments: list.fragments.filter(({ id }) => !this.#gone.includes(id)) };
  }

  [Symbol.dispose](): void {
    this.#refreshing[Symbol.dispose]();
  }
}
