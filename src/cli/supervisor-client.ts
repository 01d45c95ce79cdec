/** The status, or null, for the harness of the stories. */
import { askStatus as askForStatus } from '../client/ask-pipes.ts';
import type { HubStatus } from '../contract/supervisor.ts';
import type { Places } from '../platform/locations.ts';

/** The state of everything, or null when no Hub answers within `timeoutMs`. */
export async function askStatus(places: Places, timeoutMs: number): Promise<HubStatus | null> {
  const asked = await askForStatus(places, { timeoutMs });
  return asked.ok ? asked.value : null;
}
