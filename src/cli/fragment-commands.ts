/** `hub copy ID` and `hub delete ID`: done by the running Hub, through its bridge. */
import type { BridgeRequest } from '../client/bridge-request.ts';
import { askBridge } from './bridge-client.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from './surface.ts';
import { unanswered } from './unanswered.ts';

export function copy(surface: Surface, id: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  return ask(surface, id, { method: 'POST', path: `/api/fragments/${id}/copy`, body: {} }, 'is on the clipboard.', options);
}

export function remove(surface: Surface, id: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  return ask(surface, id, { method: 'DELETE', path: `/api/fragments/${id}` }, 'is deleted from the history; a saved file stays.', options);
}

async function ask(
  surface: Surface,
  id: string,
  request: BridgeRequest,
  done: string,
  options: { readonly json?: boolean },
): Promise<ExitStatus> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return failedBecause(surface, 'a fragment has a number; hub history lists them');
  const answer = await askBridge(surface.places, request);
  if (answer.kind === 'unanswered') return unanswered(surface, answer.reason);
  if (answer.kind === 'refused' && answer.status === 404)
    return failedBecause(surface, `there is no fragment ${id}; hub history lists them`);
  if (answer.kind !== 'answer') return failedBecause(surface, answer.detail);
  if (options.json) printJson(surface, answer.body);
  else surface.print(`Fragment ${id} ${done}`);
  return 0;
}
