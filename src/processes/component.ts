/**
 * What every supervised process does to be a component: reports that it is ready, that it is alive, and what it lacks; receives the request to stop;
 * forwards messages. When the supervisor is gone, so is the channel, and the component stops by itself.
 */

import { flushCompileCache } from 'node:module';
import { onEachBeat } from '../base/aligned-interval.ts';
import { ensurePrivateFolder } from '../base/files/private-folder.ts';
import { errorCode, errorOrigin, type Log, openLog } from '../base/log.ts';
import { limitedLine } from '../base/log-rate-limit.ts';
import { releaseMemory } from '../base/memory.ts';
import { switchSetting } from '../base/on-off-setting.ts';
import {
  type ComponentId,
  type ComponentMessage,
  exitCodes,
  type FromComponent,
  heartbeat,
  kindOf,
  toComponent,
} from '../contract/components.ts';
import { partNotStarted } from '../domain/conditions/part-not-started.ts';
import { logFiles } from '../logs/log-names.ts';
import { locatePlaces, type Places } from '../platform/locations.ts';
import { readSurroundings } from '../platform/surroundings.ts';
import { exitOnBugs, killIfDiskHangs, killSelf } from './exit-process.ts';
import { followLogLevel } from './follow-log-level.ts';

export type Handler = (message: ComponentMessage) => void | Promise<void>;

export interface Component extends Disposable {
  readonly id: ComponentId;
  readonly places: Places;
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reports that the component works from now on; `port` if it listens on one. */
  ready(facts?: { readonly port?: number }): void;
  /**
   * Reports what is missing (a sentence of Hub's own), or with null that nothing is. `note`: what a user should know about a component that works as
   * intended; shown if nothing is missing.
   */
  degraded(reason: string | null, note?: string | null): void;
  /**
   * Gives what reports that a thread of this component ends whenever it is started, or that it works again: without it the component can't do its work,
   * whatever else is missing.
   */
  threadFails(thread: 'journal' | 'judge'): (fails: boolean) => void;
  /** Sends a message to another component, which may be lost. */
  tell(to: ComponentId, message: ComponentMessage): void;
  /** An exception or rejection of a handler is logged and costs only that message. */
  onTold(handler: Handler): void;
  /** Makes this component exit normally, so that its supervisor starts it again: what it has in memory is no longer valid. */
  beginAnew(): void;
  /** Resolves when the supervisor requests the stop or is gone, at SIGTERM, or when the component should start again. */
  readonly stopRequested: Promise<void>;
}

/** How long a component whose supervisor is gone has to exit normally: nothing may outlive its supervisor. */
const orphanEndsWithinMs = 1_500;
/** By then all processes have started, and nobody waits for one of them. */
const afterReadyMs = 3_000;
/** At most one log line per interval about messages of an unknown form. */
const malformedEveryMs = 60_000;

/** Makes this process the component `id`: opens its log, and its channel to the supervisor. Call once, first. */
export function becomeComponent(id: ComponentId, env: Component['env']): Component {
  const places = locatePlaces(readSurroundings(env));
  ensurePrivateFolder(places.logs);
  const debug = switchSetting(env.HUB_DEBUG) === true;
  const log = openLog({ component: id, files: logFiles(places.logs, id), level: debug ? 'DEBUG' : 'INFO' });
  exitOnBugs(log);
  if (places.relativeVariable !== null) {
    log.error('a path in the environment is not absolute', { variable: places.relativeVariable });
    process.exit(exitCodes.configuration);
  }
  const logging = followLogLevel({ places, log, debug });

  const handlers: Handler[] = [];
  const malformed = limitedLine(malformedEveryMs);
  /** A message that could not be handled counts as lost, which costs only time: it ends no process. */
  const handle = async (handler: Handler, message: ComponentMessage): Promise<void> => {
    try {
      await handler(message);
    } catch (error) {
      log.error('message not handled', { kind: message.kind, code: errorCode(error), origin: errorOrigin(error) });
    }
  };
  const stop = Promise.withResolvers<void>();
  const askedToStop = (by: 'supervisor' | 'lost-supervisor' | 'signal' | 'itself'): void => {
    log.debug('stop requested', { by });
    stop.resolve();
  };
  const say = (message: FromComponent): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {}); // a dying process accepts no more
  };
  let missing: { readonly reason: string | null; readonly note: string | null } = { reason: null, note: null };
  const failing = new Set<string>();
  const sayCondition = (): void => {
    const degraded = failing.size > 0 ? partNotStarted(missing.reason) : missing.reason;
    say({ kind: 'condition', degraded, note: missing.note });
    log.debug('condition', { degraded: degraded !== null, noted: missing.note !== null });
  };
  process.on('message', (message) => {
    const heard = toComponent.safeParse(message);
    if (!heard.success) {
      const line = malformed.due();
      if (line !== null) log.warn('message not understood', { kind: kindOf(message), ...line });
      return;
    }
    if (heard.data.kind === 'stop') return askedToStop('supervisor');
    const told = heard.data.message;
    log.debug('told', { kind: told.kind, by: heard.data.from });
    for (const handler of handlers) void handle(handler, told);
  });
  process.once('disconnect', () => {
    askedToStop('lost-supervisor');
    setTimeout(killSelf, orphanEndsWithinMs).unref();
  });
  process.once('SIGTERM', () => askedToStop('signal'));
  // Ctrl-C reaches the whole process group: the supervisor receives it too, and stops us in order.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  const pulse = onEachBeat(heartbeat.everyMs, () => say({ kind: 'alive' }));

  return {
    id,
    places,
    log,
    env,
    ready: (facts) => {
      say({ kind: 'ready', ...facts });
      log.info('ready', { port: facts?.port });
      releaseMemory(afterReadyMs);
      flushCompileCache(); // so that a later start finds the stripped sources, even if this process is killed
    },
    degraded: (reason, note = null) => {
      missing = { reason, note };
      sayCondition();
    },
    threadFails: (thread) => (fails) => {
      if (fails) failing.add(thread);
      else failing.delete(thread);
      sayCondition();
    },
    tell: (to, message) => {
      say({ kind: 'tell', to, message });
      log.debug('tells', { to, kind: message.kind });
    },
    onTold: (handler) => void handlers.push(handler),
    beginAnew: () => askedToStop('itself'),
    stopRequested: stop.promise,
    [Symbol.dispose]: () => {
      pulse[Symbol.dispose]();
      logging[Symbol.dispose]();
      log.info('stopped');
      log[Symbol.dispose]();
      if (process.connected) process.disconnect?.();
      killIfDiskHangs();
    },
  };
}
