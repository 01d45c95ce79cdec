/**
 * The supervisor: starts all components, a few at a time, forwards their messages, reports their state, and stops them in order. It holds no content
 * and does no work of its own, so that there is little that could crash it.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { diskRoom } from '../../base/files/disk-room.ts';
import type { Log } from '../../base/log.ts';
import { limitedLine } from '../../base/log-rate-limit.ts';
import type { ComponentId, ComponentMessage } from '../../contract/components.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { told } from '../../domain/language/say.ts';
import type { Environment } from './component/component-life.ts';
import { LastLines } from './component/failed-log.ts';
import { SupervisedProcess } from './component/supervised-process.ts';
import { type ComponentPlan, components } from './components.ts';
import type { OpenRecord } from './process-record.ts';

export interface Supervisor {
  /** Resolves when every component is up, or its start has failed. */
  start(): Promise<void>;
  status(): readonly ComponentStatus[];
  ports(): { readonly bridge: number | null; readonly web: number | null };
  /** Restarts one component, or starts it (§3). */
  restart(id: string, timeoutMs: number): Promise<RestartAnswer>;
  /** Delivers a message to a component once it is up. `absent`: this version has no such process; `not-up`: it was not up within `timeoutMs`. */
  deliver(to: ComponentId, message: ComponentMessage, timeoutMs: number): Promise<'delivered' | 'absent' | 'not-up'>;
  /**
   * Stops these, does the work while none of them runs, and starts them again; during a stop, none of this. Until then each is reported as starting,
   * with this reason.
   */
  whileStopped(ids: readonly ComponentId[], because: string, work: () => Promise<void>): Promise<void>;
  /**
   * Starts anew what uses the desktop, in the environment that there is now, by the plans for it. What is left out there, or stopped for a moment, is not started.
   * Everything is on its way as soon as this returns; resolves when it is up, or has failed.
   */
  renewOnDesktop(plans: readonly ComponentPlan[]): Promise<void>;
  /** Stops everything, in the order of `stopsBefore`; whatever is left after `timeoutMs` is killed. A second call waits for the first. */
  stop(timeoutMs: number): Promise<void>;
}

export type RestartAnswer =
  | { readonly ok: true; readonly componentId: ComponentId; readonly pid: number | null }
  | { readonly ok: false; readonly error: 'unknown_component' | 'timeout' | 'failed' | 'stopping'; readonly detail?: string };

export interface SupervisorOptions {
  readonly log: Log;
  /** The environment of each process that is started. */
  readonly env: () => Environment;
  readonly showOutput: boolean;
  readonly plans?: readonly ComponentPlan[];
  /** How many components start at a time. A start computes: more of them than there are processors would only make each one late, and with it what the others wait for. */
  readonly startsAtOnce?: number;
  /** The folder that the plans' programs are in. */
  readonly programs?: string;
  /** Where the processes are recorded, for the next supervisor. */
  readonly record?: OpenRecord;
  /** Hears each message that one component sends another. */
  readonly hear?: (message: ComponentMessage) => void;
  /** Hears of the end of each process of a component, however it ended. */
  readonly hearEnd?: (id: ComponentId) => void;
  /** How the supervisor before this one ended, if that was a crash. */
  readonly lastFailure?: () => ComponentStatus['lastFailure'];
  /** A component's own log file, whose last lines are kept when the component is given up. */
  readonly ownLog?: (id: ComponentId) => string;
}

export function createSupervisor({
  log,
  env,
  showOutput,
  plans: firstPlans = components,
  startsAtOnce = Math.max(2, availableParallelism()),
  programs = path.join(import.meta.dirname, '..'),
  record,
  hear,
  hearEnd,
  lastFailure,
  ownLog,
}: SupervisorOptions): Supervisor {
  const startedAtMs = performance.now();
  let plans = firstPlans;
  const processes = new Map<ComponentId, SupervisedProcess>();
  const lost = limitedLine(lostEveryMs);
  const pass = (from: ComponentId) => (to: ComponentId, message: ComponentMessage) => {
    hear?.(message);
    const component = processes.get(to);
    log.debug('message', { of: from, to, kind: message.kind, passedOn: component !== undefined });
    if (component !== undefined) return component.send({ kind: 'told', from, message });
    // A component that does not run on this desktop may be sent messages all the same; a message for an unknown one is a bug.
    if (plans.some(({ id }) => id === to)) return;
    const line = lost.due();
    if (line !== null) log.warn('message for nobody', { of: from, to, kind: message.kind, ...line });
  };
  const prepare = (plan: ComponentPlan): void => {
    if (plan.program === null || processes.has(plan.id)) return;
    const programFile = path.join(programs, plan.program);
    processes.set(
      plan.id,
      new SupervisedProcess({
        plan: { ...plan, program: plan.program },
        programFile,
        log,
        env,
        onTell: pass(plan.id),
        onEnd: () => hearEnd?.(plan.id),
        showOutput,
        ...(record === undefined ? {} : { record, instance: record.instance }),
        ...(ownLog === undefined
          ? {}
          : { kept: new LastLines(plan.id, ownLog(plan.id)), isDiskFull: () => isDiskFull(path.dirname(ownLog(plan.id))) }),
      }),
    );
  };
  for (const plan of plans) prepare(plan);
  let stopping: Promise<void> | null = null;
  /** Those that are stopped for a moment, and why. */
  const waiting = new Map<ComponentId, string>();
  const statusOf = (plan: ComponentPlan) => {
    const status = processes.get(plan.id)?.status ?? absent(plan);
    const because = waiting.get(plan.id);
    return because === undefined || stopping !== null || status.state !== 'stopped'
      ? status
      : { ...status, state: 'starting' as const, reason: because };
  };

  const lastRunFailed = (): Pick<ComponentStatus, 'lastFailure'> => {
    const failure = lastFailure?.();
    return failure === undefined ? {} : { lastFailure: failure };
  };

  return {
    start: async () => {
      const next = plans.filter(({ heldBack }) => heldBack === undefined).values();
      const startOneByOne = async (): Promise<void> => {
        // One that is to wait is started by whoever stopped it.
        for (const { id } of next) if (!stopping && !waiting.has(id)) await processes.get(id)?.start();
      };
      await Promise.all(Array.from({ length: startsAtOnce }, startOneByOne));
    },
    status: () => [
      {
        id: 'supervisor',
        state: stopping ? 'stopping' : 'running',
        pid: process.pid,
        restarts: 0,
        reason: null,
        uptimeSeconds: secondsSince(startedAtMs),
        ...lastRunFailed(),
      },
      ...plans.map((plan) => ({ id: plan.id, ...statusOf(plan) })),
    ],
    ports: () => ({ bridge: processes.get('python_core')?.port ?? null, web: processes.get('web_listener')?.port ?? null }),
    restart: async (id, timeoutMs) => {
      if (stopping) return { ok: false, error: 'stopping' };
      if (id === 'supervisor') return { ok: false, error: 'unknown_component', detail: notItself };
      const plan = plans.find((candidate) => candidate.id === id);
      if (plan === undefined) return { ok: false, error: 'unknown_component' };
      const component = processes.get(plan.id);
      if (component === undefined) return { ok: false, error: 'failed', detail: absent(plan).reason };
      if (await component.restart(timeoutMs)) return { ok: true, componentId: plan.id, pid: component.status.pid };
      if (stopping) return { ok: false, error: 'stopping' };
      const { state, reason } = component.status;
      if (state === 'starting' || state === 'stopping') return { ok: false, error: 'timeout' };
      return { ok: false, error: 'failed', ...(reason === null ? {} : { detail: reason }) };
    },
    deliver: async (to, message, timeoutMs) => {
      const component = processes.get(to);
      if (component === undefined) return 'absent';
      return (await component.deliver({ kind: 'told', from: 'supervisor', message }, timeoutMs)) ? 'delivered' : 'not-up';
    },
    whileStopped: async (ids, because, work) => {
      for (const id of ids) waiting.set(id, because);
      const own = plans.filter(({ id }) => ids.includes(id));
      await inStopOrder(own, async (id) => (stopping ? undefined : processes.get(id)?.stop()));
      if (!stopping) await work();
      // A restart and not a start: one that somebody started meanwhile still uses the old journal.
      for (const { id } of own) {
        if (!stopping) await processes.get(id)?.restart(restartWithinMs);
        waiting.delete(id);
      }
    },
    renewOnDesktop: async (plansThere) => {
      if (stopping) return;
      plans = plansThere;
      for (const plan of plans) prepare(plan);
      const isLeftOut = ({ id, heldBack }: ComponentPlan): boolean => {
        const { state, reason } = processes.get(id)?.status ?? {};
        return waiting.has(id) || (heldBack !== undefined && state === 'stopped' && reason === heldBack);
      };
      const onDesktop = plans.filter((plan) => plan.usesDesktop === true);
      for (const plan of onDesktop) if (isLeftOut(plan)) processes.get(plan.id)?.movesLater();
      await Promise.all(onDesktop.filter((plan) => !isLeftOut(plan)).map(({ id }) => processes.get(id)?.renew()));
    },
    stop: (timeoutMs) => {
      stopping ??= stopInOrder(plans, processes, timeoutMs, log);
      return stopping;
    },
  };
}

/** A component that is not ready in time is not waited for: the next attempt may succeed. */
const restartWithinMs = 10_000;
/** At most one log line per interval about messages for unknown components. */
const lostEveryMs = 60_000;

const notItself = told('it starts and watches the others; to restart it, restart Hub: hub stop, then hub start');

/** Each component stops once all that stop before it have; the total is `timeoutMs`, then everything left is killed. */
async function stopInOrder(
  plans: readonly ComponentPlan[],
  processes: ReadonlyMap<ComponentId, SupervisedProcess>,
  timeoutMs: number,
  log: Log,
): Promise<void> {
  log.info('stopping');
  const deadline = setTimeout(() => {
    log.warn('stop takes too long, remaining components are killed');
    for (const component of processes.values()) component.killNow();
  }, timeoutMs);
  await inStopOrder(plans, async (id) => processes.get(id)?.retire());
  clearTimeout(deadline);
}

/** Each of them once all that stop before it have stopped. */
async function inStopOrder(plans: readonly ComponentPlan[], stop: (id: ComponentPlan['id']) => Promise<void>): Promise<void> {
  const stops = new Map<ComponentId, Promise<void>>();
  const stopOnce = (id: ComponentPlan['id']): Promise<void> => {
    const known = stops.get(id);
    if (known !== undefined) return known;
    const before = plans.filter(({ stopsBefore }) => stopsBefore.includes(id));
    const begun = Promise.all(before.map((plan) => stopOnce(plan.id))).then(() => stop(id));
    stops.set(id, begun);
    return begun;
  };
  await Promise.all(plans.map(({ id }) => stopOnce(id)));
}

function absent(plan: ComponentPlan): { state: 'stopped'; pid: null; restarts: 0; reason: string; uptimeSeconds: null } {
  return { state: 'stopped', pid: null, restarts: 0, reason: plan.absentBecause ?? told('not part of this version'), uptimeSeconds: null };
}

function secondsSince(startMs: number): number {
  return Math.round((performance.now() - startMs) / 100) / 10;
}

/** Less is not enough to write a page of the journal and its log. */
const nothingLeftBytes = 1_048_576;

/** Of the disk that has this folder. Never rejects. */
async function isDiskFull(folder: string): Promise<boolean> {
  try {
    return (await diskRoom(folder)).freeBytes < nothingLeftBytes;
  } catch {
    return false;
  }
}
