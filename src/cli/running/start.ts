/** `hub start`: starts Hub in the background. Any number of simultaneous starts make one Hub, and each returns when that one is ready. */

import { failed, type Outcome } from '../../base/outcome.ts';
import { askStatus } from '../../client/ask-pipes.ts';
import type { ComponentStatus, HubStatus } from '../../contract/supervisor.ts';
import { componentName, componentStateName } from '../../domain/conditions/state-names.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { heardCondition } from '../../domain/saving/save-condition.ts';
import { failureJson } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { oneLine } from '../table.ts';
import { type LaunchedHub, launchHub } from './launch-hub.ts';
import { handOverDesktop } from './this-desktop.ts';
import { waitFor } from './wait-for.ts';

const startWithinMs = 45_000;
const answeredWithinMs = 1_000;
const usualQuietMs = 1_500;
const longestLine = 500;

export interface StartOptions {
  readonly json?: boolean;
  readonly headless?: boolean;
  readonly hidden?: boolean;
  /** A start that is done by then does not report its steps. */
  readonly quietMs?: number;
}

/** Waits until every component is up or was given up, whoever started them. `program` is the command's own file. */
export async function start(surface: Surface, program: string, options: StartOptions): Promise<ExitStatus> {
  const before = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
  const launched =
    before.ok && !isStopping(before.value)
      ? null
      : launchHub(program, [...(options.headless ? ['--headless'] : []), ...(options.hidden ? ['--hidden'] : [])]);
  const moved = launched === null ? await handOverDesktop(surface) : null;
  const progress = surface.terminal && !options.json ? progressOn(surface, options.quietMs ?? usualQuietMs) : () => {};
  const started = await settle(surface, launched, progress);
  const isOurs = launched?.state().is === 'started';
  launched?.release();
  if (started.ok) return report(surface, started.value, options, [headlineOf(started.value, isOurs), ...(moved === null ? [] : [moved])]);
  if (options.json) printJson(surface, failureJson(started));
  return failedBecause(surface, started.detail ?? started.reason);
}

/** The status of a Hub whose components have come to rest. */
async function settle(
  surface: Surface,
  launched: LaunchedHub | null,
  progress: (status: HubStatus) => void,
): Promise<Outcome<HubStatus, 'failed' | 'timeout'>> {
  let last: HubStatus | null = null;
  const settled = await waitFor<Outcome<HubStatus, 'failed'>>(startWithinMs, async () => {
    const launch = launched?.state();
    if (launch?.is === 'refused')
      return failed('failed', launch.because ?? say('Hub exited at once; its logs are in {folder}', { folder: surface.places.logs }));
    const told = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
    if (!told.ok) return null;
    last = told.value;
    progress(told.value);
    return told.value.components.every(isAtRest) ? told : null;
  });
  return (
    settled ??
    failed(
      'timeout',
      say('Hub was not ready within {seconds} s{waiting}; see: hub status', { seconds: startWithinMs / 1_000, waiting: waitedFor(last) }),
    )
  );
}

/** Reports each component that changes, if the start takes long. */
function progressOn(surface: Surface, quietMs: number): (status: HubStatus) => void {
  const fromMs = performance.now() + quietMs;
  const shown = new Map<string, string>();
  return ({ components }) => {
    if (performance.now() < fromMs) return;
    for (const component of components) {
      if (component.id === 'supervisor' || shown.get(component.id) === component.state) continue;
      shown.set(component.id, component.state);
      surface.print(lineOf(component));
    }
  };
}

function headlineOf({ components }: HubStatus, isOurs: boolean): string {
  if (components.some(({ state }) => state === 'failed')) return say('Hub is running, but not all of it:');
  return isOurs ? say('Hub is ready.') : say('Hub is already running.');
}

function report(surface: Surface, status: HubStatus, options: StartOptions, headlines: readonly string[]): ExitStatus {
  if (options.json) printJson(surface, status);
  else for (const line of [...headlines, ...status.components.map(lineOf)]) surface.print(line);
  const [first, ...others] = status.components.filter(({ state }) => state === 'failed');
  return first === undefined ? 0 : failedBecause(surface, oneLine(whyGivenUp(first, others), longestLine));
}

/** A component's reason says how its process ended, where its last log lines are, and how to try again. */
function whyGivenUp({ id, reason }: ComponentStatus, others: readonly ComponentStatus[]): string {
  const more = others.length === 0 ? '' : say(' ({ids} too)', { ids: others.map((other) => componentName(other.id)).join(', ') });
  const mend = reason === null ? say('to try again: hub restart {id}', { id }) : sayHeard(reason);
  return say('Hub has given up on {id}{more}: {mend}', { id: componentName(id), more, mend });
}

function lineOf({ id, state, reason }: ComponentStatus): string {
  return `  ${id.padEnd(14)}${componentStateName(state)}${reason === null ? '' : `: ${oneLine(heardCondition(reason), longestLine)}`}`;
}

function waitedFor(status: HubStatus | null): string {
  const ids = (status?.components ?? [])
    .filter((component) => !isAtRest(component))
    .map(({ id, state }) => `${componentName(id)}: ${componentStateName(state)}`);
  return ids.length === 0 ? '' : say(', still waiting for {ids}', { ids: ids.join(', ') });
}

function isAtRest({ state }: ComponentStatus): boolean {
  return state !== 'starting' && state !== 'backoff' && state !== 'stopping';
}

/** The next Hub waits for one that is stopping, which never becomes ready. */
function isStopping({ components }: HubStatus): boolean {
  return components.some(({ id, state }) => id === 'supervisor' && state === 'stopping');
}
