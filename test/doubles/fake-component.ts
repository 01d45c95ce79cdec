/** For tests: a component without a supervisor, which records the messages it sends and receives those of the test. */
import { EventEmitter, once } from 'node:events';
import type { Log } from '../../src/base/log.ts';
import type { ComponentId, ComponentMessage } from '../../src/contract/components.ts';
import type { Places } from '../../src/platform/locations.ts';
import type { Component, Handler } from '../../src/processes/component.ts';

export interface SentMessage {
  readonly to: ComponentId;
  readonly message: ComponentMessage;
}

export interface FakeComponent extends Component {
  readonly said: SentMessage[];
  /** The reasons reported as `degraded`, in order. */
  readonly conditions: (string | null)[];
  /** The facts reported with the state, in order. */
  readonly notes: (string | null)[];
  readonly readyWith: { readonly port?: number }[];
  /** Events of the log, each after its level. */
  readonly logged: string[];
  hear(message: ComponentMessage): void;
  /** Resolves when the condition is true, which is checked whenever the component reports something. */
  until(condition: () => boolean): Promise<void>;
}

export function fakeComponent(id: ComponentId, places: Places): FakeComponent {
  const anything = new EventEmitter();
  const handlers: Handler[] = [];
  const component = {
    id,
    places,
    env: {},
    said: [] as SentMessage[],
    conditions: [] as (string | null)[],
    notes: [] as (string | null)[],
    readyWith: [] as { readonly port?: number }[],
    logged: [] as string[],
    stopRequested: new Promise<void>(() => {}),
    ready: (facts: { readonly port?: number } = {}) => remember(component.readyWith, facts),
    degraded: (reason: string | null, note: string | null = null) => {
      component.notes.push(note);
      remember(component.conditions, reason);
    },
    threadFails: () => () => {},
    tell: (to: ComponentId, message: ComponentMessage) => remember(component.said, { to, message }),
    beginAnew: () => {},
    onTold: (handler: Handler) => void handlers.push(handler),
    hear: (message: ComponentMessage) => {
      for (const handler of handlers) void handler(message);
    },
    until: async (condition: () => boolean) => {
      const signal = AbortSignal.timeout(60_000);
      while (!condition()) await once(anything, 'said', { signal });
    },
    [Symbol.dispose]: () => {},
  };
  const remember = <Item>(list: Item[], item: Item): void => {
    list.push(item);
    anything.emit('said');
  };
  return { ...component, log: rememberingLog((line) => remember(component.logged, line)) };
}

/** A log that records the event of each line, after its level. */
export function rememberingLog(remember: (line: string) => void): Log {
  const write = (level: string) => (event: string) => remember(`${level} ${event}`);
  return {
    debug: write('DEBUG'),
    info: write('INFO'),
    warn: write('WARN'),
    error: write('ERROR'),
    critical: write('CRITICAL'),
    setLevel: () => {},
    isDetailed: true,
    [Symbol.dispose]: () => {},
  };
}
