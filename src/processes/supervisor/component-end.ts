/** How a component's process ended: who ended it, and how a person is told. */
import { exitCodes } from '../../contract/components.ts';
import type { ProcessEnd } from './component-process.ts';
import type { KeptEnd } from './kept-lines.ts';
import type { EndedBy, Failure } from './restart-policy.ts';

export type ComponentEnd = Failure & KeptEnd;

/** By why we killed it, if we did, and the signal that it died of. */
export function endedBy(verdict: string | null, { signal }: Pick<ProcessEnd, 'signal'>): EndedBy {
  if (verdict !== null) return 'us';
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? 'others' : 'itself';
}

/** A sentence for a person. */
export function causeOf({ code, signal, verdict, lastWords }: Pick<ComponentEnd, 'code' | 'signal' | 'verdict' | 'lastWords'>): string {
  const words = lastWords === null ? '' : ` (${lastWords})`;
  if (verdict !== null) return `${verdict} and was killed${words}`;
  if (code === exitCodes.journalDamaged) return 'it ended because the journal is damaged';
  if (signal !== null) return `ended by ${signal}${words}`;
  return code === null ? `could not be started${words}` : `ended with code ${code}${words}`;
}
