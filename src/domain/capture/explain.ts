/** Why a copy is or is not kept: every rule of the content filter in the order in which it is asked, with its verdict. */
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import type { AppIdentity } from '../../contract/source-snapshot.ts';
import { say } from '../language/say.ts';
import { secretInContent } from '../secrets/searched-text.ts';
import { secretInWords } from '../secrets/secret-in-words.ts';
import { judgeFragment, judgeOwner } from './content-filter.ts';
import { isPrivateWindow } from './private-browsing.ts';

/** `decides`: this rule is the one that keeps the copy out. `passes`: it does not match. `unset`: there is none, or nothing to ask it about. */
export type RuleVerdict = 'decides' | 'passes' | 'unset';

export interface ExplainedRule {
  /** The key of content-filter.json, or `private_window`: that no setting changes. */
  readonly rule: (typeof rulesInOrder)[number];
  readonly verdict: RuleVerdict;
  readonly because: string;
}

export const rulesInOrder = [
  'private_window',
  'excluded_app_names',
  'blacklisted_window_keywords',
  'detect_secrets',
  'excluded_dirs',
  'excluded_extensions',
] as const;

export interface ExplainedFacts {
  readonly app: AppIdentity;
  readonly text: string | null;
  /** Of the text. */
  readonly mediaType: string;
  readonly paths: readonly string[];
  readonly extensions: readonly string[];
  readonly userHome: string;
}

/** The rules up to the one that decides are asked; those after it are asked too, so that all of the reasons are seen. */
export function explainCopy(facts: ExplainedFacts, filter: ContentFilter): readonly ExplainedRule[] {
  let isDecided = false;
  return rulesInOrder.map((rule) => {
    const { isSet, match } = askers[rule](facts, filter);
    if (!isSet) return { rule, verdict: 'unset', because: say('there is no such rule, or nothing to compare it with') };
    if (match === null) return { rule, verdict: 'passes', because: say('it does not match') };
    const verdict = isDecided ? 'passes' : 'decides';
    isDecided = true;
    return { rule, verdict, because: verdict === 'decides' ? match : say('{match}; an earlier rule has decided', { match }) };
  });
}

type Asker = (facts: ExplainedFacts, filter: ContentFilter) => { readonly isSet: boolean; readonly match: string | null };

const certain = { isComplete: true, mayBe: [], isEarlier: false } as const;

const askers: Readonly<Record<ExplainedRule['rule'], Asker>> = {
  private_window: ({ app }) => ({
    isSet: app.windowTitle !== null,
    match: isPrivateWindow(app) ? say('its window is a private one of Firefox') : null,
  }),
  excluded_app_names: ({ app }, filter) => {
    const verdict = judgeOwner(app, certain, { ...filter, blacklisted_window_keywords: [] });
    const match = {
      'excluded-app': say('the application is in the list'),
      'owner-unknown': say('there are rules for applications, and it is not known which one copied'),
    };
    return { isSet: filter.excluded_app_names.length > 0, match: match[verdict as keyof typeof match] ?? null };
  },
  blacklisted_window_keywords: ({ app }, filter) => ({
    isSet: filter.blacklisted_window_keywords.length > 0 && app.windowTitle !== null,
    match:
      judgeOwner(app, certain, { ...filter, excluded_app_names: [] }) === 'excluded-window'
        ? say('the title of the window contains a keyword')
        : null,
  }),
  detect_secrets: ({ text, mediaType }, filter) => {
    const family = text === null ? null : secretInContent(text, mediaType, filter.allowed_secrets);
    return {
      isSet: filter.detect_secrets && text !== null,
      match: family === null ? null : say('it looks like {secret} ({family})', { secret: secretInWords(family), family }),
    };
  },
  excluded_dirs: ({ paths, userHome }, filter) => ({
    isSet: filter.excluded_dirs.length > 0 && paths.length > 0,
    match: judgeFragment({ paths, extensions: [], userHome }, filter) === 'excluded_dir' ? say('a file is in one of these folders') : null,
  }),
  excluded_extensions: ({ paths, extensions }, filter) => ({
    isSet: filter.excluded_extensions.length > 0 && paths.length + extensions.length > 0,
    match:
      judgeFragment({ paths, extensions }, { ...filter, excluded_dirs: [] }) === 'excluded_extension'
        ? say('its extension is in the list')
        : null,
  }),
};
