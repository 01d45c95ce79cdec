/**
 * Ends a Hub that does not end by itself, for `hub stop --force`: first its supervisor, because the components then notice that their channel is
 * closed and end in order; then whatever is left. Only processes that are proven to be those of this home are ended
 * (`src/home-processes/proven-processes.ts`). The journal is whole whenever its processes are killed: each change of it is one transaction.
 */
import path from 'node:path';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { askStatus } from '../../client/ask-pipes.ts';
import { type ProcessRecord, type RecordedProcess, readProcessRecord, recordName } from '../../home-processes/process-record.ts';
import { isProven, killedWithinMs, killProven, livingAfter } from '../../home-processes/proven-processes.ts';
import type { Places } from '../../platform/locations.ts';
import { openProcessIdentity } from '../../platform/process-identity/index.ts';
import { waitFor } from './wait-for.ts';

/** The longest of `stopWithinMs` in the table of components, and a second. */
const componentsEndWithinMs = 8_000;

const answeredWithinMs = 1_000;

/** How the processes of a Hub ended. */
export interface EndedProcesses {
  /** Also those that ended by themselves once the supervisor was gone. */
  readonly ended: number;
  /** Pids of those that could not be killed. */
  readonly left: readonly number[];
  /** Whether the supervisor is one of them: then this run goes on. */
  readonly isSupervisorLeft: boolean;
}

/** The pid of the supervisor, if the record of this home proves which process it is. */
export async function supervisorOf(places: Places): Promise<number | null> {
  const read = readProcessRecord(path.join(places.run, recordName));
  if (!read.ok) return null;
  const identity = await openProcessIdentity();
  return read.value.processes.find((one) => one.id === 'supervisor' && isProven(one, read.value, identity))?.pid ?? null;
}

/** Whether nothing of this Hub is left by then: no process in its record lives, and nothing answers at its pipe. A few seconds late if it is silent. */
export async function isGoneWithin(places: Places, withinMs: number): Promise<boolean> {
  const identity = await openProcessIdentity();
  const gone = await waitFor(withinMs, async () => {
    const read = readProcessRecord(path.join(places.run, recordName));
    if (read.ok && read.value.processes.some((one) => isProven(one, read.value, identity))) return null;
    const status = await askStatus(places, { timeoutMs: answeredWithinMs });
    return !status.ok && status.reason === 'absent' ? true : null;
  });
  return gone !== null;
}

/** Resolves once they are gone, in 12 s at most. `unproven`: there is no record of processes, or none of them is proven to be Hub's. */
export async function endProcesses(places: Places): Promise<Outcome<EndedProcesses, 'unproven'>> {
  const identity = await openProcessIdentity();
  const file = path.join(places.run, recordName);
  const before = readProcessRecord(file);
  if (!before.ok) return failed('unproven');
  const lives = (suspect: RecordedProcess): boolean => isProven(suspect, before.value, identity);
  const found = before.value.processes.filter(lives);
  const supervisor = found.filter(({ id }) => id === 'supervisor');
  supervisor.forEach(killProven);
  const immortal = await livingAfter(supervisor, lives, killedWithinMs);
  // Until then it may have started another process. Those that have ended with it count as well.
  const later = recordAfter(file, before.value).processes.filter((one) => !found.some(({ pid }) => pid === one.pid) && lives(one));
  const components = [...found, ...later].filter(({ id }) => id !== 'supervisor');
  if (supervisor.length + components.length === 0) return failed('unproven');
  for (const stubborn of await livingAfter(components, lives, componentsEndWithinMs)) if (lives(stubborn)) killProven(stubborn);
  const left = [...immortal, ...(await livingAfter(components, lives, killedWithinMs))].map(({ pid }) => pid);
  return done({ ended: supervisor.length + components.length - left.length, left, isSupervisorLeft: immortal.length > 0 });
}

/** The last record of the same supervisor: a successor's processes are not to be ended. */
function recordAfter(file: string, before: ProcessRecord): ProcessRecord {
  const now = readProcessRecord(file);
  return now.ok && now.value.instance === before.instance ? now.value : before;
}
