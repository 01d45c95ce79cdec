/** One of Hub's pipes, as each process that has one serves it (§4.3): in a folder that nobody else may enter, and never in place of a live one. */

import { ensurePrivateFolder } from '../base/files/private-folder.ts';
import type { Log } from '../base/log.ts';
import { failed, type Outcome } from '../base/outcome.ts';
import { type LinePipeOptions, serveLines } from '../base/pipes/line-server.ts';
import type { SettingsRequest } from '../contract/settings.ts';
import type { SupervisorRequest } from '../contract/supervisor.ts';
import type { PairingRequest } from '../contract/web-listener/pairings.ts';
import { told } from '../domain/language/say.ts';
import type { PipeName, Places } from '../platform/locations.ts';
import { pipeSecurity } from '../platform/pipe-security/index.ts';

export interface ServePipeOptions extends Pick<LinePipeOptions, 'answer' | 'onDisturbed'> {
  readonly places: Places;
  readonly name: PipeName;
  /** Null as long as there is none. */
  readonly log: () => Log | null;
}

type Operation = SupervisorRequest['op'] | SettingsRequest['op'] | PairingRequest['op'];

/** The operation of a request, if it is one of the contract's words: nothing else of it gets into a log. */
const operations: Readonly<Record<Operation, true>> = {
  status: true,
  restart: true,
  shutdown: true,
  open: true,
  'run-command': true,
  desktop: true,
  catalog: true,
  select: true,
  add: true,
  rename: true,
  remove: true,
  get: true,
  set: true,
  pair: true,
  pairings: true,
  revoke: true,
};

function operationOf(asked: unknown): Operation | null {
  return typeof asked === 'string' && Object.hasOwn(operations, asked) ? (asked as Operation) : null;
}

/** Serves the pipe `name` of a home. The detail of a failure is a sentence that says what to do. */
export async function servePipe({ places, name, log, answer, ...options }: ServePipeOptions): Promise<Outcome<AsyncDisposable, 'refused'>> {
  const folder = places.sockets === null ? null : ensurePrivateFolder(places.sockets);
  if (folder !== null && !folder.ok)
    return failed('refused', told('the folder {folder} is not private to this user; remove it', { folder: places.sockets ?? '' }));
  const path = places.pipe(name);
  const served = await serveLines({
    path,
    answer: logged(name, answer, log),
    ...options,
    ...(pipeSecurity !== null && { protect: pipeSecurity.protect }),
  });
  return served.ok ? served : failed('refused', because[served.reason](path));
}

/** The same answers, each with a line in a detailed log: the operation, and whether it succeeded. */
function logged(pipe: PipeName, answer: LinePipeOptions['answer'], log: ServePipeOptions['log']): LinePipeOptions['answer'] {
  return async (request) => {
    const startMs = performance.now();
    const answered = await answer(request);
    const asked = typeof request === 'object' && request !== null && 'op' in request ? request.op : null;
    const ok = typeof answered === 'object' && answered !== null && 'ok' in answered && answered.ok === true;
    const ms = Math.round((performance.now() - startMs) * 10) / 10;
    log()?.debug('pipe asked', { pipe, op: operationOf(asked), ok, ms });
    return answered;
  };
}

const because = {
  'in-use': (file: string) => told('{file} is served by another process; end that one', { file }),
  'not-a-socket': (file: string) => told('{file} is something else than a socket; remove it', { file }),
  'not-ours': (file: string) => told("{file} is another user's; remove it", { file }),
  'not-protected': (file: string) => told('{file} could not be closed to other users', { file }),
} as const;
