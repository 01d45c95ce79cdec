/** A component in the diagnostics of the window. */
import type { ComponentState } from '../components.ts';

export interface ComponentRow {
  readonly id: string;
  /** What it does, in a few words. */
  readonly title: string;
  readonly state: ComponentState;
  readonly reason: string;
  /** Also those that somebody asked for. */
  readonly restarts: number;
  /** How often it ended without being asked to. */
  readonly failures: number;
  /** When it last ended without being asked to, and how; empty if it never did since Hub started; of the supervisor in the last run of Hub. */
  readonly lastFailure: string;
}
