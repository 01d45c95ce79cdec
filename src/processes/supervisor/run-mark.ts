/** The mark of the running supervisor (`src/home-processes/last-run.ts`): written before the first component starts, and removed as soon as Hub is told to stop. */
import { rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { within } from '../../base/deadline.ts';
import { type Log, timeWord } from '../../base/log.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { told } from '../../domain/language/say.ts';
import {
  crashEvent,
  isRecent,
  keepsRunMark,
  type NoticedCrash,
  noticeCrash,
  runMarkName,
  runMarkText,
} from '../../home-processes/last-run.ts';
import { LatestText } from './replace-file.ts';

const touchedEveryMs = 60_000;
/** A disk that does not answer by then is not waited for. */
const endsWithinMs = 1_000;

export interface RunMark extends AsyncDisposable {
  /** Hub runs from now on. */
  begin(): void;
  /** It was told to stop: however that goes on, it is no crash. Resolves when the mark is gone, which nobody has to wait for; never rejects. */
  end(): Promise<void>;
}

/** Says in the log that the last run ended without shutting down, if it did, and so that it stays known for the doctor. Synchronous, like the start up to the first component. */
export function reportLastRun(run: string, log: Log, nowMs: number): NoticedCrash | null {
  const crash = noticeCrash(run, nowMs);
  if (crash === null) return null;
  const { startedMs, lastSeenMs } = crash;
  log.error(crashEvent, { lastSeen: timeWord(lastSeenMs), started: startedMs === null ? null : timeWord(startedMs) });
  return crash;
}

/** For the status of the supervisor, whose own failure ends Hub: what the next one knows of it. */
export function failureOfLastRun(crash: NoticedCrash | null, nowMs: number): ComponentStatus['lastFailure'] {
  if (crash === null || !isRecent(crash, nowMs)) return undefined;
  return {
    count: 1,
    at: new Date(crash.lastSeenMs).toISOString(),
    because: told('Hub crashed or was killed, or the computer failed'),
  };
}

export interface RunMarkParts {
  /** The folder of the home for what is running. */
  readonly run: string;
  readonly log: Log;
  readonly platform: NodeJS.Platform;
  readonly everyMs?: number;
}

/** Nothing here waits for a disk. Without a mark, a crash is not noticed: it has no other consequence, and a failed write is logged once. */
export function openRunMark({ run, log, platform, everyMs = touchedEveryMs }: RunMarkParts): RunMark {
  const file = path.join(run, runMarkName);
  let [timer, isTouching]: [NodeJS.Timeout | undefined, boolean] = [undefined, false];
  let ending: Promise<void> | null = null;
  const mark = new LatestText(file, () => log.warn('mark of this run not written'));
  const touch = async (): Promise<void> => {
    if (isTouching) return;
    isTouching = true;
    const now = new Date();
    await utimes(file, now, now).catch(() => {});
    isTouching = false;
  };
  const end = (): Promise<void> => {
    clearInterval(timer);
    // What is being written would come back after it was removed.
    ending ??= mark.settled().then(() => rm(file, { force: true }).catch(() => {}));
    return ending;
  };
  return {
    begin: () => {
      if (!keepsRunMark(platform) || ending !== null || timer !== undefined) return;
      void mark.put(runMarkText(run, Date.now()));
      timer = setInterval(() => void touch(), everyMs).unref();
    },
    end,
    [Symbol.asyncDispose]: async () => void (await within(endsWithinMs, end())),
  };
}
