/** A page of fragments as an answer of the bridge, which has a maximum length, whatever the fragments contain. */
import { type FragmentList, mostListBytes } from '../../contract/bridge.ts';
import type { Answer } from '../../http/answer.ts';
import { contentLimits, fragmentView, type ViewParts } from '../../journal/fragments/fragment-view.ts';
import { type FragmentPage, type FragmentQuery, isUpward } from '../../journal/fragments/listing.ts';

/**
 * As many fragments of the page as fit into the answer, beginning at the cursor, and at least one. Each is serialized alone, because its length shows
 * only then: JSON makes six characters of a control character.
 */
export function listAnswer(view: ViewParts, query: FragmentQuery, page: FragmentPage, more: Partial<FragmentList> = {}): Answer {
  const upward = isUpward(query);
  const rows: string[] = [];
  let { next } = page;
  let last: number | null = null;
  let bytes = 0;
  for (const fragment of upward ? page.fragments.toReversed() : page.fragments) {
    const row = JSON.stringify(fragmentView(view, fragment, contentLimits.listed));
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
