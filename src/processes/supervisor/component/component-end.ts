/** How a component's process ended: who ended it, the sentence for the user, and whether it is restarted. */
import { within } from '../../../base/deadline.ts';
import { exitCodes } from '../../../contract/components.ts';
import { told } from '../../../domain/language/say.ts';
import type { ComponentLife, SupervisedProcessOptions } from './component-life.ts';
import type { ProcessEnd } from './component-process.ts';
import type { KeptEnd } from './failed-log.ts';
import {
  decideRestart,
  type EndedBy,
  failuresThatCount,
  isQuick,
  type ProcessFailure,
  type RestartDecision,
  wellFor,
} from './restart-policy.ts';

export type ComponentEnd = ProcessFailure & KeptEnd;

/** By why we killed it, if we did, and the signal that ended it. */
function endedBy(verdict: string | null, { signal }: Pick<ProcessEnd, 'signal'>): EndedBy {
  if (verdict !== null) return 'us';
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? 'others' : 'itself';
}

/** A sentence for the user. */
export function causeOf({ code, signal, verdict, lastWords }: Pick<ComponentEnd, 'code' | 'signal' | 'verdict' | 'lastWords'>): string {
  const words = lastWords;
  if (verdict !== null)
    return words === null ? told('{verdict} and was killed', { verdict }) : told('{verdict} and was killed ({words})', { verdict, words });
  if (code === exitCodes.journalDamaged) return told('it stopped because the journal is damaged');
  if (signal !== null)
    return words === null ? told('ended by {signal}', { signal }) : told('ended by {signal} ({words})', { signal, words });
  if (code !== null)
    return words === null ? told('ended with code {code}', { code }) : told('ended with code {code} ({words})', { code, words });
  return words === null ? told('could not be started') : told('could not be started ({words})', { words });
}

/** The record of an end; `nowMs` is of performance.now(). */
export function endOf(life: ComponentLife, end: ProcessEnd, nowMs: number): ComponentEnd {
  const { verdict, logFrom, readyAtMs, heardAtMs } = life;
  const times = { readyAtMs, heardAtMs, endedAtMs: nowMs };
  const by = endedBy(verdict, end);
  return {
    ...end,
    atMs: nowMs,
    quick: isQuick(times, by),
    wellMs: wellFor(times, by),
    time: new Date().toISOString(),
    verdict,
    readyForMs: readyAtMs === null ? 0 : Math.round(nowMs - readyAtMs),
    logFrom,
  };
}

/** Whether it is restarted after its last end, and which of its ends still count. */
export function judgeEnds(
  ends: readonly ComponentEnd[],
  end: ComponentEnd,
): { readonly counting: readonly ComponentEnd[]; readonly decision: RestartDecision } {
  const counting = failuresThatCount([...ends, end], end.atMs);
  const isHopeless = end.code === exitCodes.configuration;
  return { counting, decision: isHopeless ? { kind: 'give-up' } : decideRestart(counting, end.atMs, Math.random()) };
}

export interface GivenUp {
  readonly id: string;
  readonly end: ComponentEnd;
  /** Where its last log lines were kept. */
  readonly file: string | null;
  readonly isDiskFull: boolean;
}

/** The reason of a component that is not started again by itself, and how to start it. */
export function whyGivenUp({ id, end, file, isDiskFull }: GivenUp): string {
  if (isDiskFull) return told('the disk of Hub’s home is full; free some space on it, then: hub restart {id}', { id });
  return file === null
    ? told('{cause}; hub restart {id} tries again', { cause: causeOf(end), id })
    : told('{cause}; {file} has its last lines; hub restart {id} tries again', { cause: causeOf(end), file, id });
}

const keptWithinMs = 500;

/** What is known about a component that is given up: the file with its last log lines, if they could be kept, and whether the disk is full. Waits only briefly. */
export async function evidenceOf(
  { kept, isDiskFull }: SupervisedProcessOptions,
  ends: readonly ComponentEnd[],
): Promise<{ readonly file: string | null; readonly isDiskFull: boolean }> {
  const [file, isFull] = await Promise.all([
    within(keptWithinMs, kept?.keep(ends) ?? Promise.resolve(null)),
    within(keptWithinMs, isDiskFull?.() ?? Promise.resolve(false)),
  ]);
  return { file: typeof file === 'string' ? file : null, isDiskFull: isFull === true };
}
