/** The retention policy and the legal holds in words. */
import type { LegalHold } from '../../contract/documents/legal-hold.ts';
import type { RetentionPolicy, RetentionRule } from '../../contract/documents/retention-policy.ts';
import { sayNumber } from '../language/numbers.ts';
import { say } from '../language/say.ts';
import { type Clock, untilLabel } from '../view/shown-time.ts';
import type { LastRun } from './rules.ts';

/** One line for each rule, and what is true of all of them. */
export function policyInWords({ enabled, rules, delete_pinned: deletesPinned }: RetentionPolicy): readonly string[] {
  if (rules.length === 0)
    return [say('The retention policy has no rules, so it deletes nothing. To add some: hub config edit retention-policy')];
  return [
    enabled
      ? say('Retention is on: once a day Hub deletes by these rules. To do it now: hub retention run')
      : say('Retention is off: these rules apply only to hub retention run. To turn it on: hub config set retention-policy enabled true'),
    ...rules.map((rule) => `  ${ruleInWords(rule)}`),
    deletesPinned ? say('Pinned copies are deleted like others.') : say('Pinned copies stay.'),
  ];
}

/** When retention ran last, and when it runs next by itself (Unix times in ms; null: it does not). */
export function runTimesInWords(last: LastRun | null, nextMs: number | null, clock: Clock): readonly string[] {
  const lastRun = last === null ? [] : [say('Last run: {time}', { time: untilLabel(last.beganAtMs, clock) })];
  if (nextMs === null) return lastRun;
  const next =
    nextMs <= clock.nowMs
      ? say('A run is due: while Hub runs, it begins within ten minutes.')
      : say('Next run: {time}, and two minutes after Hub starts or the rules change', { time: untilLabel(nextMs, clock) });
  return [...lastRun, next];
}

function ruleInWords({ id, kinds, max_age: age, max_count: count, max_megabytes: megabytes }: RetentionRule): string {
  if (count === 0)
    return kinds === null
      ? say('{id}: deletes all copies', { id })
      : say('{id}: deletes all copies of kind:{kinds}', { id, kinds: kinds.join(',') });
  const limits = [
    age === null ? '' : say('copies older than {age}', { age }),
    count === null ? '' : say('all but the newest {count} copies', { count: sayNumber(count) }),
    megabytes === null ? '' : say('all but the newest {count} MB of copies', { count: sayNumber(megabytes) }),
  ];
  const given = limits.filter((limit) => limit !== '');
  const what = given.join(say(', and '));
  if (kinds === null) return say('{id}: deletes {what}', { id, what });
  return given.length === 1 && age === null
    ? say('{id}: deletes {what} of kind:{kinds}', { id, what, kinds: kinds.join(',') })
    : say('{id}: of the copies of kind:{kinds}, deletes {what}', { id, kinds: kinds.join(','), what });
}

/** The conditions of a hold, as they are written. */
export function holdInWords({ copies, from, until, application, query }: LegalHold): string {
  const conditions = [
    copiedBetween(from, until),
    application === '' ? '' : say('copied from {name}', { name: application }),
    query === '' ? '' : say('found by a search for "{query}"', { query }),
  ];
  const all = conditions.filter((each) => each !== '').join(', ');
  const named =
    copies.length === 0
      ? ''
      : say('{count, plural, one {copy {some}} other {copies {some}}}', { count: copies.length, some: numbers(copies) });
  return [named, all].filter((each) => each !== '').join('; ');
}

function copiedBetween(from: string | null, until: string | null): string {
  if (from !== null && until !== null) return say('copied from {from} to {until}', { from, until });
  if (from !== null) return say('copied since {time}', { time: from });
  return until === null ? '' : say('copied until {time}', { time: until });
}

function numbers(copies: readonly number[]): string {
  return `${copies.slice(0, 10).join(', ')}${copies.length > 10 ? ', …' : ''}`;
}

/** That a run has begun new records, because the earlier ones are gone; `all`: with those that were gone before. */
export function goneRecordsInWords(gone: number, all: number): string {
  return gone === all
    ? say(
        'warning: {count, plural, one {the earlier retention record is} other {all # earlier retention records are}} gone from data/retention, so this run has begun new ones, and the first says so. If you have not moved that folder away, somebody else has deleted it.',
        { count: gone },
      )
    : say(
        'warning: {count, plural, one {the earlier retention record is} other {all # earlier retention records are}} gone from data/retention ({all, number} in all since the first loss), so this run has begun new ones, and the first says so. If you have not moved that folder away, somebody else has deleted it.',
        { count: gone, all },
      );
}

/** The same before a run. */
export function wouldBeginAnew(): string {
  return say('the earlier retention records are gone; a run would begin new ones. To keep the old ones, bring back data/retention first');
}

/** That the digests in the records can't be compared with contents any more, and what helps. */
export function lostKeyInWords(lost: 'missing' | 'another' | 'several'): string {
  if (lost === 'several')
    return say(
      'the records name more than one digest.key, because a lost one was replaced, so of what was deleted with another one they no longer show which content it was; no backup changes that',
    );
  return lost === 'missing'
    ? say(
        'digest.key, which the records name, is missing, so they can no longer show which content was deleted; restore the file from a backup',
      )
    : say(
        'digest.key is not the one that the records name, so they can no longer show which content was deleted; restore the file from a backup',
      );
}
