/** The control pipe's requests, answered by the supervisor (§4.3). It only translates. */

import { type HubStatus, type SupervisorResponse, supervisorRequest } from '../../contract/supervisor.ts';
import type { Supervisor } from './supervisor.ts';

export interface ControlPipeParts {
  readonly supervisor: Supervisor;
  readonly home: string;
  readonly workspace: () => string;
  /** Begins the shutdown; the answer does not wait for it. */
  readonly shutdown: (timeoutMs: number) => void;
}

/** The answer to one request; whatever is not one of the contract's is a `bad_request`. */
export function controlPipe(parts: ControlPipeParts): (request: unknown) => Promise<SupervisorResponse> {
  return async (request) => {
    const parsed = supervisorRequest.safeParse(request);
    if (!parsed.success) return { ok: false, error: 'bad_request' };
    switch (parsed.data.op) {
      case 'status':
        return hubStatusOf(parts);
      case 'restart':
        return parts.supervisor.restart(parsed.data.componentId, parsed.data.timeoutMs);
      case 'shutdown':
        parts.shutdown(parsed.data.timeoutMs);
        return { ok: true };
    }
  };
}

function hubStatusOf({ supervisor, home, workspace }: ControlPipeParts): HubStatus {
  return { ok: true, home, workspace: workspace(), ports: supervisor.ports(), components: [...supervisor.status()] };
}
