/** The current process of a component: how it is started, what is known about it, and what it has reported. */
import { leanMalloc } from '../../../base/memory.ts';
import type { ComponentPlan } from '../components.ts';
import { ComponentProcess } from './component-process.ts';
import type { LastLines, LogPlace } from './failed-log.ts';

/** The current process, and what is known about it. */
export interface ComponentLife {
  readonly process: ComponentProcess;
  readonly logFrom: Promise<LogPlace>;
  readyAtMs: number | null;
  heardAtMs: number;
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
  /** The environment of the component. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly plan: Pick<ComponentPlan, 'hasLeanMalloc' | 'fileThreads'>;
  readonly showOutput: boolean;
  readonly kept?: Pick<LastLines, 'logEnd'>;
}

/** Starts a process of the component. `past` is passed to it: the port of the previous process, and the number of restarts. */
export function beginLife(
  { programFile, env, plan, showOutput, kept }: LifeParts,
  past: { readonly lastPort: number | null; readonly restarts: number },
  hear: (message: unknown) => void,
): ComponentLife {
  const logFrom = kept?.logEnd() ?? Promise.resolve({ file: null, bytes: 0, atMs: Date.now() });
  const own = {
    ...(plan.hasLeanMalloc ? leanMalloc : {}),
    ...env,
    HUB_LAST_PORT: past.lastPort === null ? undefined : String(past.lastPort),
    HUB_RESTARTS: String(past.restarts),
    ...(plan.fileThreads === undefined ? {} : { UV_THREADPOOL_SIZE: String(plan.fileThreads) }),
  };
  const process = new ComponentProcess({ programFile, env: own, showOutput, hear });
  return { process, logFrom, readyAtMs: null, heardAtMs: performance.now(), verdict: null };
}
