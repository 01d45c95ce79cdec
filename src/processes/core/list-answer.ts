/** A page of fragments as an answer of the bridge, which has a maximum length, whatever the fragments contain. */
import { type FragmentList, type ListedFragment, mostListBytes } from '../../contract/bridge.ts';
import type { MatchedLine } from '../../domain/search/match.ts';
import type { Answer } from '../../http/answer.ts';
import { contentLimits, fragmentView, isHeldBack, type ViewParts } from '../../journal/fragments/fragment-view.ts';
import { type FragmentPage, type FragmentQuery, isUpward } from '../../journal/fragments/listing.ts';

/** `lines`: where the found fragments match; not shown of one that is held back by now. */
interface ListedPage extends FragmentPage {
  readonly lines?: ReadonlyMap<number, MatchedLine | null>;
}

/**
 * As many fragments of the page as fit into the answer, beginning at the cursor, and at least one. Each is serialized alone, because its length shows
 * only then: JSON makes six characters of a control character. Call it within a snapshot: each statement outside of one costs twice as much.
 */
export function listAnswer(view: ViewParts, query: FragmentQuery, page: ListedPage, more: Partial<FragmentList> = {}): Answer {
  const upward = isUpward(query);
  const rows: string[] = [];
  let { next } = page;
  let last: number | null = null;
  let bytes = 0;
  for (const fragment of upward ? page.fragments.toReversed() : page.fragments) {
    const row = JSON.stringify(
      listed(fragmentView(view, fragment, contentLimits.listed), isHeldBack(fragment) ? null : page.lines?.get(fragment.id)),
    );
    bytes += Buffer.byteLength(row) + 1;
    if (bytes > mostListBytes && last !== null) {
      next = last;
      break;
    }
    rows.push(row);
    last = fragment.id;
  }
  if (upward) rows.reverse();
  const rest: Omit<FragmentList, 'items'> = { next: next === null ? null : String(next), ...more };
  const json = `{"items":[${rows.join(',')}],${JSON.stringify(rest).slice(1)}`;
  return { kind: 'bytes', bytes: Buffer.from(json), mediaType: 'application/json' };
}

function listed(fragment: ListedFragment, line: MatchedLine | null | undefined): ListedFragment {
  return line ? { ...fragment, match: { text: line.text, marks: line.marks.map(([from, to]) => [from, to]) } } : fragment;
}
