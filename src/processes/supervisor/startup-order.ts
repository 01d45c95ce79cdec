/** The order of the start (§4.4), kept until there is a log to show it in. */
import type { Log } from '../../base/log.ts';

/** In the order that they have to come in; no window may exist before the last. */
export const startupSteps = ['lock', 'pipe', 'logging', 'dpi-awareness', 'components'] as const;
export type StartupStep = (typeof startupSteps)[number];

export class StartupOrder {
  readonly #taken: { readonly step: StartupStep; readonly afterMs: number }[] = [];
  #log: Log | null = null;

  /** Notes that a step is done. `afterMs` in its log line is since the start of the process. */
  done(step: StartupStep): void {
    const taken = { step, afterMs: Math.round(performance.now()) };
    if (this.#log === null) this.#taken.push(taken);
    else this.#log.info('startup', taken);
  }

  /** What was done is logged now, what is done from now on at once. */
  showIn(log: Log): void {
    this.#log = log;
    for (const taken of this.#taken.splice(0)) log.info('startup', taken);
  }
}
