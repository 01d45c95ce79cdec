/** Keeps the history within its limits: a pass over the oldest copies now and then, in small steps between other work. */
import { errorCode, errorOrigin, type Log } from '../../../base/log.ts';
import type { BelievedTime } from '../../../configuration/believed-time.ts';
import type { HistoryLimits } from '../../../contract/documents/hub.ts';
import type { FragmentKind } from '../../../contract/source-snapshot.ts';
import { hasLimits, type TrimLimits, type TrimStep, trimStart } from '../../../journal/keeping/trim.ts';
import { resultOfWrite } from '../../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import { type Passes, type PassTimes, pauseBetweenSteps, startPasses } from './passes.ts';

export interface TrimParts extends Partial<PassTimes> {
  readonly writer: JournalWriter;
  readonly log: Log;
  readonly limits: () => HistoryLimits;
  readonly time: BelievedTime;
  /** False while it is not known which copies are on hold. */
  readonly mayDelete?: () => boolean;
}

const dayMs = 86_400_000;

/** @returns the parts of the configuration as the journal needs them; without a time, no limit of age applies. */
export function trimLimits(
  { max_age_days: days, max_count: maxCount, max_megabytes: megabytes, kinds }: HistoryLimits,
  nowMs: number | null,
): TrimLimits {
  const since = (kind: FragmentKind): number | null => {
    const limit = Math.min(kinds[kind].max_age_days ?? Number.POSITIVE_INFINITY, days ?? Number.POSITIVE_INFINITY);
    return nowMs === null || limit === Number.POSITIVE_INFINITY ? null : nowMs - limit * dayMs;
  };
  return {
    maxCount,
    maxBytes: megabytes === null ? null : megabytes * 1_000_000,
    keptSinceMs: { text: since('text'), image: since('image'), document: since('document'), files: since('files') },
  };
}

export function startTrimming({
  writer,
  log,
  limits,
  time,
  mayDelete = () => true,
  everyMs = 600_000,
  firstAfterMs = 60_000,
}: TrimParts): Passes {
  /** The time, or null while the clock is not believed, or no limit needs it. */
  const believedNow = async (): Promise<number | null> =>
    hasLimits({ ...trimLimits(limits(), 0), maxCount: null, maxBytes: null }) ? time.now() : null;
  const pass = async (isOver: () => boolean): Promise<void> => {
    let removed = 0;
    try {
      let after: TrimStep['after'] = trimStart;
      const now = await believedNow();
      while (after !== null && !isOver() && mayDelete() && hasLimits(trimLimits(limits(), now))) {
        const step: TrimStep = await resultOfWrite(writer.write('trimStep', trimLimits(limits(), now), after));
        removed += step.removed;
        after = step.after;
        await pauseBetweenSteps();
      }
    } finally {
      if (removed > 0) log.info('history trimmed', { removed });
    }
  };
  const heldUp = (error: unknown): void => log.warn('trimming held up', { code: errorCode(error), origin: errorOrigin(error) });
  return startPasses({ pass, heldUp, everyMs, firstAfterMs });
}
