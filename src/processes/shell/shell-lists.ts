/**
 * The history as the window gets it: rows by cursor, changes of fragments, the expanded fragment, and the counters. It keeps no lists, except what
 * conditions need of the newest fragments.
 */
import type { Bridge } from '../../client/bridge.ts';
import type { RowsAnswer, RowsQuery } from '../../contract/page-rows/rows.ts';
import type { FragmentRow } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { hidesCopies } from '../../domain/capture/pause-time.ts';
import { seenMissed } from '../../domain/view/diagnostics/missed-copies.ts';
import type { RecentFragment, ShellState } from '../../domain/view/page-view.ts';
import { readRows } from './read-rows.ts';
import { RefreshTimer } from './refresh-timer.ts';

export interface ShellListsParts {
  readonly bridge: Bridge;
  readonly state: () => ShellState;
  /** Shows the result of a user's action, at once. */
  readonly set: (told: Partial<ShellState>) => void;
  /** Shows the effect of copies, several of them together. */
  readonly hear: (told: Partial<ShellState>) => void;
  /** Makes the rows of one answer, all of this moment: the time zone takes as long to find out as a row to make. */
  readonly rowMaker: () => (fragment: Fragment) => FragmentRow;
  readonly changed: (row: FragmentRow) => void;
  readonly gone: (fragmentId: string) => void;
  /** The changes of lists are unknown. */
  readonly reset: () => void;
}

/** The number of newest fragments that are kept. Conditions look for the last one that should have been saved. */
const mostRecent = 30;
/** With fewer of them, more are requested. */
const fewRecent = 10;

/** In private mode the page gets no copy at all, whatever part of a list it asks for. */
const noRows: RowsAnswer = { rows: [], from: 0, to: null, total: 0 };

const valuesLastMs = 30_000;

export class ShellLists implements Disposable {
  readonly #parts: ShellListsParts;
  readonly #refreshing = new RefreshTimer(() => Promise.all([this.#refreshExpanded(), this.refreshCounters(), this.#refreshRecent()]));
  /** The fragment that is expanded. */
  #expanded: string | null = null;
  #isExpandedOld = false;
  #isRecentOld = true;
  /** Counts changes of fragments: an answer to an earlier request does not count. */
  #turns = 0;
  /** The search whose rows are read, and what aborts them when there is another one. */
  #search = { query: '', end: new AbortController() };

  /** The changes of fragments and the time as of which the values are known. */
  #valuesAsOf = { turns: -1, atMs: 0 };

  constructor(parts: ShellListsParts) {
    this.#parts = parts;
  }

  /** Something changed: the counters are requested in a moment. */
  moved(): void {
    this.#refreshing.moved();
  }

  /** Whether the window is visible. */
  setShown(isShown: boolean): void {
    this.#refreshing.setShown(isShown);
  }

  /** Resolves when everything that the page does not read itself is as it was at this call, or later. */
  refresh(): Promise<void> {
    this.#isExpandedOld = true;
    return this.#refreshing.now();
  }

  /** A missed copy changes only these. */
  async refreshCounters(): Promise<void> {
    await Promise.all([this.#refreshCopies(), this.#refreshQueues()]);
  }

  /** Only Diagnostics shows how much waits. Of a core that does not answer that is not known, rather than as it was. */
  async #refreshQueues(): Promise<void> {
    if (this.#parts.state().section !== 'diagnostics') return;
    const queues = await this.#parts.bridge.queues();
    this.#parts.hear({ queues: queues.ok ? queues.value : null });
  }

  async #refreshCopies(): Promise<void> {
    const copies = await this.#parts.bridge.counters();
    if (!copies.ok) return;
    const { captured, missed, gone } = copies.value;
    const { dismissed, ...known } = await this.#missed(missed, gone);
    const { seenMissed: seen, section } = this.#parts.state();
    this.#parts.hear({
      copies: { captured, missed, gone },
      ...known,
      seenMissed: seenMissed({ missed, seen: Math.max(seen, dismissed), section }),
    });
  }

  /** What is known about missed copies is asked for while some are new or Diagnostics shows them, and what it shows is dismissed for everybody. */
  async #missed(count: number, gone: number): Promise<{ readonly dismissed: number } & Pick<ShellState, 'lastMissed'>> {
    const { seenMissed: seen, section } = this.#parts.state();
    const isShown = section === 'diagnostics';
    if (!(isShown ? count + gone > 0 : count > seen)) return { dismissed: 0 };
    const answer = await this.#parts.bridge.missed();
    if (!answer.ok) return { dismissed: 0 };
    const { missed, dismissed, items } = answer.value;
    if (isShown && dismissed < missed) await this.#parts.bridge.dismissMissed();
    return { dismissed, lastMissed: items };
  }

  /** A fragment was added or changed. */
  changed(fragment: Fragment): void {
    this.#turns += 1;
    const row = this.#parts.rowMaker()(fragment);
    if (!row.isSelected) this.#parts.hear({ recent: withRecent(this.#parts.state().recent, recentOf(fragment, row)) });
    if (!hidesCopies(this.#parts.state().pause)) this.#parts.changed(row);
    this.#isExpandedOld ||= fragment.id === this.#expanded;
    this.moved();
  }

  /** A fragment was deleted, by whichever process: it is not shown from now on. */
  deleted(fragmentId: string): void {
    this.#turns += 1;
    if (this.#expanded === fragmentId) this.#expanded = null;
    const { recent, expanded } = this.#parts.state();
    const left = recent?.filter(({ id }) => id !== fragmentId) ?? null;
    this.#isRecentOld ||= left !== null && left.length < fewRecent;
    this.#parts.gone(fragmentId);
    this.#parts.set({ recent: left, expanded: expanded?.id === fragmentId ? null : expanded });
    this.moved();
  }

  /** Fragments may have been added, changed or deleted without an event. */
  missed(): void {
    this.#turns += 1;
    this.#isRecentOld = true;
    this.#isExpandedOld = true;
    this.#parts.reset();
    this.moved();
  }

  /** Whatever each row depends on has changed. */
  rowsChanged(): void {
    this.#turns += 1;
    this.#isRecentOld = true;
    this.moved();
  }

  /**
   * A part of a list as it is now; null where the core does not answer, and for another search than the present one. In the picker a search begins with
   * its first rows, so that they need no other message before.
   */
  async rows(query: RowsQuery): Promise<RowsAnswer | null> {
    if (hidesCopies(this.#parts.state().pause)) return noRows;
    if (query.q !== '' && this.#parts.state().picker !== null) this.#begin(query.q);
    if (query.q !== '' && query.q !== this.#search.query) return null;
    const span = await readRows(this.#parts.bridge, query, query.q === '' ? undefined : this.#search.end.signal);
    if (hidesCopies(this.#parts.state().pause)) return noRows;
    if (span === null) return null;
    const { fragments, first, ...where } = span;
    const rowOf = this.#parts.rowMaker();
    return { rows: fragments.map(rowOf), ...where, ...(first.length > 0 && { first: first.map(rowOf) }) };
  }

  /** The picker tells a search for its conditions and mistakes, later than it asks for rows. */
  search(query: string): void {
    if (this.#parts.state().picker === null) this.#begin(query);
    this.#parts.set({ query });
    if (query.includes(':')) void this.#learnValues();
  }

  /** What is still asked for another search ends: each costs the core what the next one waits for. */
  #begin(query: string): void {
    if (query === this.#search.query) return;
    this.#search.end.abort();
    this.#search = { query, end: new AbortController() };
  }

  /** For the conditions of a search: as of the last change, which may have brought a tag or an application; deletions are noticed once in a while. */
  async #learnValues(): Promise<void> {
    const before = this.#valuesAsOf;
    if (before.turns === this.#turns && performance.now() < before.atMs + valuesLastMs) return;
    this.#valuesAsOf = { turns: this.#turns, atMs: performance.now() };
    const values = await this.#parts.bridge.searchValues();
    if (!values.ok) {
      this.#valuesAsOf = before;
      return;
    }
    const { types: type, groups: group, apps: app, tags: tag, recentApps } = values.value;
    this.#parts.set({ searchValues: { type, group, app, tag }, recentApps });
  }

  /** No fragment is expanded. */
  beginAnew(): void {
    this.#expanded = null;
  }

  /** Expands a fragment. False if it is not available. */
  async expand(fragmentId: string | null): Promise<boolean> {
    this.#expanded = fragmentId;
    this.#isExpandedOld = true;
    return this.#refreshExpanded();
  }

  async #refreshRecent(): Promise<void> {
    if (!this.#isRecentOld) return;
    this.#isRecentOld = false;
    const turn = this.#turns;
    const page = await this.#parts.bridge.fragments({ limit: mostRecent });
    this.#isRecentOld ||= !page.ok || turn !== this.#turns;
    if (!page.ok || turn !== this.#turns) return;
    const rowOf = this.#parts.rowMaker();
    this.#parts.hear({ recent: page.value.items.map((fragment) => recentOf(fragment, rowOf(fragment))) });
  }

  async #refreshExpanded(): Promise<boolean> {
    const id = this.#expanded;
    if (id === null) {
      this.#parts.set({ expanded: null });
      return true;
    }
    if (!this.#isExpandedOld) return true;
    this.#isExpandedOld = false;
    const expanded = await this.#parts.bridge.fragment(id);
    if (!expanded.ok && expanded.reason === 'refused' && expanded.status === 404) {
      this.deleted(id);
      return false;
    }
    this.#isExpandedOld ||= !expanded.ok;
    // Another one may have been expanded meanwhile; if the core does not answer, the earlier data stay.
    if (id === this.#expanded && expanded.ok) this.#parts.set({ expanded: expanded.value });
    return expanded.ok;
  }

  [Symbol.dispose](): void {
    this.#refreshing[Symbol.dispose]();
  }
}

function recentOf({ id, state, reason, source }: Fragment, { title, badge, canCopy, program }: FragmentRow): RecentFragment {
  const app = source.app.name ?? '';
  return { id, state, reason, title, badge, canCopy, from: { app, title: program?.name ?? app } };
}

/** Updates or inserts that fragment, if it is one of the newest. */
function withRecent(recent: readonly RecentFragment[] | null, fragment: RecentFragment): readonly RecentFragment[] | null {
  if (recent === null) return null;
  const others = recent.filter(({ id }) => id !== fragment.id);
  const oldest = others.at(-1);
  if (others.length === recent.length && oldest !== undefined && Number(fragment.id) < Number(oldest.id)) return recent;
  const place = others.findIndex(({ id }) => Number(id) < Number(fragment.id));
  return others.toSpliced(place === -1 ? others.length : place, 0, fragment).slice(0, mostRecent);
}
