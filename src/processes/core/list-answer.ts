/**
 * A page of fragments as an answer of the bridge, which has a maximum length, whatever the fragments contain. It is read slice by slice, and other requests and
 * copies get their turn in between: the longest page would hold the event loop for 15 ms.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FragmentList, type ListedFragment, mostListBytes } from '../../contract/bridge.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { MatchedLine } from '../../domain/search/match.ts';
import type { Answer } from '../../http/answer.ts';
import { contentLimits, fragmentView, isHeldBack, type ViewParts } from '../../journal/fragments/fragment-view.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import { type FragmentQuery, isUpward, pageOfFragments } from '../../journal/fragments/listing.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { FoundPage } from '../../journal/search/search.ts';

/** A slice takes about two milliseconds. */
const rowsOfSlice = 64;

/** `fragments`: from the cursor on. `next`: the cursor after them; null at the end. `lines`: where they match. */
interface Slice {
  readonly fragments: readonly JournalFragment[];
  readonly next: number | null;
  readonly lines?: ReadonlyMap<number, MatchedLine | null>;
}

/** The slices of a page. Each is read when it is asked for. */
export function* listedSlices(journal: JournalReader, query: FragmentQuery): Generator<Slice> {
  let left = query.limit;
  for (let asked = query; left > 0; ) {
    const limit = Math.min(left, rowsOfSlice);
    const { fragments, next } = pageOfFragments(journal, { ...asked, limit });
    yield { fragments: isUpward(query) ? fragments.toReversed() : fragments, next };
    left -= fragments.length;
    if (next === null || fragments.length < limit) return; // too many damaged rows end the page
    asked = isUpward(query) ? { ...query, after: next } : { ...query, before: next };
  }
}

/** The same for what a search found. A fragment that is gone by now is left out. */
export function* foundSlices(journal: JournalReader, query: FragmentQuery, { found, next }: FoundPage): Generator<Slice> {
  const ordered = isUpward(query) ? found.toReversed() : found;
  const lines = new Map(found.map(({ id, line }) => [id, line]));
  for (let at = 0; at < ordered.length; at += rowsOfSlice) {
    const ids = ordered.slice(at, at + rowsOfSlice).map(({ id }) => id);
    const fragments = ids.map((id) => readFragment(journal, id)).filter((fragment) => fragment !== null);
    yield { fragments, lines, next: at + rowsOfSlice < ordered.length ? (ids.at(-1) ?? null) : next };
  }
  if (ordered.length === 0) yield { fragments: [], next };
}

/**
 * As many fragments as fit into the answer, beginning at the cursor, and at least one. Each is serialized alone, because its length shows only then: JSON
 * makes six characters of a control character.
 */
export async function listAnswer(
  view: ViewParts,
  query: FragmentQuery,
  slices: Iterator<Slice>,
  more: Partial<FragmentList> = {},
): Promise<Answer> {
  const page: Page = { rows: [], bytes: 0, next: null };
  // In a snapshot, because each statement outside of one costs twice as much.
  while (view.journal.snapshot(() => addSlice(view, page, slices))) await nextTurn();
  if (isUpward(query)) page.rows.reverse();
  const rest: Omit<FragmentList, 'items'> = { next: page.next === null ? null : String(page.next), ...more };
  const json = `{"items":[${page.rows.join(',')}],${JSON.stringify(rest).slice(1)}`;
  return { kind: 'bytes', bytes: Buffer.from(json), mediaType: 'application/json' };
}

interface Page {
  readonly rows: string[];
  bytes: number;
  next: number | null;
}

/** Whether there may be another slice. */
function addSlice(view: ViewParts, page: Page, slices: Iterator<Slice>): boolean {
  const slice = slices.next();
  if (slice.done) return false;
  const { fragments, lines, next } = slice.value;
  let last = page.next;
  for (const fragment of fragments) {
    // Not shown of one that is held back by now.
    const line = isHeldBack(fragment) ? null : lines?.get(fragment.id);
    const row = JSON.stringify(listed(fragmentView(view, fragment, contentLimits.listed), line));
    page.bytes += Buffer.byteLength(row) + 1;
    if (page.bytes > mostListBytes && page.rows.length > 0) {
      page.next = last;
      return false;
    }
    page.rows.push(row);
    last = fragment.id;
  }
  page.next = next;
  return true;
}

/** Found apart from the others; one that is gone or held back by now is left out. */
export function firstOnes(view: ViewParts, found: FoundPage['found']): ListedFragment[] {
  return found.flatMap(({ id, line }) => {
    const fragment = readFragment(view.journal, id);
    return fragment === null || isHeldBack(fragment) ? [] : [listed(fragmentView(view, fragment, contentLimits.listed), line)];
  });
}

function listed(fragment: ListedFragment, line: MatchedLine | null | undefined): ListedFragment {
  return line ? { ...fragment, match: { ...line, marks: line.marks.map(([from, to]) => [from, to]) } } : fragment;
}
