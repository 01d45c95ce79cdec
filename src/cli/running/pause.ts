/** `hub pause`, `hub ignore-next` and `hub resume`: the verbs that decide whether the next copies are captured, and for how long. */
import { systemTimeZone } from '../../base/timestamp.ts';
import { askVerb } from '../../client/ask-pipes.ts';
import type { ActionVerb } from '../../contract/action-verbs.ts';
import { longestPauseMs, shortestPauseMs } from '../../contract/single-instance.ts';
import { ignoresNextForMs } from '../../domain/capture/pause-time.ts';
import { say, sayHeard, withinSentence } from '../../domain/language/say.ts';
import { untilLabel } from '../../domain/view/shown-time.ts';
import { isPipeFailure, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { oneLine } from '../table.ts';

export interface PauseOptions {
  /** `1h`, `30m`, `1h30m`. */
  readonly for?: string;
  /** `18:00`. */
  readonly until?: string;
  readonly json?: boolean;
}

const dispatchedWithinMs = 10_000;
/** Of days, hours, minutes and seconds. */
const unitsMs = [86_400_000, 3_600_000, 60_000, 1_000];

/** The time that a word such as `1h30m` stands for; null for any other word. */
export function lengthOf(word: string): number | null {
  const parts = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(word);
  if (word === '' || parts === null) return null;
  return parts.slice(1).reduce((sum, count, at) => sum + Number(count ?? 0) * (unitsMs[at] ?? 0), 0);
}

/** How long it is until the clock on the wall shows `18:00`, today or tomorrow; null for any other word. */
export function timeUntil(word: string, now: Date): number | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(word) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const at = (daysLater: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysLater, Number(hour), Number(minute)).getTime();
  return (at(0) > now.getTime() ? at(0) : at(1)) - now.getTime();
}

export async function pause(surface: Surface, options: PauseOptions): Promise<ExitStatus> {
  const { for: length, until } = options;
  if (length !== undefined && until !== undefined) return wrongUsage(surface, say('use --for or --until, not both'));
  const forMs = length !== undefined ? lengthOf(length) : until !== undefined ? timeUntil(until, new Date()) : undefined;
  if (forMs === null)
    return wrongUsage(
      surface,
      length === undefined ? say('--until takes a time such as 18:00') : say('--for takes a time such as 30m, 1h or 1h30m'),
    );
  if (forMs !== undefined && (forMs < shortestPauseMs || forMs > longestPauseMs))
    return wrongUsage(surface, say('a pause with an end lasts from one second to 31 days'));
  const done =
    forMs === undefined
      ? say('Capture is paused. To resume it: hub resume')
      : say('Capture is paused until {end}. To resume it: hub resume', { end: shownEnd(forMs) });
  return reported(surface, { verb: 'pause-capture', forMs, done }, options);
}

export function ignoreNext(surface: Surface, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const end = shownEnd(ignoresNextForMs);
  const done = say('The next copy is ignored, if it is made before {end}. To capture it after all: hub resume', { end });
  return reported(surface, { verb: 'ignore-next-copy', done }, options);
}

export function resume(surface: Surface, options: { readonly json?: boolean }): Promise<ExitStatus> {
  return reported(surface, { verb: 'resume-capture', done: say('Capture resumed.') }, options);
}

function shownEnd(afterMs: number): string {
  return shownTime(Date.now() + afterMs);
}

function shownTime(atMs: number): string {
  return untilLabel(atMs, { nowMs: Date.now(), timeZone: systemTimeZone() });
}

interface Deed {
  readonly verb: ActionVerb;
  readonly forMs?: number | undefined;
  /** Printed if Hub itself has nothing to say. */
  readonly done: string;
}

async function reported(surface: Surface, { verb, forMs, done }: Deed, { json }: { readonly json?: boolean }): Promise<ExitStatus> {
  const asked = await askVerb(surface.places, verb, { timeoutMs: dispatchedWithinMs, forMs });
  if (asked.ok) {
    const { detail, replacedEndMs } = asked.value;
    if (json) printJson(surface, asked.value);
    else if (replacedEndMs !== undefined)
      surface.print(
        say('Capture is paused until you resume it: hub resume. The end at {end} no longer applies.', { end: shownTime(replacedEndMs) }),
      );
    if (!json && (detail !== undefined || replacedEndMs === undefined))
      surface.print(detail === undefined ? done : oneLine(sayHeard(detail), 500));
    return 0;
  }
  if (isPipeFailure(asked.reason)) return reportPipeFailure(surface, asked.reason);
  const why =
    asked.reason === 'stopping'
      ? say('Hub is stopping; start it again with: hub start')
      : asked.detail === undefined
        ? say('Hub did not do it')
        : withinSentence(sayHeard(asked.detail));
  return failedBecause(surface, oneLine(why, 500), asked.reason);
}
