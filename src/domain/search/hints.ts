/** What may complete the condition that somebody is typing: keys, and the values that occur. */

import { say } from '../language/say.ts';
import { foldedText } from './folding.ts';
import { nearestType, typesWith } from './nearest-type.ts';
import { type SearchKey, searchKeys } from './query.ts';

/** `query`: the whole search with the completion. */
export interface SearchHint {
  readonly query: string;
  readonly title: string;
  readonly detail: string;
  /** The key is typed already: this is the rest of what somebody began to type. */
  readonly isValue?: true;
}

/** Values that occur in the history, for the keys of these names. */
export type PresentValues = Readonly<Partial<Record<SearchKey, readonly string[]>>>;

const usual: PresentValues = {
  kind: [
    'link',
    'mail',
    'phone',
    'code',
    'table',
    'picture',
    'image',
    'document',
    'files',
    'path',
    'color',
    'number',
    'one-time-code',
    'iban',
    'ip-address',
    'token',
    'data',
    'prose',
    'text',
  ],
  is: ['pinned', 'selected', 'saved', 'failed', 'kept', 'filtered'],
  since: ['today', 'yesterday', '7d', '30d'],
  on: ['today', 'yesterday'],
  size: ['>10k', '>1m'],
};

const mostHints = 6;

/** For the last word of the search, while it is being typed; none within quotes, or after a space. */
export function searchHints(query: string, present: PresentValues): readonly SearchHint[] {
  const [, before = '', minus = '', word = ''] = /^(.*\s)?(-)?([^\s"-][^\s"]*)$/s.exec(query.slice(-200)) ?? [];
  if (word.length < 2 || (query.match(/"/g) ?? []).length % 2 === 1) return [];
  const start = `${query.slice(0, Math.max(0, query.length - 200))}${before}${minus}`;
  const colon = word.indexOf(':');
  if (colon < 0) return keyHints(start, word.toLowerCase());
  const key = word.slice(0, colon).toLowerCase();
  const values = Object.hasOwn(searchKeys, key) ? (present[key as SearchKey] ?? usual[key as SearchKey] ?? []) : [];
  const sought = foldedText(word.slice(colon + 1));
  // `code` is a whole value, and not the end of one: nobody who types it has begun `one-time-code`.
  const isWhole = values.some((value) => foldedText(value) === sought);
  const fits = (value: string): boolean => (isWhole ? value.startsWith(sought) : value.includes(sought));
  const fitting = values
    .filter((value) => foldedText(value).trim() !== '' && fits(foldedText(value)) && foldedText(value) !== sought)
    .sort((one, other) => Number(foldedText(other).startsWith(sought)) - Number(foldedText(one).startsWith(sought)))
    .slice(0, mostHints);
  const hintOf = (value: string, detail: string): SearchHint => ({
    query: `${start}${key}:${/[\s\p{Cc}"]/u.test(value) ? `"${value.replaceAll('"', '')}"` : value} `,
    title: `${key}:${value}`,
    detail,
    ...(isWhole ? {} : { isValue: true as const }),
  });
  if (key === 'type' && fitting.length === 0) {
    const begun = typesWith(sought).slice(0, mostHints);
    if (begun.length > 0) return begun.map((type) => hintOf(type, say('no copy has this type yet')));
    const meant = nearestType(sought);
    if (meant !== null) return [hintOf(meant, say('did you mean this type?'))];
  }
  return fitting.map((value) => hintOf(value, searchKeys[key as SearchKey].about()));
}

function keyHints(start: string, word: string): readonly SearchHint[] {
  return Object.entries(searchKeys)
    .filter(([key]) => key.startsWith(word))
    .map(([key, { about, example }]) => ({
      query: `${start}${key}:`,
      title: `${key}:`,
      detail: say('{about}, such as {key}:{example}', { about: about(), key, example }),
    }));
}
