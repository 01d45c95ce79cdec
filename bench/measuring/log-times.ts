/** When the supervisor logged something, to the millisecond. The supervisor is not asked, so the measurement does not slow it down. */
import type { ComponentState } from '../../src/contract/components.ts';
import { logLines } from '../component-log.ts';

export interface LoggedAt {
  /** Unix time. */
  readonly atMs: number;
  readonly of: string;
  /** Of a change of its state. */
  readonly state: ComponentState | null;
}

/** The lines of one event in the supervisor's log since a time, oldest first. */
export function loggedSince(folder: string, event: string, sinceMs: number): readonly LoggedAt[] {
  return logLines(folder, 'supervisor.log', event)
    .map((line) => ({ atMs: Date.parse(String(line.time)), of: String(line.of), state: (line.state ?? null) as ComponentState | null }))
    .filter(({ atMs }) => atMs >= sinceMs);
}
