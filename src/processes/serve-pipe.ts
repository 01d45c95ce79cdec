/** One of Hub's pipes, as each process that has one serves it (§4.3): in a folder that nobody else enters, and never instead of a live one. */
import { type LinePipeOptions, serveLines } from '../base/line-pipe.ts';
import { failed, type Outcome } from '../base/outcome.ts';
import { ensurePrivateFolder } from '../base/private-folder.ts';
import type { PipeName, Places } from '../platform/locations.ts';
import { pipeSecurity } from '../platform/pipe-security/index.ts';

export interface ServePipeOptions extends Pick<LinePipeOptions, 'answer' | 'onDisturbed'> {
  readonly places: Places;
  readonly name: PipeName;
}

/** Serves the pipe `name` of a home. The detail of a failure is a sentence with the mend. */
export async function servePipe({ places, name, ...options }: ServePipeOptions): Promise<Outcome<AsyncDisposable, 'refused'>> {
  const folder = places.sockets === null ? null : ensurePrivateFolder(places.sockets);
  if (folder !== null && !folder.ok) return failed('refused', `the folder ${places.sockets} is not this user's alone; remove it`);
  const path = places.pipe(name);
  const served = await serveLines({ path, ...options, ...(pipeSecurity !== null && { protect: pipeSecurity.protect }) });
  return served.ok ? served : failed('refused', `${path} ${because[served.reason]}`);
}

const because = {
  'in-use': 'is served by another process; end that one',
  'not-a-socket': 'is something else than a socket; remove it',
  'not-ours': "is another user's; remove it",
  'not-protected': 'could not be closed to other users',
} as const;
