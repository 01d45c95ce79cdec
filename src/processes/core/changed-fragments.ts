/**
 * Reports to the event clients which fragments were added, changed or deleted, whoever wrote that: each writer's transaction leaves the numbers in
 * the journal, and the core reads on from the last one that it has seen.
 */
import { errorCode, type Log } from '../../base/log.ts';
import { limitedLine } from '../../base/log-rate-limit.ts';
import { changesSince, lastChangeNumber } from '../../journal/fragment-changes.ts';
import { contentLimits, fragmentView, type ViewParts } from '../../journal/fragments/fragment-view.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import type { EventFeed } from './event-feed.ts';

export interface ChangedFragmentsParts {
  readonly view: ViewParts;
  readonly feed: EventFeed;
  readonly log: Log;
  /** Called if the journal could not be read: call `look` again later. */
  readonly unread: () => void;
}

export interface ChangedFragments extends Disposable {
  /** Call after a write. Never throws: what can't be read now is read when `look` is called again. */
  look(): void;
  /** The same for something that will change again in a moment: it is reported once. */
  lookSoon(): void;
}

/** A copy that is judged in time is reported once, with its judgement. */
const soonMs = 250;
/** A journal that can't be read is tried at each heartbeat, and logged less often. */
const failedEveryMs = 60_000;

/** Begins with later writes: a client reads what was there before when it connects. */
export function openChangedFragments({ view, feed, log, unread }: ChangedFragmentsParts): ChangedFragments {
  const { journal } = view;
  const failed = limitedLine(failedEveryMs);
  let seen = lastChangeNumber(journal);
  let soon: NodeJS.Timeout | undefined;

  const tell = (): void => {
    if (feed.subscribers === 0) {
      seen = lastChangeNumber(journal);
      return;
    }
    const { number, fragments } = changesSince(journal, seen);
    if (fragments === null) feed.fragmentsStale();
    for (const [id, is] of fragments ?? []) {
      const fragment = is === 'gone' ? null : readFragment(journal, id);
      // One that is deleted, and can be brought back, is still in the journal.
      if (fragment === null) feed.fragmentDeleted(id);
      else feed.fragmentChanged(fragmentView(view, fragment, contentLimits.listed));
    }
    seen = number;
  };
  const look = (): void => {
    clearTimeout(soon);
    soon = undefined;
    try {
      tell();
    } catch (error) {
      const line = failed.due();
      if (line !== null) log.warn('changes not read', { code: errorCode(error), ...line });
      unread();
    }
  };
  return {
    look,
    lookSoon: () => {
      soon ??= setTimeout(look, soonMs);
    },
    [Symbol.dispose]: () => clearTimeout(soon),
  };
}
