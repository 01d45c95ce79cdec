/**
 * Lists fragments page by page, with a cursor. A page costs the same at any position and for any number of fragments, except in a search (search-candidates.ts).
 * Fragments are read in the order of an index. Conditions without an index are checked row by row, and a page ends early if that takes too long.
 */
import type { JournalFragment } from '../../contract/journal.ts';
import type { JournalReader } from '../journal.ts';
import { isSoundId, wholeNumber } from '../row-values.ts';
import { fragmentsByState } from './counts.ts';
import { readFragment } from './fragments.ts';
import { type IdSpan, type IndexQuery, type SearchCandidate, searchCandidates } from './search-candidates.ts';

/** `before` and `after` are ids of fragments: only older or newer ones are listed. */
export interface FragmentQuery {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly typeId?: string | undefined;
  readonly group?: string | undefined;
  /** The conditions of `searchMatch` (search.ts). */
  readonly match?: readonly IndexQuery[] | undefined;
  readonly limit: number;
}

/** `next`: the next page's `before` (or `after`, if only that was given); null on the last page. A page without fragments may also have one. */
export interface FragmentPage {
  readonly fragments: readonly JournalFragment[];
  readonly next: number | null;
}

/** The most rows to skip for one page: about ten milliseconds outside a search. */
const mostPassedOver = 2_000;

/**
 * A page of fragments, newest first, without damaged ones. With only `after`, these are the fragments nearest to it, otherwise the newest.
 *
 * Do not search on an event loop: a search may read a whole index between two rows (search-candidates.ts).
 *
 * @param isEnough returns whether the page should end early. It is called before each row except the first, with the number of rows skipped so far.
 */
export function pageOfFragments(
  journal: JournalReader,
  query: FragmentQuery,
  isEnough: (passedOver: number) => boolean = (passedOver) => passedOver > mostPassedOver,
): FragmentPage {
  const found: JournalFragment[] = [];
  const page = (next: number | null): FragmentPage => ({ fragments: isUpward(query) ? found.toReversed() : found, next });
  let passedOver = 0;
  let lookedAt: number | null = null;
  for (const { id, isMatch, cost } of candidates(journal, query)) {
    if (lookedAt !== null && isEnough(passedOver)) return page(lookedAt);
    const fragment = isMatch ? readFragment(journal, id) : null;
    if (fragment === null) passedOver += cost;
    else if (found.length >= query.limit) return page(found.at(-1)?.id ?? null);
    else found.push(fragment);
    lookedAt = id;
  }
  return page(null);
}

/** As many fragments as a page of this length can hold, however long that takes. Not for an event loop. */
export function listFragments(journal: JournalReader, query: FragmentQuery): readonly JournalFragment[] {
  return query.limit === 0 ? [] : pageOfFragments(journal, query, () => false).fragments;
}

/** How many fragments there are, and the lowest and highest id; null if there are none. */
export interface FragmentRange {
  readonly total: number;
  readonly oldest: number | null;
  readonly newest: number | null;
}

/** Reads only a few rows. */
export function fragmentRange(journal: JournalReader): FragmentRange {
  const sound = `SELECT id FROM fragments WHERE ${isSoundId('id')} ORDER BY id`;
  const end = (order: 'ASC' | 'DESC'): number | null => wholeNumber(journal.statement(`${sound} ${order} LIMIT 1`).get()?.id);
  const total = Object.values(fragmentsByState(journal)).reduce((sum, fragments) => sum + fragments, 0);
  return { total, oldest: end('ASC'), newest: end('DESC') };
}

/** Whether a page begins at its oldest fragment, the nearest to its cursor. */
export function isUpward({ before, after }: FragmentQuery): boolean {
  return before === undefined && after !== undefined;
}

function candidates(journal: JournalReader, query: FragmentQuery): Iterable<SearchCandidate> {
  const { before, after, match = [] } = query;
  const span: IdSpan = { above: after ?? 0, below: before ?? Number.MAX_SAFE_INTEGER, isUpward: isUpward(query) };
  return match.length > 0 ? ofKind(journal, query, searchCandidates(journal, match, span)) : ofTable(journal, query, span);
}

/** Marks as matches only the found fragments that have the requested type and group. */
function* ofKind(journal: JournalReader, { typeId, group }: FragmentQuery, found: Iterable<SearchCandidate>): Generator<SearchCandidate> {
  for (const candidate of found) {
    if (!candidate.isMatch || (typeId === undefined && group === undefined)) yield candidate;
    else {
      const row = journal.statement('SELECT type_id, type_group FROM fragments WHERE id = ?').get(candidate.id);
      const isMatch = (typeId ?? row?.type_id) === row?.type_id && (group ?? row?.type_group) === row?.type_group;
      yield { ...candidate, isMatch };
    }
  }
}

function* ofTable(
  journal: JournalReader,
  { typeId, group }: FragmentQuery,
  { above, below, isUpward }: IdSpan,
): Generator<SearchCandidate> {
  const kind = typeId !== undefined ? 'type_id = ? AND' : group !== undefined ? 'type_group = ? AND' : '';
  const rows = journal
    .statement(`SELECT id, type_group FROM fragments WHERE ${kind} id > ? AND id < ? ORDER BY id ${isUpward ? 'ASC' : 'DESC'}`)
    .rows(...[typeId ?? group].filter((word) => word !== undefined), BigInt(above), BigInt(below));
  for (const row of rows) yield { id: Number(row.id), isMatch: (group ?? row.type_group) === row.type_group, cost: 1 };
}
