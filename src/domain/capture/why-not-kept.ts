/** Why a copy was not kept: which rule decided, and what changes that. The only place with these words. */
import type { FragmentReason } from '../../contract/journal.ts';
import { familyOfReason, type SecretFamily } from '../../contract/secret-families.ts';
import type { SnapshotAbsence } from '../../contract/source-snapshot.ts';
import { say } from '../language/say.ts';
import { secretInWords } from '../secrets/secret-in-words.ts';

export interface WhyNotKept {
  /** The key of content-filter.json that decided; null if no rule did. */
  readonly rule: 'excluded_app_names' | 'blacklisted_window_keywords' | 'detect_secrets' | 'excluded_dirs' | 'excluded_extensions' | null;
  /** A sentence without its beginning and its end: `it looks like a GitHub token`. */
  readonly because: string;
  /** What an exception would be for; null if only the rule itself can be changed. */
  readonly family: SecretFamily | null;
}

/** Of a fragment in the history; null if its reason is not one of the filter's. */
export function whyFiltered(reason: FragmentReason | string | null): WhyNotKept | null {
  const family = familyOfReason(reason);
  if (family !== null) return { rule: 'detect_secrets', because: say('it looks like {secret}', { secret: secretInWords(family) }), family };
  if (reason === 'excluded_dir') return { rule: 'excluded_dirs', because: say('your filter excludes its folder'), family };
  if (reason === 'excluded_extension') return { rule: 'excluded_extensions', because: say('your filter excludes its extension'), family };
  return null;
}

/** As the end of a sentence about a copy: `was not kept: it looks like a GitHub token (detect_secrets in content-filter.json)`. */
export function wasNotKept(reason: FragmentReason | string | null): string {
  const why = whyFiltered(reason);
  return why === null
    ? say('was not kept')
    : say('was not kept: {because} ({rule} in content-filter.json)', { because: why.because, rule: why.rule ?? '' });
}

/** Of a copy that was not even read; null for a word that is about something else. */
export function whyUnread(absence: SnapshotAbsence | null): WhyNotKept | null {
  const because = absence === null ? undefined : unread[absence]?.();
  return because === undefined ? null : { rule: rules[absence ?? 'cleared'] ?? null, because, family: null };
}

const unread: Readonly<Partial<Record<SnapshotAbsence, () => string>>> = {
  concealed: () => say('its program marks it as secret, which no setting changes'),
  excluded: () => say('its program is in the list of excluded applications'),
  'excluded-window': () => say('the title of its window contains an excluded keyword'),
  'owner-unknown': () => say('some programs or windows are excluded, and Hub could not tell which program made it'),
  'filter-unknown': () => say('content-filter.json is not valid, so nothing is captured'),
  'being-read': () => say('its program has not handed it over yet'),
  unreadable: () => say('its program did not hand it over'),
  paused: () => say('it was made while capture was paused'),
  ignored: () => say('you wanted it to be ignored'),
  unwatched: () => say('it was made while Hub was not watching'),
};

const rules: Readonly<Partial<Record<SnapshotAbsence, WhyNotKept['rule']>>> = {
  excluded: 'excluded_app_names',
  'excluded-window': 'blacklisted_window_keywords',
};
