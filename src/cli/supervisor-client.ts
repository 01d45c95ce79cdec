/** The command's side of the supervisor's control pipe. Nothing here throws for a peer that is absent, slow or wrong (§7). */
import { askLine } from '../base/ask-line.ts';
import { type HubStatus, hubStatus, refusal, restarted, type SupervisorError } from '../contract/supervisor.ts';
import type { Places } from '../platform/locations.ts';

/** The state of everything, or null when no Hub answers within `timeoutMs`. */
export async function askStatus(places: Places, timeoutMs: number): Promise<HubStatus | null> {
  const parsed = hubStatus.safeParse(await ask(places, { op: 'status' }, timeoutMs));
  return parsed.success ? parsed.data : null;
}

export type RestartResult =
  | { readonly ok: true; readonly pid: number | null }
  | { readonly ok: false; readonly error: SupervisorError | 'not_running'; readonly detail?: string };

/** Asks for the restart of a component and waits until it is ready again, `timeoutMs` at most. */
export async function requestRestart(places: Places, componentId: string, timeoutMs: number): Promise<RestartResult> {
  const answer = await ask(places, { op: 'restart', componentId, timeoutMs }, timeoutMs + 1_000);
  const done = restarted.safeParse(answer);
  if (done.success) return { ok: true, pid: done.data.pid };
  const refused = refusal.safeParse(answer);
  if (!refused.success) return { ok: false, error: 'not_running' };
  const { error, detail } = refused.data;
  return { ok: false, error, ...(detail === undefined ? {} : { detail }) };
}

/** Asks for a graceful stop. True when it was accepted within `timeoutMs`. */
export async function requestShutdown(places: Places, timeoutMs: number): Promise<boolean> {
  const answer = await ask(places, { op: 'shutdown', timeoutMs: 10_000 }, timeoutMs);
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
}

async function ask(places: Places, request: unknown, timeoutMs: number): Promise<unknown> {
  const answer = await askLine(places.pipe('supervisor'), request, { timeoutMs });
  return answer.ok ? answer.value : null;
}
