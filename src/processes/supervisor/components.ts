/** Everything that runs, one row a component. Policy is data beside it. */
import type { ComponentId } from '../../contract/components.ts';

export interface ComponentPlan {
  readonly id: Exclude<ComponentId, 'supervisor'>;
  /** The program, beside this folder; null for one that this version does not have, with the reason to show. */
  readonly program: string | null;
  readonly absentBecause?: string;
  /** Started when these are ready (or can't be); stopped before them. */
  readonly after: readonly ComponentId[];
  readonly readyWithinMs: number;
  /** From the request to stop to SIGKILL of its process group. */
  readonly stopWithinMs: number;
}

const usual = { readyWithinMs: 10_000, stopWithinMs: 4_000 } as const;

export const components: readonly ComponentPlan[] = [
  { id: 'settings_host', program: 'settings-host/main.ts', after: [], ...usual },
  { id: 'save_worker', program: 'save-worker/main.ts', after: ['settings_host'], ...usual },
  { id: 'python_core', program: 'core/main.ts', after: ['save_worker'], ...usual },
  { id: 'clipboard', program: 'clipboard-monitor/main.ts', after: ['python_core'], ...usual },
  { id: 'web_listener', program: 'web-listener/main.ts', after: [], ...usual },
  { id: 'hub', program: null, absentBecause: 'this version has no window yet', after: ['python_core'], ...usual },
];
