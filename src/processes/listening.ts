/** A component's HTTP server with its port: a port that somebody else has is said, not died of, and tried again until it is free. */

import { portOf } from '../domain/port.ts';
import type { PeerUser } from '../platform/peer-user/index.ts';
import { readPortHolder } from '../platform/port-holder.ts';
import type { Component } from './component.ts';
import type { ServedRoute } from './http-handler.ts';
import { type HttpCounters, type LoopbackServer, startLoopbackServer } from './http-server.ts';

export interface ListeningParts {
  readonly component: Component;
  /** As the environment has it; undefined or empty means the usual one, `0` a free one. */
  readonly port: string | undefined;
  readonly usualPort: number;
  /** The port that the process before this one had, as the supervisor tells it: it is taken again where any would do, so that clients find it. */
  readonly lastPort: string | undefined;
  readonly peerUser: PeerUser;
  readonly routes: (server: Listening) => readonly ServedRoute[];
  /** How long after a try that failed the next one comes. */
  readonly retryMs?: number;
}

export interface Listening extends AsyncDisposable {
  /** The server's figures; zeros while there is none. */
  counters(): HttpCounters;
  /** For `component.ready`. */
  facts(): { readonly port?: number };
  readonly url: string;
}

const usualRetryMs = 2_000;
const drainMs = 3_000;
const noCounters: HttpCounters = { open: 0, requests: 0, refused: {}, evicted: 0, dropped: 0 };

/** Starts to listen. Resolves also when the port is taken: then the component is degraded until it is free. */
export async function openListening(parts: ListeningParts): Promise<Listening> {
  const { component } = parts;
  const asked = portOf(parts.port, parts.usualPort) ?? parts.usualPort;
  let port = asked === 0 ? (portOf(parts.lastPort, 0) ?? 0) : asked;
  let server: LoopbackServer | null = null;
  let timer: NodeJS.Timeout | undefined;
  let told: string | null = null;
  let closed = false;
  const listening: Listening = {
    counters: () => server?.counters() ?? noCounters,
    facts: () => (server === null ? {} : { port: server.port }),
    get url() {
      return `http://127.0.0.1:${server?.port ?? port}`;
    },
    [Symbol.asyncDispose]: async () => {
      closed = true;
      clearTimeout(timer);
      await server?.close(drainMs);
    },
  };
  const routes = parts.routes(listening);
  const tryToListen = async (): Promise<void> => {
    let started = await startLoopbackServer({ port, routes, peerUser: parts.peerUser, log: component.log });
    if (!started.ok && port !== asked) {
      port = asked; // somebody else has the last one
      started = await startLoopbackServer({ port, routes, peerUser: parts.peerUser, log: component.log });
    }
    if (closed) return void (started.ok && (await started.value.close(0)));
    if (started.ok) {
      server = started.value;
      component.degraded(null);
      return;
    }
    const holder = started.reason === 'port-in-use' ? readPortHolder(port) : null;
    const by = holder === null ? '' : ` by ${holder.program ?? 'a program'} (process ${holder.pid})`;
    if (told !== started.reason) component.log.error('port not to be had', { port, because: started.reason });
    told = started.reason;
    component.degraded(
      started.reason === 'port-in-use'
        ? `port ${port} is taken${by}; end that program, or set another port`
        : `this user does not have permission to use port ${port}`,
    );
    timer = setTimeout(
      () => void tryToListen().then(() => server !== null && component.ready(listening.facts())),
      parts.retryMs ?? usualRetryMs,
    );
  };
  await tryToListen();
  return listening;
}
