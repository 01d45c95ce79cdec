/** What narrows a search with one click: a kind, a program or a time, each as a condition of the language of searches. */

import type { ContentKind } from '../../contract/fragment-words.ts';
import type { ChipGroup } from '../../contract/page-rows/search-view.ts';
import { say } from '../language/say.ts';
import { kindName } from '../view/kind-names.ts';
import { oneLine } from '../view/shown-text.ts';

const mostPrograms = 6;
const longestTitle = 24;

/** Each with the words that the language of searches takes for it; the first one is written. */
const kinds: readonly (readonly [kind: ContentKind, word: string, ...alike: readonly string[]])[] = [
  ['prose', 'prose'],
  ['link', 'link', 'url'],
  ['code', 'code'],
  ['data', 'data'],
  ['table', 'table'],
  ['picture', 'image', 'picture'],
  ['document', 'document'],
  ['files', 'files'],
  ['mail', 'mail', 'email'],
  ['phone', 'phone'],
  ['path', 'path'],
  ['color', 'color', 'colour'],
  ['number', 'number'],
  ['one-time-code', 'one-time-code', 'otp'],
  ['iban', 'iban', 'account'],
  ['ip-address', 'ip-address', 'ip'],
  ['token', 'token'],
];

/** A copy with its program: as the desktop reports it, and by its own name. */
export interface OfProgram {
  readonly from?: { readonly app: string; readonly title: string };
}

/** None without a search. @param latest the latest copies, the latest first; each program is offered once. */
export function searchChips(query: string, latest: readonly OfProgram[]): readonly ChipGroup[] {
  if (query === '') return [];
  const programs = latest.flatMap(({ from }) => from ?? []);
  const apps = new Map(programs.filter(({ app }) => isWritable(app)).map(({ app, title }) => [app.toLowerCase(), { app, title }]));
  const groups: readonly ChipGroup[] = [
    {
      key: 'kind',
      title: say('Kind'),
      chips: kinds.map(([kind, word, ...alike]) => ({
        title: kindName(kind),
        condition: `kind:${word}`,
        alike: alike.map((other) => `kind:${other}`),
      })),
    },
    {
      key: 'app',
      title: say('Program'),
      chips: [...apps.values()]
        .slice(0, mostPrograms)
        .map(({ app, title }) => ({ title: oneLine(title, longestTitle), condition: `app:${/\s/.test(app) ? `"${app}"` : app}` })),
    },
    {
      key: 'date',
      title: say('Date'),
      chips: [
        { title: say('Today'), condition: 'since:today' },
        { title: say('Yesterday'), condition: 'on:yesterday' },
        { title: say('Last 7 days'), condition: 'since:7d' },
        { title: say('Last 30 days'), condition: 'since:30d' },
      ],
    },
  ];
  return groups.filter(({ chips }) => chips.length > 0);
}

/** A name with quotes or control characters can't be written as a condition. */
function isWritable(app: string): boolean {
  return app.trim() !== '' && app.length <= 100 && !/["\p{Cc}]/u.test(app);
}
