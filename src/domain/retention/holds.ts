/** Legal holds as they are compared with copies. Pure. */
import type { LegalHold, LegalHolds } from '../../contract/documents/legal-hold.ts';
import { foldedText } from '../search/folding.ts';
import { parseSearch, type SearchQuery } from '../search/query.ts';
import { isTime, lastTimeShown, timeSpan } from '../search/query-times.ts';

/** The digests of held contents, by the numbers that their copies had, and the name of the key that they are made with. */
export interface HeldContents {
  readonly key: string;
  readonly byNumber: ReadonlyMap<number, string>;
  readonly all: ReadonlySet<string>;
}

/**
 * A hold. `copies`: on hold by their numbers. `contents`: null if nothing is known but the numbers. `conditions`: those of which all have to be true of a copy; null if there are none, and so no copy is on hold
 * by them. Times are Unix times in ms: from `fromMs`, and before `beforeMs`. `app` is folded; empty for any.
 */
export interface Hold {
  readonly id: string;
  readonly copies: ReadonlySet<number>;
  readonly contents: HeldContents | null;
  readonly conditions: {
    readonly fromMs: number;
    readonly beforeMs: number;
    readonly app: string;
    readonly query: SearchQuery;
  } | null;
}

/** The holds of a valid document. Throws for one that `holdsFault` refuses. */
export function holdsOf({ holds }: LegalHolds): readonly Hold[] {
  return holds.map((hold) => {
    const fault = faultOf(hold);
    if (fault !== null) throw new RangeError(`a hold is not valid: ${fault}`);
    const { id, from, until, application, query } = hold;
    const named = { id, copies: new Set(hold.copies), contents: contentsOf(hold) };
    if (from === null && until === null && application === '' && query === '') return { ...named, conditions: null };
    return {
      ...named,
      conditions: {
        fromMs: spanOf(from)?.from ?? Number.NEGATIVE_INFINITY,
        beforeMs: endOf(until),
        app: foldedText(application),
        query: queryOf(query) ?? [],
      },
    };
  });
}

function contentsOf({ contents, copies }: LegalHold): HeldContents | null {
  if (contents === null || contents === undefined) return null;
  const byNumber = new Map(
    copies.flatMap((number) => (contents.digests[number] === undefined ? [] : [[number, contents.digests[number]]])),
  );
  return { key: contents.key, byNumber, all: new Set(byNumber.values()) };
}

/** Which hold makes no sense, and in which key; null if each does. What a schema can't say. */
export function holdsFault({ holds }: LegalHolds): { readonly field: string; readonly expected: string } | null {
  for (const [at, hold] of holds.entries()) {
    const fault = faultOf(hold);
    if (fault !== null) return { field: `holds.${at}.${fault.key}`, expected: fault.expected };
  }
  return null;
}

const realDate = 'a real date, such as 2026-03-31';
/** What `until` has to be, after a `from`. */
export const notBeforeFrom = 'a time that is not earlier than `from`';
const steadySearch = 'a search without time conditions; for those there are `from` and `until`';

function faultOf({ from, until, query }: LegalHold): { readonly key: 'from' | 'until' | 'query'; readonly expected: string } | null {
  if (from !== null && spanOf(from) === null) return { key: 'from', expected: realDate };
  if (until !== null && spanOf(until) === null) return { key: 'until', expected: realDate };
  if (until !== null && endOf(until) <= (spanOf(from)?.from ?? Number.NEGATIVE_INFINITY)) return { key: 'until', expected: notBeforeFrom };
  return query === '' || queryOf(query) !== null ? null : { key: 'query', expected: steadySearch };
}

/** A time ago would move on, and let go of what it was to keep. */
function queryOf(text: string): SearchQuery | null {
  const parsed = parseSearch(text, 0);
  const isSteady = parsed.ok && !parsed.query.some(({ any }) => any.some(({ is }) => is === 'time'));
  if (!isSteady) return null;
  return text !== '' && parsed.query.length === 0 ? null : parsed.query;
}

function spanOf(moment: string | null): ReturnType<typeof timeSpan> {
  return moment === null ? null : timeSpan(moment.toLowerCase(), 0);
}

/** A minute that is named is part of the span: the second one if clocks show it twice, because nothing says which was meant, and a hold must not end too early. */
function endOf(until: string | null): number {
  const span = spanOf(until);
  if (span === null) return Number.POSITIVE_INFINITY;
  return isTime(span) ? lastTimeShown(span.before) + 60_000 : span.before;
}
