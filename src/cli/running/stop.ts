/** `hub stop`: returns when every process of Hub is gone. */
import { askShutdown, askStatus } from '../../client/ask-pipes.ts';
import type { HubStatus } from '../../contract/supervisor.ts';
import { say } from '../../domain/language/say.ts';
import { openProcessIdentity } from '../../platform/process-identity/index.ts';
import { reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { waitFor } from './wait-for.ts';

const answeredWithinMs = 3_000;
const stoppedWithinMs = 20_000;

export async function stop(surface: Surface, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const status = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
  if (!status.ok) return reportPipeFailure(surface, status.reason);
  const asked = await askShutdown(surface.places, { timeoutMs: answeredWithinMs });
  // A Hub that answered a moment ago and is absent, hangs up or refuses now is stopping: another command has stopped it.
  const ending = asked.ok || ['absent', 'no-answer', 'stopping'].includes(asked.reason);
  if (!ending) return failedBecause(surface, say('Hub refused to stop'), asked.reason);
  // A zombie counts as gone, and so does a pid that another process has by now.
  const identity = await openProcessIdentity();
  const starts = new Map(pidsOf(status.value).map((pid) => [pid, identity.startOf(pid)]));
  const living = (): readonly number[] =>
    [...starts].flatMap(([pid, start]) => (start !== null && identity.startOf(pid) === start ? [pid] : []));
  const gone = await waitFor(stoppedWithinMs, async () => {
    const now = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
    if (now.ok) for (const pid of pidsOf(now.value)) starts.set(pid, identity.startOf(pid));
    return !now.ok && now.reason === 'absent' && living().length === 0 ? true : null;
  });
  if (gone === null) {
    const why = say('Hub did not stop within {seconds} s; its processes: {pids}', {
      seconds: stoppedWithinMs / 1_000,
      pids: living().join(', '),
    });
    return failedBecause(surface, why, 'timeout');
  }
  if (options.json) printJson(surface, { ok: true });
  else surface.print(say('Hub has stopped.'));
  return 0;
}

function pidsOf({ components }: HubStatus): readonly number[] {
  return components.flatMap(({ pid }) => (pid === null ? [] : [pid]));
}
