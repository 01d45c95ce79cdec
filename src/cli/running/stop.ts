/** `hub stop`: returns when every process of Hub is gone. With `--force` also those of a Hub that hangs; it is asked to stop first, because it may only be slow. */
import { askShutdown, askStatus } from '../../client/ask-pipes.ts';
import type { HubStatus } from '../../contract/supervisor.ts';
import { mendOfHeld } from '../../domain/conditions/capture-condition.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { forgetRun } from '../../home-processes/last-run.ts';
import { openProcessIdentity } from '../../platform/process-identity/index.ts';
import { reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, notRunning, printJson, type Surface } from '../surface.ts';
import { endProcesses, isGoneWithin, supervisorOf } from './end-processes.ts';
import { waitFor } from './wait-for.ts';

const answeredWithinMs = 3_000;
const stoppedWithinMs = 20_000;
/** A Hub that does not even take the request by then hangs. */
const slowWithinMs = 5_000;

export interface StopOptions {
  readonly json?: boolean;
  /** Stops also if copies are lost by it, and kills what does not end by itself. */
  readonly force?: boolean;
}

export async function stop(surface: Surface, options: StopOptions): Promise<ExitStatus> {
  const status = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
  if (!status.ok) {
    if (status.reason === 'not-ours') return reportPipeFailure(surface, status.reason);
    if (options.force) return status.reason === 'absent' ? await stopByForce(surface, options, true) : await stopSilent(surface, options);
    return status.reason === 'no-answer' ? await reportHung(surface) : reportPipeFailure(surface, status.reason);
  }
  const why = options.force ? null : whyNow(status.value);
  if (why !== null) return failedBecause(surface, why, 'copies_in_memory');
  const asked = await askShutdown(surface.places, { timeoutMs: answeredWithinMs });
  // A Hub that answered a moment ago and is absent, hangs up or refuses now is stopping: another command has stopped it.
  const ending = asked.ok || ['absent', 'no-answer', 'stopping'].includes(asked.reason);
  if (!ending && !options.force) return failedBecause(surface, say('Hub refused to stop'), asked.reason);
  const living = ending ? await livingAtDeadline(surface, status.value) : pidsOf(status.value);
  if (living === null) return reportStopped(surface, options);
  if (options.force) return await stopByForce(surface, options, false);
  const left = say('Hub did not stop within {seconds} s; its processes: {pids}. To end them: hub stop --force', {
    seconds: stoppedWithinMs / 1_000,
    pids: living.join(', '),
  });
  return failedBecause(surface, left, 'timeout');
}

/** Why not now: there are copies that only the monitor's memory has, because the journal cannot be written to. */
function whyNow({ components }: HubStatus): string | null {
  const reason = components.find(({ id }) => id === 'clipboard')?.reason ?? null;
  if (reason === null || mendOfHeld(reason) === null) return null;
  return say(
    'Hub was not stopped, because copies would be lost: {reason}. See to that first ("hub doctor" says how), or stop Hub all the same: hub stop --force',
    { reason: sayHeard(reason) },
  );
}

/** Null once all are gone; else the pids of those that are left after `stoppedWithinMs`. */
async function livingAtDeadline(surface: Surface, status: HubStatus): Promise<readonly number[] | null> {
  // A zombie counts as gone, and so does a pid that another process has by now.
  const identity = await openProcessIdentity();
  const starts = new Map(pidsOf(status).map((pid) => [pid, identity.startOf(pid)]));
  const living = (): readonly number[] =>
    [...starts].flatMap(([pid, start]) => (start !== null && identity.startOf(pid) === start ? [pid] : []));
  const gone = await waitFor(stoppedWithinMs, async () => {
    const now = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
    if (now.ok) for (const pid of pidsOf(now.value)) starts.set(pid, identity.startOf(pid));
    return !now.ok && now.reason === 'absent' && living().length === 0 ? true : null;
  });
  return gone === null ? living() : null;
}

/** A Hub that only was too slow to answer ends in order, with all that it has to write. */
async function stopSilent(surface: Surface, options: StopOptions): Promise<ExitStatus> {
  const asked = await askShutdown(surface.places, { timeoutMs: answeredWithinMs });
  const isStopping = asked.ok || asked.reason === 'stopping';
  const isGone = await isGoneWithin(surface.places, isStopping ? stoppedWithinMs : slowWithinMs);
  return isGone ? reportStopped(surface, options) : await stopByForce(surface, options, false);
}

async function stopByForce(surface: Surface, options: StopOptions, wasAbsent: boolean): Promise<ExitStatus> {
  const ended = await endProcesses(surface.places);
  if (!ended.ok) {
    if (wasAbsent) return notRunning(surface);
    if (await isGoneWithin(surface.places, 0)) return reportStopped(surface, options);
    const why = say('Hub does not answer, and no process could be proven to belong to this Hub: end its processes by hand');
    return failedBecause(surface, why, 'no_answer');
  }
  const { ended: count, left, isSupervisorLeft } = ended.value;
  if (!wasAbsent && !isSupervisorLeft) forgetEndedRun(surface);
  if (left.length > 0)
    return failedBecause(surface, say('these processes could not be ended: {pids}', { pids: left.join(', ') }), 'timeout');
  if (options.json) printJson(surface, { ok: true, forced: count });
  else surface.print(say('Hub was ended by force: {count, plural, one {# process} other {# processes}}.', { count }));
  return 0;
}

/** Who ends Hub by force knows that it did not shut down. Best effort. */
function forgetEndedRun({ places }: Surface): void {
  try {
    forgetRun(places.run);
  } catch {
    // Then the next start reports it.
  }
}

async function reportHung(surface: Surface): Promise<ExitStatus> {
  const pid = await supervisorOf(surface.places);
  if (pid === null) return reportPipeFailure(surface, 'no-answer');
  const why = say('Hub did not answer within {seconds} s (process {pid}). To end it and all its processes: hub stop --force', {
    seconds: answeredWithinMs / 1_000,
    pid,
  });
  return failedBecause(surface, why, 'no_answer');
}

function reportStopped(surface: Surface, options: StopOptions): ExitStatus {
  if (options.json) printJson(surface, { ok: true });
  else surface.print(say('Hub has stopped.'));
  return 0;
}

function pidsOf({ components }: HubStatus): readonly number[] {
  return components.flatMap(({ pid }) => (pid === null ? [] : [pid]));
}
