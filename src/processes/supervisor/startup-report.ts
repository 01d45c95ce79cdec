/** The report about a start: for the user who typed `hub run` (main.ts says it in the user's language), and as lines of the log, in order (§4.4). */

import type { Log } from '../../base/log.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { say } from '../../domain/language/say.ts';
import { heardCondition } from '../../domain/saving/save-condition.ts';
import type { Places } from '../../platform/locations.ts';

export interface StartupFacts {
  readonly places: Places;
  readonly workspace: string;
  readonly ports: { readonly bridge: number | null; readonly web: number | null };
  readonly components: readonly ComponentStatus[];
}

/** Reports that Hub is ready, where everything is, and what is missing. */
export function announceReady(facts: StartupFacts): void {
  process.stdout.write(`${readyLines(facts).join('\n')}\n`);
}

/** Confirms the request to stop: stopping can take a moment. */
export function announceStopping(): void {
  process.stdout.write(`${say('Hub is stopping.')}\n`);
}

function readyLines({ places, workspace, ports, components }: StartupFacts): readonly string[] {
  const url = (port: number | null, path: string): string => (port === null ? say('not listening') : `http://127.0.0.1:${port}${path}`);
  const lacking = components.filter((component) => component.reason !== null);
  return [
    components.some(({ state }) => state === 'failed') ? say('Hub is running, but not all of it:') : say('Hub is ready.'),
    `  WorkSpace     ${workspace}`,
    fact(say('Home'), places.home),
    fact(say('Logs'), places.logs),
    fact(say('Bridge'), url(ports.bridge, '/source')),
    fact(say('Web listener'), url(ports.web, '/api/status')),
    ...lacking.map(whatLacks),
    say('Copy something, then: ./hub history    Stop: Ctrl-C'),
  ];
}

/** Chinese characters are two columns wide. */
function fact(name: string, value: string): string {
  const width = name.replaceAll(/[\u2e80-\u9fff]/g, '  ').length;
  return `  ${name}${' '.repeat(Math.max(1, 14 - width))}${value}`;
}

/** The component of the window has the name of the program: `hub is stopped` would read as if all of it were. */
function whatLacks({ id, state, reason }: ComponentStatus): string {
  const why = heardCondition(reason ?? '');
  return `  ${id === 'hub' && state === 'stopped' ? say('no window: {why}', { why }) : say('{id} is {state}: {why}', { id, state, why })}`;
}

/** In the required order; no window may exist before the last. */
export const startupSteps = ['lock', 'pipe', 'logging', 'dpi-awareness', 'components'] as const;
export type StartupStep = (typeof startupSteps)[number];

/** The completed steps, kept until there is a log to write them to. */
export class StartupOrder {
  readonly #taken: { readonly step: StartupStep; readonly afterMs: number }[] = [];
  #log: Log | null = null;

  /** Records a completed step. `afterMs` in its log line is the time since the start of the process. */
  done(step: StartupStep): void {
    const taken = { step, afterMs: Math.round(performance.now()) };
    if (this.#log === null) this.#taken.push(taken);
    else this.#log.info('startup', taken);
  }

  /** Writes the earlier steps to the log now, and later ones at once. */
  showIn(log: Log): void {
    this.#log = log;
    for (const taken of this.#taken.splice(0)) log.info('startup', taken);
  }
}
