/** The current process of a component: how it is started, what is known about it, and what it has reported. */

import type { Log } from '../../../base/log.ts';
import { leanMalloc } from '../../../base/memory.ts';
import type { ComponentId, ComponentMessage } from '../../../contract/components.ts';
import { instanceVariable } from '../../../home-processes/process-record.ts';
import type { ComponentPlan } from '../components.ts';
import type { OpenRecord } from '../process-record.ts';
import { ComponentProcess } from './component-process.ts';
import type { LastLines, LogPlace } from './failed-log.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SupervisedProcessOptions {
  readonly plan: ComponentPlan & { readonly program: string };
  readonly programFile: string;
  /** The environment of its next process: the desktop in it may be another one by then. */
  readonly env: () => Environment;
  /** Of the supervisor, for whoever looks for what it has left. */
  readonly instance?: string;
  readonly log: Log;
  readonly onTell: (to: ComponentId, message: ComponentMessage) => void;
  /** Its process has ended, however that was. */
  readonly onEnd?: () => void;
  /** Whether the component's own output is shown on ours; it may contain anything, so it never goes into a log. */
  readonly showOutput: boolean;
  /** How long it may be silent once it is up. */
  readonly hungAfterMs?: number;
  /** Whether the machine hardly lets its programs run. */
  readonly isBusy?: () => boolean;
  /** Whether the display that its window would be on does not answer. */
  readonly isHeld?: () => Promise<boolean>;
  /** Whether that display is there. */
  readonly isThere?: () => Promise<boolean>;
  /** Where its process is recorded. */
  readonly record?: Pick<OpenRecord, 'started' | 'ended'>;
  /** Keeps its last log lines if it is given up. */
  readonly kept?: Pick<LastLines, 'logEnd' | 'keep'>;
  /** Whether the disk of Hub's home takes nothing more: then that is why it was given up, however its process ended. */
  readonly isDiskFull?: () => Promise<boolean>;
}

/** The current process, and what is known about it. */
export interface ComponentLife {
  readonly process: ComponentProcess;
  readonly logFrom: Promise<LogPlace>;
  readyAtMs: number | null;
  heardAtMs: number;
  /** It is silent, and the display that it waits for has not answered for long. */
  isHeldLong: boolean;
  /** Why we killed it, if we did. */
  verdict: string | null;
}

/** What the current process has reported. */
export interface ReportedCondition {
  readonly degraded: string | null;
  readonly note: string | null;
}

export const nothingSaid: ReportedCondition = { degraded: null, note: null };

export interface LifeParts {
  readonly programFile: string;
  readonly env: () => Environment;
  readonly instance?: string;
  readonly plan: Pick<ComponentPlan, 'hasLeanMalloc' | 'fileThreads'>;
  readonly showOutput: boolean;
  readonly kept?: Pick<LastLines, 'logEnd'>;
}

/**
 * Starts a process of the component. `past` is passed to it: the port of the previous process, the number of restarts, and whether Hub has just moved to this
 * desktop.
 */
export function beginLife(
  { programFile, env, instance, plan, showOutput, kept }: LifeParts,
  past: { readonly lastPort: number | null; readonly restarts: number; readonly isMoved: boolean },
  hear: (message: unknown) => void,
): ComponentLife {
  const logFrom = kept?.logEnd() ?? Promise.resolve({ file: null, bytes: 0, atMs: Date.now() });
  const own = {
    ...(plan.hasLeanMalloc ? leanMalloc : {}),
    ...env(),
    ...(instance === undefined ? {} : { [instanceVariable]: instance }),
    HUB_LAST_PORT: past.lastPort === null ? undefined : String(past.lastPort),
    HUB_RESTARTS: String(past.restarts),
    HUB_MOVED: past.isMoved ? '1' : undefined,
    ...(plan.fileThreads === undefined ? {} : { UV_THREADPOOL_SIZE: String(plan.fileThreads) }),
  };
  const process = new ComponentProcess({ programFile, env: own, showOutput, hear });
  return { process, logFrom, readyAtMs: null, heardAtMs: performance.now(), isHeldLong: false, verdict: null };
}
