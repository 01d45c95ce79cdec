/** `hub restart ID` (§4.2 RequestRestart): starts a component that is not running, too. */
import { componentIds } from '../contract/components.ts';
import { requestRestart } from './supervisor-client.ts';
import { type ExitStatus, failedBecause, notRunning, printJson, type Surface } from './surface.ts';

const timeoutMs = 10_000;

export async function restart(surface: Surface, id: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const result = await requestRestart(surface.places, id, timeoutMs);
  if (!result.ok && result.error === 'not_running') return notRunning(surface);
  if (options.json) printJson(surface, result);
  if (result.ok) {
    if (!options.json) surface.print(`${id} is running again${result.pid === null ? '' : `, as process ${result.pid}`}.`);
    return 0;
  }
  const known = componentIds.filter((component) => component !== 'supervisor').join(', ');
  if (result.error === 'unknown_component') return failedBecause(surface, `there is no component of that name; there are ${known}`);
  return failedBecause(surface, `${id} could not be restarted: ${result.detail ?? result.error}`);
}
