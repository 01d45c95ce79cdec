/** What narrows a search with one click: a kind, a program or a time, each as a condition of the language of searches. */

import type { ContentKind } from '../../contract/fragment-words.ts';
import type { ChipGroup } from '../../contract/page-rows/search-view.ts';
import { say } from '../language/say.ts';
import { kindName } from '../view/kind-names.ts';
import { oneLine } from '../view/shown-text.ts';
import { foldedText } from './folding.ts';

const mostPrograms = 30;
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

type Program = NonNullable<OfProgram['from']>;

interface KnownPrograms {
  /** The latest copies, the latest first. */
  readonly recent: readonly OfProgram[] | null;
  /** The programs of more of them, in the same order. */
  readonly recentApps?: readonly string[];
  /** All that occur in the history, folded. */
  readonly searchValues?: { readonly app?: readonly string[] };
}

/** The programs of the history: those of the latest copies come first, and each is there once. @param titleOf how people call a program */
export function offeredPrograms(
  { recent, recentApps = [], searchValues: { app: all = [] } = {} }: KnownPrograms,
  titleOf: (app: string) => string,
): readonly Program[] {
  const programs = new Map<string, Program>();
  const add = (program: Program): void => {
    const key = foldedText(program.app);
    if (isWritable(program.app) && !programs.has(key)) programs.set(key, program);
  };
  for (const { from } of recent ?? []) if (from !== undefined) add(from);
  for (const app of [...recentApps, ...all]) if (programs.size < mostPrograms) add({ app, title: titleOf(app) });
  return [...programs.values()].slice(0, mostPrograms);
}

/** None without a search. @param programs in the order in which they are offered */
export function searchChips(query: string, programs: readonly Program[]): readonly ChipGroup[] {
  if (query === '') return [];
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
      chips: programs.map(({ app, title }) => ({
        title: oneLine(title, longestTitle),
        condition: `app:${/\s/.test(app) ? `"${app}"` : app}`,
      })),
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
