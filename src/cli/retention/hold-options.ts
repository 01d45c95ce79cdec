/** The options of `hub retention hold add` as an entry of the document, or which of them makes no sense, and what it takes. */
import { localTimestamp } from '../../base/timestamp.ts';
import { documentParser } from '../../configuration/document-parser.ts';
import { needOfIt } from '../../configuration/key-expectation.ts';
import { say } from '../../domain/language/say.ts';
import { notBeforeFrom } from '../../domain/retention/holds.ts';
import { parseSearch, type SearchQuery } from '../../domain/search/query.ts';
import { momentOf } from '../../domain/search/query-times.ts';
import { isNumber } from '../history/fragment-ids.ts';
import { oneLine } from '../table.ts';

export interface HoldOptions {
  readonly json?: boolean;
  readonly copy?: readonly string[];
  /** Further ones, which follow the first. */
  readonly more?: readonly string[];
  /** Whether the name was given before the first `--copy`: a number after it may be another copy. */
  readonly isNameFirst?: boolean;
  readonly from?: string;
  readonly until?: string;
  readonly app?: string;
  readonly query?: string;
  readonly note?: string;
}

/** An entry of `legal-hold.json`. */
export type HoldEntry = Readonly<Record<string, unknown>> & { readonly copies?: readonly number[] };

const parse = documentParser('legal-hold');
const longestShown = 60;

/** The entry, or a sentence about what is wrong with the words of the command line. */
export function holdEntry(id: string, options: HoldOptions, nowMs: number = Date.now()): HoldEntry | string {
  const { copy: first = [], more = [], isNameFirst = false, app, query, note } = options;
  // Without a name, the second of several IDs would be taken for it.
  if ((more.length > 0 && first.length === 0) || (first.length > 0 && isNumber(id) && !isNameFirst))
    return say('give the name of the hold first, and the copies after it: hub retention hold add {example}', {
      example: 'case-17 --copy 20 21 22',
    });
  const copy = [...first, ...more];
  const [from, until] = [fixedTime(options.from, 'from', nowMs), fixedTime(options.until, 'before', nowMs)];
  const wrong = copy.find((each) => !isNumber(each));
  if (wrong !== undefined)
    return notTaken('--copy', wrong, say('it must be the ID of a copy, which is a number; run "hub history" to see the IDs'));
  if (copy.length === 0 && [from, until, app, query].every((each) => each === undefined)) return noCondition();
  const hold = {
    id,
    ...(note !== undefined && { note }),
    ...(copy.length > 0 && { copies: [...new Set(copy.map(Number))] }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(app !== undefined && { application: app }),
    ...(query !== undefined && { query }),
  };
  const parsed = parse({ holds: [hold] });
  if (parsed.ok) return hold;
  const [, , key = ''] = parsed.field.split('.');
  // All that were given are empty.
  if (key === '') return noCondition();
  if (parsed.expected === notBeforeFrom) return say('--until must not be earlier than --from');
  const [option, value] = named(key, { ...options, id });
  if (key === 'query') {
    const search = parseSearch(value, 0);
    return search.ok ? notTaken(option, value, queryNeeds(search.query)) : `--query: ${search.detail}`;
  }
  return notTaken(option, value, needOfIt('legal-hold', parsed));
}

/** The word of the command line for a key of the document, and what was given. */
function named(
  key: string,
  given: Pick<HoldOptions, 'from' | 'until' | 'app' | 'query' | 'note'> & { readonly id: string },
): readonly [string, string] {
  if (key === 'id') return [say('the name'), given.id];
  if (key === 'application') return ['--app', given.app ?? ''];
  const option = key as 'from' | 'until' | 'query' | 'note';
  return [`--${option}`, given[option] ?? ''];
}

/** A time that people say from now, `yesterday` or `23:54`, as the document has it, which must mean the same tomorrow; anything else as it is. */
function fixedTime(word: string | undefined, edge: 'from' | 'before', nowMs: number): string | undefined {
  if (word === undefined || /^\d{4}(?:-\d\d){0,2}$/.test(word)) return word;
  const atMs = momentOf(word, nowMs, edge);
  if (atMs === null) return word;
  // A minute that is named is part of the time; a day ends where the next one begins.
  const isEndOfDay = edge === 'before' && /^(?:today|yesterday)$/i.test(word);
  return minuteOf(isEndOfDay ? atMs - 1 : atMs);
}

/** As the document has it, and as clocks show it. In an hour that they show twice it is read as the first one in `from`, and as the second one in `until`. */
function minuteOf(atMs: number): string {
  return localTimestamp(atMs).slice(0, 16);
}

function noCondition(): string {
  return say('give at least one of --copy, --from, --until, --app, --query');
}

/** Of a search that can be parsed. */
function queryNeeds(query: SearchQuery): string {
  return query.length === 0
    ? say('it needs at least one word')
    : say('it must be a search without time conditions; for those there are --from and --until');
}

function notTaken(option: string, value: string, why: string): string {
  return say('{option} {value} is not valid: {why}', { option, value: `'${oneLine(value, longestShown)}'`, why });
}
