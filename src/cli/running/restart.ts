/** `hub restart ID` (§4.2 RequestRestart): also starts a component that is not running. */
import { askRestart } from '../../client/ask-pipes.ts';
import { componentIds } from '../../contract/components.ts';
import { isPipeFailure, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { oneLine } from '../table.ts';

const readyWithinMs = 15_000;

export async function restart(surface: Surface, id: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const asked = await askRestart(surface.places, id, { timeoutMs: readyWithinMs });
  if (asked.ok) {
    const { pid } = asked.value;
    if (options.json) printJson(surface, { ok: true, componentId: id, pid });
    else surface.print(`${id} is running again${pid === null ? '' : `, as process ${pid}`}.`);
    return 0;
  }
  if (isPipeFailure(asked.reason)) return reportPipeFailure(surface, asked.reason);
  return failedBecause(surface, whyNot(oneLine(id, 40), asked), asked.reason);
}

function whyNot(id: string, { reason, detail }: { readonly reason: string; readonly detail?: string }): string {
  const known = componentIds.filter((component) => component !== 'supervisor').join(', ');
  if (reason === 'unknown_component' && detail !== undefined) return `${id} cannot be restarted alone: ${detail}`;
  if (reason === 'unknown_component' || reason === 'bad_request') return `unknown component; choose one of ${known}`;
  if (reason === 'stopping') return 'Hub is stopping; start it again with: hub start';
  if (reason === 'timeout') return `${id} was not ready within ${readyWithinMs / 1_000} s; see: hub status`;
  return `${id} could not be restarted: ${detail ?? 'it ended again; see: hub status'}`;
}
