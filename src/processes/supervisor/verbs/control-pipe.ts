/** The control pipe's requests, answered by the supervisor (§4.3). It only translates. */
import path from 'node:path';
import { failed, type Outcome } from '../../../base/outcome.ts';
import {
  type HubStatus,
  type OpenAs,
  type SupervisorRequest,
  type SupervisorResponse,
  supervisorRequest,
} from '../../../contract/supervisor.ts';
import { version } from '../../../contract/version.ts';
import { told } from '../../../domain/language/say.ts';
import { openingByName } from '../../../domain/openable-files.ts';
import { isLogPage } from '../../../logs/log-names.ts';
import type { FolderOpener, OpenFolderFailure } from '../../../platform/folder-opener/index.ts';
import type { Places } from '../../../platform/locations.ts';
import type { HubDesktop } from '../desktop/hub-desktop.ts';
import type { Supervisor } from '../supervisor.ts';
import type { commandRuns } from './command-runs.ts';

export interface ControlPipeParts {
  readonly supervisor: Supervisor;
  readonly places: Pick<Places, 'home' | 'logs' | 'exports'>;
  readonly workspace: () => string;
  readonly opener: Pick<FolderOpener, 'open' | 'reveal' | 'openFile' | 'openAddress'>;
  /** Runs a saved command of the user. */
  readonly runCommand: ReturnType<typeof commandRuns>;
  readonly desktop: HubDesktop;
  /** Begins the shutdown; the answer does not wait for it. */
  readonly shutdown: (timeoutMs: number) => void;
}

/** The answer to one request; anything outside the contract is a `bad_request`. */
export function controlPipe(parts: ControlPipeParts): (request: unknown) => Promise<SupervisorResponse> {
  return async (request) => {
    const parsed = supervisorRequest.safeParse(request);
    if (!parsed.success) return { ok: false, error: 'bad_request' };
    if (isOver(parsed.data)) return { ok: false, error: 'timeout' };
    switch (parsed.data.op) {
      case 'status':
        return hubStatusOf(parts);
      case 'restart':
        return parts.supervisor.restart(parsed.data.componentId, parsed.data.timeoutMs);
      case 'shutdown':
        parts.shutdown(parsed.data.timeoutMs);
        return { ok: true };
      case 'open':
        return answerOf(await open(parts, parsed.data.as, parsed.data.target), parsed.data.as);
      case 'run-command':
        return parts.runCommand(parsed.data);
      case 'desktop':
        return parts.desktop.offer(parsed.data.environment, parsed.data.isAsked);
    }
  };
}

/** Whether who asked has been told by now that nothing came of it. */
function isOver(request: SupervisorRequest): boolean {
  return request.op !== 'status' && request.untilMs !== undefined && request.untilMs < Date.now();
}

/** The page of the logs, whose script is Hub's own, and the report of a support bundle, which has none. Any other page would be somebody else's. */
function isOwnPage({ logs, exports }: ControlPipeParts['places'], target: string): boolean {
  const isReport = path.dirname(target) === exports && /^hub-support-\d{4}-\d\d-\d\d-\d{6}(?:-\d{1,3})?\.html$/.test(path.basename(target));
  return isReport || isLogPage(logs, target);
}

/** By this process and not by the window's: a program inherits the priority of the process that starts it, and the window's is low. */
async function open(
  { opener, places }: Pick<ControlPipeParts, 'opener' | 'places'>,
  as: OpenAs,
  target: string,
): Promise<Outcome<null, OpenFolderFailure>> {
  if (as === 'address') return opener.openAddress(target);
  if (!path.isAbsolute(target)) return failed('refused');
  if (as === 'own-page') return isOwnPage(places, target) ? opener.openFile(target) : failed('refused');
  if (as === 'folder' && target.endsWith(path.sep)) return opener.open(target);
  // What its name does not tell was looked at by who asks: a disk that does not answer must not hold this process.
  const isShown = ['runs', 'unknown'].includes(openingByName(target, process.platform));
  return as === 'file' && !isShown ? opener.openFile(target) : opener.reveal(target);
}

const notStarted: Readonly<Record<Exclude<OpenFolderFailure, 'refused'>, string>> = {
  'no-display': told('There is no display to open it on'),
  'no-opener': told('This system has no program that opens it (on Linux: xdg-open, of the package xdg-utils)'),
};

function answerOf(opened: Outcome<null, OpenFolderFailure>, as: OpenAs): SupervisorResponse {
  if (opened.ok) return { ok: true };
  const { reason, detail } = opened;
  return { ok: false, error: 'failed', detail: reason === 'refused' ? whyRefused(as, detail ?? null) : notStarted[reason] };
}

/** @param program the one that failed, and how; null if none was asked */
function whyRefused(as: OpenAs, program: string | null): string {
  if (as === 'address')
    return program === null
      ? told('The browser could not be opened. Check your default browser.')
      : told('The browser could not be opened ({program}). Check your default browser.', { program });
  return program === null
    ? told('It could not be opened. Check which program opens such files.')
    : told('It could not be opened: {program}. Check which program opens such files.', { program });
}

function hubStatusOf({ supervisor, places, workspace }: ControlPipeParts): HubStatus {
  return { ok: true, home: places.home, workspace: workspace(), version, ports: supervisor.ports(), components: [...supervisor.status()] };
}
