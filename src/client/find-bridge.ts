/** Where the bridge of a Hub is, according to its supervisor, so that no other Hub is reached. It does not guess the default port. */
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { ComponentStatus } from '../contract/supervisor.ts';
import type { Places } from '../platform/locations.ts';
import { askStatus, type PipeFailure } from './ask-pipes.ts';
import type { CallTime } from './call-time.ts';

/** The port of the bridge. `no-bridge`: the core does not listen, and the detail says why. The other reasons are those of the supervisor's pipe. */
export async function findBridge(places: Places, time: CallTime): Promise<Outcome<number, PipeFailure | 'no-bridge'>> {
  const status = await askStatus(places, time);
  if (!status.ok) return status;
  const { ports, components } = status.value;
  return ports.bridge === null ? failed('no-bridge', whyNoBridge(components.find(({ id }) => id === 'python_core'))) : done(ports.bridge);
}

/** A core that is about to be ready is reported as that. */
function whyNoBridge(core: ComponentStatus | undefined): string {
  const isComing = core?.state === 'starting' || core?.state === 'backoff';
  const why = core?.reason ?? `the core is ${core?.state ?? 'missing'}`;
  return isComing ? `${why}; try again in a moment` : why;
}
