/** For tests: a component without a supervisor, which remembers what it says, and hears what the test tells it. */
import { EventEmitter, once } from 'node:events';
import type { Log } from '../base/log.ts';
import type { ComponentId, ComponentMessage } from '../contract/components.ts';
import type { Places } from '../platform/locations.ts';
import type { Component, Handler } from './component.ts';

export interface Said {
  readonly to: ComponentId;
  readonly message: ComponentMessage;
}

export interface FakeComponent extends Component {
  readonly said: Said[];
  /** What was said to be missing, in order. */
  readonly conditions: (string | null)[];
  /** What was said beside it, in order. */
  readonly notes: (string | null)[];
  readonly readyWith: { readonly port?: number }[];
  /** Events of the log, with their level before them. */
  readonly logged: string[];
  hear(message: ComponentMessage): void;
  /** Resolves when the condition holds, which is looked at whenever the component says something. */
  until(condition: () => boolean): Promise<void>;
}

export function fakeComponent(id: ComponentId, places: Places): FakeComponent {
  const anything = new EventEmitter();
  const handlers: Handler[] = [];
  const component = {
    id,
    places,
    env: {},
    said: [] as Said[],
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
    tell: (to: ComponentId, message: ComponentMessage) => remember(component.said, { to, message }),
    beginAnew: () => {},
    onTold: (handler: Handler) => void handlers.push(handler),
    hear: (message: ComponentMessage) => {
      for (const handler of handlers) void handler(message);
    },
    until: async (condition: () => boolean) => {
      while (!condition()) await once(anything, 'said', { signal: AbortSignal.timeout(10_000) });
    },
    [Symbol.dispose]: () => {},
  };
  const remember = <Item>(list: Item[], item: Item): void => {
    list.push(item);
    anything.emit('said');
  };
  return { ...component, log: rememberingLog((line) => remember(component.logged, line)) };
}

/** A log that keeps the event of each line, with its level before it. */
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
