/** Lists fragments page by page, with a cursor. A page costs the same at any position and for any number of fragments. For searches: search/search.ts. */
import type { JournalFragment } from '../../contract/journal.ts';
import type { JournalReader } from '../journal.ts';
import { isSoundId, wholeNumber } from '../row-values.ts';
import { fragmentsByState } from './counts.ts';
import { readFragment } from './fragments.ts';
import { countSelections, isSelected } from './selections.ts';

/** `before` and `after` are ids of fragments: only older or newer ones are listed. */
export interface FragmentQuery {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

/** `next`: the next page's `before` (or `after`, if only that was given); null on the last page. A page without fragments may also have one. */
export interface FragmentPage {
  readonly fragments: readonly JournalFragment[];
  readonly next: number | null;
}

/** The most damaged rows to skip for one page: about ten milliseconds. */
const mostPassedOver = 2_000;
/** A deleted or selected one, which is not read, takes a fifth of that. */
const passedUnread = 0.2;

/** A page of copies, newest first, without damaged ones and without what was only selected. With only `after`, these are the fragments nearest to it, otherwise the newest. */
export function pageOfFragments(journal: JournalReader, query: FragmentQuery, mayPassOver: number = mostPassedOver): FragmentPage {
  const { before, after } = query;
  const found: JournalFragment[] = [];
  const page = (next: number | null): FragmentPage => ({ fragments: isUpward(query) ? found.toReversed() : found, next });
  let passedOver = 0;
  let lookedAt: number | null = null;
  const rows = journal
    .statement(
      `SELECT id, state, ${isSelected} AS selected FROM fragments WHERE id > ? AND id < ? ORDER BY id ${isUpward(query) ? 'ASC' : 'DESC'}`,
    )
    .rows(after ?? 0, before ?? Number.MAX_SAFE_INTEGER);
  for (const row of rows) {
    const id = Number(row.id);
    if (lookedAt !== null && passedOver > mayPassOver) return page(lookedAt);
    const isUnread = row.state === 'deleted' || row.selected === 1;
    const fragment = isUnread ? null : readFragment(journal, id);
    if (fragment === null) passedOver += isUnread ? passedUnread : 1;
    else if (found.length >= query.limit) return page(found.at(-1)?.id ?? null);
    else found.push(fragment);
    lookedAt = id;
  }
  return page(null);
}

/** As many fragments as a page of this length can hold, however long that takes. Not for an event loop. */
export function listFragments(journal: JournalReader, query: FragmentQuery): readonly JournalFragment[] {
  return query.limit === 0 ? [] : pageOfFragments(journal, query, Number.POSITIVE_INFINITY).fragments;
}

/** How many copied fragments there are, and the lowest and highest id; null if there are none. */
export interface FragmentRange {
  readonly total: number;
  readonly oldest: number | null;
  readonly newest: number | null;
}

/** Reads only a few rows. */
export function fragmentRange(journal: JournalReader): FragmentRange {
  const sound = `SELECT id FROM fragments INDEXED BY fragments_shown WHERE state <> 'deleted' AND NOT ${isSelected} AND ${isSoundId('id')} ORDER BY id`;
  const end = (order: 'ASC' | 'DESC'): number | null => wholeNumber(journal.statement(`${sound} ${order} LIMIT 1`).get()?.id);
  const total = Object.values(fragmentsByState(journal)).reduce((sum, fragments) => sum + fragments, 0);
  return { total: Math.max(0, total - countSelections(journal, 'shown')), oldest: end('ASC'), newest: end('DESC') };
}

/** Whether a page begins at its oldest fragment, the nearest to its cursor. */
export function isUpward({ before, after }: FragmentQuery): boolean {
  return before === undefined && after !== undefined;
}
