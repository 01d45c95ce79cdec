/**
 * The language of searches: words, phrases in quotes, and conditions such as `type:python` or `since:2d`. All have to hold; `-` before one negates it,
 * and `OR` between two lets either hold. Reads each character once. A condition that makes no sense is an error with its mend, because a search for
 * something else than was meant finds the wrong things.
 */
import type { ContentKind } from '../../contract/fragment-words.ts';
import type { FragmentKind, FragmentState } from '../../contract/source-snapshot.ts';
import { say } from '../language/say.ts';
import { foldedText } from './folding.ts';
import { isTime, timeSpan } from './query-times.ts';

/** One condition. Texts are folded (folding.ts). Times are Unix times in ms: from `from`, and before `before`. Sizes in bytes, both included. */
export type SearchTerm =
  | { readonly is: 'text' | 'type' | 'extension' | 'group' | 'app' | 'address' | 'file' | 'tag'; readonly text: string }
  | { readonly is: 'kind'; readonly kind: FragmentKind }
  | { readonly is: 'content-kind'; readonly kind: ContentKind }
  | { readonly is: 'state'; readonly state: FragmentState }
  | { readonly is: 'pinned' }
  | { readonly is: 'selected' }
  | { readonly is: 'size'; readonly least: number; readonly most: number }
  | { readonly is: 'time'; readonly from: number; readonly before: number };

/** Holds if one of its terms does; a negated one, if none does. */
export interface SearchClause {
  readonly isNegated: boolean;
  readonly any: readonly SearchTerm[];
}

/** All clauses have to hold. */
export type SearchQuery = readonly SearchClause[];

export type ParsedSearch = { readonly ok: true; readonly query: SearchQuery } | { readonly ok: false; readonly detail: string };

/** The keys, in the order in which they are offered, each with an example of its value and what it means. */
export const searchKeys = {
  type: { example: 'python', about: () => say('its file type') },
  group: { example: 'code', about: () => say('the group of its type') },
  kind: { example: 'link', about: () => say('what it is: a link, an email address, code, a picture …') },
  app: { example: 'firefox', about: () => say('the program that it comes from') },
  url: { example: 'example.org', about: () => say('the address of its page') },
  file: { example: 'notes.txt', about: () => say('a file name') },
  tag: { example: 'work', about: () => say('a tag of yours') },
  since: { example: '2d', about: () => say('copied since then') },
  until: { example: '2026-11-20', about: () => say('copied until then') },
  before: { example: '2026-11-20', about: () => say('copied before then') },
  on: { example: 'yesterday', about: () => say('copied on that day') },
  size: { example: '>10k', about: () => say('its size in bytes') },
  is: { example: 'pinned', about: () => say('pinned, selected with the mouse, saved, failed, kept or filtered') },
} as const satisfies Record<string, { readonly example: string; readonly about: () => string }>;
export type SearchKey = keyof typeof searchKeys;

/** More conditions than anybody types. Each is checked for each fragment that is examined. */
const mostTerms = 32;

const kinds: Readonly<Record<string, FragmentKind>> = {
  text: 'text',
  image: 'image',
  picture: 'image',
  document: 'document',
  files: 'files',
};
/** Of texts; with the words that people use for them. */
// biome-ignore format: a table
const contentWords: Readonly<Record<string, ContentKind>> = {
  link: 'link', url: 'link', mail: 'mail', email: 'mail', phone: 'phone', color: 'color', colour: 'color', path: 'path', number: 'number',
  'one-time-code': 'one-time-code', otp: 'one-time-code', iban: 'iban', account: 'iban', 'ip-address': 'ip-address', ip: 'ip-address', token: 'token', table: 'table', code: 'code', data: 'data', prose: 'prose',
};
const states = { saved: 'saved', failed: 'failed', kept: 'kept', filtered: 'filtered' } as const satisfies Record<string, FragmentState>;

class Unclear extends Error {}

/** Reads a search. `nowMs`: the current time, for `since:2d`. */
export function parseSearch(text: string, nowMs: number): ParsedSearch {
  try {
    return { ok: true, query: clausesOf(text.toWellFormed(), nowMs) };
  } catch (error) {
    if (error instanceof Unclear) return { ok: false, detail: error.message };
    throw error;
  }
}

/** `address:` is another word for `url:`. */
interface Part {
  readonly isNegated: boolean;
  readonly key: string | null;
  readonly value: string;
  readonly isQuoted: boolean;
}

function clausesOf(text: string, nowMs: number): SearchQuery {
  const clauses: { isNegated: boolean; any: SearchTerm[] }[] = [];
  let [isOr, terms] = [false, 0];
  const parts = partsOf(text);
  for (const [at, part] of parts.entries()) {
    const isInside = at > 0 && at < parts.length - 1;
    if (isInside && part.value === 'OR' && part.key === null && !part.isQuoted && !part.isNegated) {
      isOr = true;
      continue;
    }
    const any = termsOf(part, nowMs);
    if (any.length === 0) continue;
    terms += 1;
    if (terms > mostTerms) throw new Unclear(say('A search has at most {count} words and conditions.', { count: mostTerms }));
    const last = clauses.at(-1);
    if (!isOr || last === undefined) clauses.push({ isNegated: part.isNegated, any });
    else if (part.isNegated || last.isNegated) throw new Unclear(say('OR joins words and conditions without a minus sign.'));
    else last.any.push(...any);
    isOr = false;
  }
  return clauses;
}

/** The words of a query next to each other, as one text; null unless there are several and nothing else. */
export function phraseOf(query: SearchQuery): string | null {
  const words = query.map(({ isNegated, any: [term, ...others] }) =>
    !isNegated && term?.is === 'text' && others.length === 0 ? term.text.trim() : null,
  );
  return words.length < 2 || words.includes(null) ? null : words.join(' ');
}

/** The words, each with its key and without its quotes. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  const space = /[\s\p{Cc}]/u;
  let at = 0;
  while (at < text.length) {
    if (space.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const isNegated = /^-[^\s\p{Cc}-]/u.test(text.slice(at, at + 2));
    if (isNegated) at += 1;
    const key = /^([a-z]{1,16}):/i.exec(text.slice(at, at + 17))?.[1]?.toLowerCase() ?? null;
    const start = key === null ? at : at + key.length + 1;
    const isQuoted = text.charAt(start) === '"';
    const from = isQuoted ? start + 1 : start;
    let to = from;
    while (to < text.length && (isQuoted ? text.charAt(to) !== '"' : !space.test(text.charAt(to)))) to += 1;
    const value = text.slice(from, to);
    // People search for `localhost:8080`, `node:fs` and `C:\Users`: only the keys are keys. `url://…` and `file::…` are texts too.
    const isText = key !== null && (!isKey(key) || /^(?:\/\/|:)/.test(value));
    parts.push(isText ? { isNegated, key: null, value: text.slice(at, to), isQuoted } : { isNegated, key, value, isQuoted });
    at = isQuoted ? to + 1 : to;
  }
  return parts;
}

function isKey(key: string): boolean {
  return Object.hasOwn(searchKeys, key) || key === 'address';
}

/** None for quotes with nothing in them; several if one of them is enough. */
function termsOf({ key: given, value }: Part, nowMs: number): SearchTerm[] {
  const text = foldedText(value);
  const key = given === 'address' ? 'url' : given;
  if (key === null) return text.trim() === '' ? [] : [{ is: 'text', text }];
  if (text.trim() === '') {
    const { example } = searchKeys[key as SearchKey];
    throw new Unclear(say('{key}: needs a value, such as {key}:{example}.', { key, example }));
  }
  if (key === 'type') return typeTerms(text.trim());
  if (key === 'tag') return tagTerms(text.trim());
  if (key === 'kind') return kindTerms(text.trim());
  return [conditionOf(key as Exclude<SearchKey, 'type' | 'tag' | 'kind'>, text.trim(), nowMs)];
}

/** A type goes by its own name, or by the extension of its files. */
function typeTerms(text: string): SearchTerm[] {
  return [
    { is: 'type', text },
    { is: 'extension', text: text.replace(/^\./, '') },
  ];
}

/** `#` is how tags are shown, and is the first character of some that were set before it was dropped: with and without it, both are found. */
function tagTerms(text: string): SearchTerm[] {
  const word = text.replace(/^#/, '');
  return word === '' ? [{ is: 'tag', text }] : [word, `#${word}`].map((tag) => ({ is: 'tag', text: tag }));
}

/** `kind:link,mail`: any of these. */
function kindTerms(text: string): SearchTerm[] {
  return text.split(',', mostTerms).map((word) => {
    const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
    if (kind !== undefined) return { is: 'kind', kind };
    const content = Object.hasOwn(contentWords, word) ? contentWords[word] : undefined;
    if (content !== undefined) return { is: 'content-kind', kind: content };
    const all = [...Object.keys(kinds).filter((each) => each !== 'picture'), ...new Set(Object.values(contentWords))].join(', ');
    throw new Unclear(say('kind: takes one or more of {all}, such as kind:link or kind:link,mail.', { all }));
  });
}

function conditionOf(key: Exclude<SearchKey, 'type' | 'tag' | 'kind'>, text: string, nowMs: number): SearchTerm {
  switch (key) {
    case 'group':
    case 'app':
    case 'file':
      return { is: key, text };
    case 'url':
      return { is: 'address', text };
    case 'is': {
      if (text === 'pinned' || text === 'selected') return { is: text };
      if (!Object.hasOwn(states, text))
        throw new Unclear(say('is: takes pinned, selected, saved, failed, kept or filtered, such as is:pinned.'));
      return { is: 'state', state: states[text as keyof typeof states] };
    }
    case 'size':
      return sizeTerm(text);
    case 'since':
    case 'until':
    case 'before':
    case 'on':
      return timeTerm(key, text, nowMs);
  }
}

const units = { '': 1, b: 1, k: 1_024, m: 1_048_576, g: 1_073_741_824 } as const;

/** `>10k`, `<=2m`, `300` (exactly). */
function sizeTerm(text: string): SearchTerm {
  const [, sign = '', digits, unit = ''] = /^(>=|<=|>|<|=)?(\d{1,12}(?:\.\d{1,3})?)(b|k|m|g)?(?:i?b)?$/.exec(text) ?? [];
  if (digits === undefined) throw new Unclear(say('size: takes a number of bytes with > or <, such as size:>10k or size:<2m.'));
  const bytes = Math.round(Number(digits) * units[unit as keyof typeof units]);
  if (sign === '>') return { is: 'size', least: bytes + 1, most: Number.MAX_SAFE_INTEGER };
  if (sign === '>=') return { is: 'size', least: bytes, most: Number.MAX_SAFE_INTEGER };
  if (sign === '<') return { is: 'size', least: 0, most: bytes - 1 };
  return { is: 'size', least: sign === '<=' ? 0 : bytes, most: bytes };
}

function timeTerm(key: 'since' | 'until' | 'before' | 'on', text: string, nowMs: number): SearchTerm {
  const span = timeSpan(text, nowMs);
  if (span === null || (key === 'on' && isTime(span)))
    throw new Unclear(
      key === 'on'
        ? say('on: takes a day, month or year, such as on:2026-11-20, on:2026-11 or on:yesterday.')
        : say('{key}: takes a day or a time ago, such as {key}:2026-11-20, {key}:yesterday, {key}:2d or {key}:3h.', { key }),
    );
  const [from, before] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (key === 'since') return { is: 'time', from: span.from, before };
  if (key === 'on') return { is: 'time', from: span.from, before: span.before };
  return { is: 'time', from, before: key === 'until' ? span.before : span.from };
}
