/** The present process of a component, with what is known of it and what it says of itself. */
import type { ComponentProcess } from './component-process.ts';
import type { LogPlace } from './kept-lines.ts';

/** The present process, with what is known of it. */
export interface Life {
  readonly process: ComponentProcess;
  readonly logFrom: Promise<LogPlace>;
  readyAtMs: number | null;
  heardAtMs: number;
  /** Why we killed it, if we did. */
  verdict: string | null;
}

/** What the present process says of itself. */
export interface Condition {
  readonly degraded: string | null;
  readonly note: string | null;
}

export const nothingSaid: Condition = { degraded: null, note: null };
