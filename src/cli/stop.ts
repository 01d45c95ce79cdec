/** `hub stop`: returns when every process of Hub is gone. */
import { askShutdown, askStatus } from '../client/ask-pipes.ts';
import type { HubStatus } from '../contract/supervisor.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from './surface.ts';
import { failureJson, unanswered } from './unanswered.ts';
import { waitFor } from './wait-for.ts';

const answeredWithinMs = 3_000;
const stoppedWithinMs = 20_000;

export async function stop(surface: Surface, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const status = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
  if (!status.ok) return failedAs(surface, options, status, unanswered(surface, status.reason));
  const asked = await askShutdown(surface.places, { timeoutMs: answeredWithinMs });
  // One that answered a moment ago and is absent, hangs up or refuses now is just ending: somebody else has stopped it.
  const ending = asked.ok || ['absent', 'no-answer', 'stopping'].includes(asked.reason);
  if (!ending) return failedAs(surface, options, asked, failedBecause(surface, 'Hub does not take the request to stop'));
  const pids = new Set(pidsOf(status.value));
  const gone = await waitFor(stoppedWithinMs, async () => {
    const now = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
    if (now.ok) for (const pid of pidsOf(now.value)) pids.add(pid);
    return !now.ok && now.reason === 'absent' && ![...pids].some(isAlive) ? true : null;
  });
  if (gone === null) {
    const why = `Hub did not stop within ${stoppedWithinMs / 1_000} s; its processes: ${[...pids].filter(isAlive).join(', ')}`;
    return failedAs(surface, options, { reason: 'timeout' }, failedBecause(surface, why));
  }
  if (options.json) printJson(surface, { ok: true });
  else surface.print('Hub has stopped.');
  return 0;
}

function failedAs(
  surface: Surface,
  { json }: { readonly json?: boolean },
  failure: { readonly reason: string },
  status: ExitStatus,
): ExitStatus {
  if (json) printJson(surface, failureJson(failure));
  return status;
}

function pidsOf({ components }: HubStatus): readonly number[] {
  return components.flatMap(({ pid }) => (pid === null ? [] : [pid]));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
