/**
 * Scripts in Firefox's own window, by its Marionette protocol (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html): the Firefox of Debian has no other way into it
 * (`moz:scope` of WebDriver BiDi is later).
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { until } from '../until.ts';

const startWithinMs = 60_000;
const callWithinMs = 30_000;

export interface Marionette extends Disposable {
  /** Where WebDriver BiDi has the same session: Firefox has one at a time. */
  readonly webSocketUrl: string;
  /** The value of the body of a function, as JSON. */
  run<Value>(body: string): Promise<Value>;
}

/** With `marionette.port` 0 Firefox writes the port that it has taken into its profile. */
export async function openMarionette(profile: string): Promise<Marionette> {
  const port = await until('port of Marionette', () => portIn(profile), startWithinMs);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, (answer: { readonly error: { readonly message: string } | null; readonly result: unknown }) => void>();
  let read = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    read = Buffer.concat([read, part]);
    for (let colon = read.indexOf(':'); colon > 0; colon = read.indexOf(':')) {
      const end = colon + 1 + Number(read.toString('latin1', 0, colon));
      if (read.length < end) return;
      const said = JSON.parse(read.toString('utf8', colon + 1, end)) as [1, number, { message: string } | null, unknown] | object;
      read = read.subarray(end);
      // The first one is no answer: it introduces Firefox.
      if (Array.isArray(said)) waiting.get(said[1])?.({ error: said[2], result: said[3] });
    }
  });
  let lastId = 0;
  const call = async (command: string, parameters: object): Promise<unknown> => {
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<{ error: { message: string } | null; result: unknown }>();
    waiting.set(lastId, resolve);
    const said = JSON.stringify([0, lastId, command, parameters]);
    socket.write(`${Buffer.byteLength(said)}:${said}`);
    const deadline = setTimeout(() => resolve({ error: { message: 'no answer' }, result: null }), callWithinMs);
    const { error, result } = await promise.finally(() => clearTimeout(deadline));
    if (error !== null) throw new Error(`${command}: ${error.message}`);
    return result;
  };
  const session = await call('WebDriver:NewSession', { webSocketUrl: true });
  const { webSocketUrl } = (session as { capabilities: { webSocketUrl: string } }).capabilities;
  await call('Marionette:SetContext', { value: 'chrome' });
  return {
    webSocketUrl,
    run: async <Value>(body: string) => {
      const script = `return Promise.resolve((() => { ${body} })()).then((value) => JSON.stringify(value ?? null))`;
      const { value } = (await call('WebDriver:ExecuteScript', { script, args: [], sandbox: 'system' })) as { value: string };
      return JSON.parse(value) as Value;
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
}

function portIn(profile: string): number | undefined {
  try {
    return Number(readFileSync(path.join(profile, 'MarionetteActivePort'), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}
