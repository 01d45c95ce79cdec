/**
 * What every supervised process does to be a component: says that it is ready, that it lives, and what it lacks; hears when to stop;
 * passes messages on. When the supervisor is gone, so is the channel, and the component stops by itself.
 */

import { flushCompileCache } from 'node:module';
import { onEachBeat } from '../base/beats.ts';
import { deferred } from '../base/deadline.ts';
import { errorCode, errorOrigin, type Log, openLog } from '../base/log.ts';
import { releaseMemory } from '../base/memory.ts';
import { ensurePrivateFolder } from '../base/private-folder.ts';
import { rareLine } from '../base/rare-line.ts';
import { switchSetting } from '../base/switch-setting.ts';
import {
  type ComponentId,
  type ComponentMessage,
  exitCodes,
  type FromComponent,
  heartbeat,
  kindOf,
  toComponent,
} from '../contract/components.ts';
import type { LoggingDocument } from '../contract/documents.ts';
import { locate, type Places } from '../platform/locations.ts';
import { surroundings } from '../platform/surroundings.ts';
import { dieOnBugs } from './die-on-bugs.ts';
import { openHubDocument } from './documents.ts';
import { endEvenWithoutDisk, endNow } from './end-of-process.ts';
import { logFiles } from './log-files.ts';

export type Handler = (message: ComponentMessage) => void | Promise<void>;

export interface Component extends Disposable {
  readonly id: ComponentId;
  readonly places: Places;
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Says that the component does its work from now on; `port` where it listens on one. */
  ready(facts?: { readonly port?: number }): void;
  /**
   * Says what is missing (a sentence of the program's own), or with null that nothing is. `note`: what a person should know all the same, of a
   * component that does what it was told to do; told where nothing is missing.
   */
  degraded(reason: string | null, note?: string | null): void;
  /** Sends a message to another component, which may be lost. */
  tell(to: ComponentId, message: ComponentMessage): void;
  /** What a handler throws, or its promise rejects with, is logged and costs that message. */
  onTold(handler: Handler): void;
  /** Has this component end in order, for its supervisor to start it again: what it has in mind holds no more. */
  beginAnew(): void;
  /** Resolves when the supervisor asks to stop or is gone, at SIGTERM, or when the component is to begin anew. */
  readonly stopRequested: Promise<void>;
}

/** A component whose supervisor is gone has so long to end in order: nothing may outlive its supervisor. */
const orphanEndsWithinMs = 1_500;
/** The start of all processes is over by then, and nobody waits for one of them. */
const afterReadyMs = 3_000;
/** At most one line in this time tells of messages that nobody can read. */
const malformedEveryMs = 60_000;

/** Makes this process the component `id`: opens its log, and its channel to the supervisor. Call once, first. */
export function becomeComponent(id: ComponentId, env: Component['env']): Component {
  const places = locate(surroundings(env));
  ensurePrivateFolder(places.logs);
  const debug = switchSetting(env.HUB_DEBUG) === true;
  const log = openLog({ component: id, files: logFiles(places, id), level: debug ? 'DEBUG' : 'INFO' });
  dieOnBugs(log);
  if (places.isWorkspaceRelative) {
    log.error('HUB_WORKSPACE is not absolute');
    process.exit(exitCodes.configuration);
  }
  const setLevel = (level: LoggingDocument['level']): void => log.setLevel(debug ? 'DEBUG' : level === 'WARNING' ? 'WARN' : level);
  const logging = openHubDocument('python-core-logging', { places, log }, (value) => setLevel(value.level));
  setLevel(logging.value.level);

  const handlers: Handler[] = [];
  const malformed = rareLine(malformedEveryMs);
  /** A message that could not be dealt with is one that was lost, which costs time and nothing else: it ends no process. */
  const handle = async (handler: Handler, message: ComponentMessage): Promise<void> => {
    try {
      await handler(message);
    } catch (error) {
      log.error('message not dealt with', { kind: message.kind, code: errorCode(error), origin: errorOrigin(error) });
    }
  };
  const stop = deferred<void>();
  const askedToStop = (by: 'supervisor' | 'lost-supervisor' | 'signal' | 'itself'): void => {
    log.debug('asked to stop', { by });
    stop.resolve();
  };
  const say = (message: FromComponent): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {}); // one that is dying takes no more
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
    setTimeout(endNow, orphanEndsWithinMs).unref();
  });
  process.once('SIGTERM', () => askedToStop('signal'));
  // Ctrl-C reaches the whole group: the supervisor hears it too, and stops us in order.
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
      flushCompileCache(); // so that a later start finds the stripped sources, even when this process is killed
    },
    degraded: (reason, note = null) => {
      say({ kind: 'condition', degraded: reason, note });
      log.debug('condition', { degraded: reason !== null, noted: note !== null });
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
      endEvenWithoutDisk();
    },
  };
}
