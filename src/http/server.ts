/**
 * The HTTP server that the bridge and the web listener share: bound to 127.0.0.1, open to this user's own programs, with a limit on everything that a
 * client can use up (`limits.ts`). It must never answer a request that `whyNotAdmitted` has not checked, and no client may end the process.
 *
 * The path of a request: `connections.ts` counts its connection, and makes room for it or refuses it. When its headers are complete and its turn on the
 * connection has come, `gate.ts` determines once per connection whose process is at the other end, and lets `admission.ts` decide. `router.ts` finds its
 * row in `route-table.ts`, has `body.ts` read the body within its limit, and has `handler.ts` check path, query and body by the route's schemas and call
 * the handler. `answer.ts` writes the result as a whole; `file.ts` sends a file, and `events.ts` a feed, in pieces as the client reads them. A feed has
 * a subscriber from the moment that its stream begins. `answer.ts` also answers what is refused on the way, and closes the connection.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { tooLate, within } from '../base/deadline.ts';
import { systemErrorName } from '../base/files/disk-error.ts';
import type { Log } from '../base/log.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { ProblemReason } from '../contract/problem.ts';
import { type AdmissionRules, ownHosts } from './admission.ts';
import { Connections, type PeerUser } from './connections.ts';
import { type Gate, gatedServer, type Upgrade } from './gate.ts';
import type { ServedRoute } from './handler.ts';
import { type HttpLimits, httpLimits } from './limits.ts';
import { routeTable } from './route-table.ts';
import { openRouter } from './router.ts';

export interface LoopbackServerOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly routes: readonly ServedRoute[];
  readonly peerUser: PeerUser;
  readonly log?: Pick<Log, 'error' | 'debug' | 'isDetailed'>;
  readonly extensions?: ExtensionGuests;
  /** The contract's limits, except in tests, which would have to wait for them. */
  readonly limits?: Partial<HttpLimits>;
}

/** Who knows the extensions of browsers. Without it none is paired, and no route is a WebSocket. */
export interface ExtensionGuests {
  readonly isPaired: (origin: string) => boolean;
  readonly upgrade: Upgrade;
}

const noGuests: ExtensionGuests = { isPaired: () => false, upgrade: () => 'unexpected-upgrade' };

export interface HttpCounters {
  /** Connections that are open now. */
  readonly open: number;
  readonly requests: number;
  readonly refused: Readonly<Partial<Record<ProblemReason, number>>>;
  /** Connections that were closed to make room for others, and those that found no room. */
  readonly evicted: number;
  readonly dropped: number;
}

export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  counters(): HttpCounters;
  /** Accepts no more connections, ends event streams, and waits at most `deadlineMs` for pending answers; then it closes the rest. */
  close(deadlineMs: number): Promise<void>;
}

/** Used when the server is closed by disposal. */
const disposalMs = 2_000;

/** `no-permission`: this user may not use that port. `system-refused`: anything else that the system lacks (EMFILE, ENOBUFS), named by `detail`. */
export type ListenFailure = 'port-in-use' | 'no-permission' | 'system-refused';

/** Starts a server. */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<Outcome<LoopbackServer, ListenFailure>> {
  const limits: HttpLimits = { ...httpLimits, ...options.limits };
  const connections = new Connections(limits, options.peerUser);
  const stopping = new AbortController();
  const tally = { requests: 0, evicted: 0, dropped: 0, refused: {} as Partial<Record<ProblemReason, number>> };
  const routes = routeTable(options.routes);
  const { isPaired, upgrade } = options.extensions ?? noGuests;
  let rules: AdmissionRules = { hosts: new Set(), routes, bodyBytes: limits.bodyBytes, isPaired };
  const gate: Gate = {
    rules: () => rules,
    connections,
    limits,
    upgrade,
    arrived: () => {
      tally.requests += 1;
    },
    refused: (reason) => {
      tally.refused[reason] = (tally.refused[reason] ?? 0) + 1;
      options.log?.debug('request refused', { reason });
    },
    turnedAway: (how) => {
      tally[how] += 1;
      options.log?.debug('connection turned away', { how });
    },
  };
  const server = gatedServer(gate, openRouter({ routes, limits, stopping: stopping.signal, log: options.log ?? null }));
  const listening = await listen(server, options.port);
  if (!listening.ok) return listening;
  const port = listening.value;
  rules = { ...rules, hosts: ownHosts(port) };
  let closing: Promise<void> | null = null;
  const close = (deadlineMs: number): Promise<void> => (closing ??= shutDown(server, connections, stopping, deadlineMs));
  return done({
    port,
    counters: () => ({ ...tally, refused: { ...tally.refused }, open: connections.open }),
    close,
    [Symbol.asyncDispose]: () => close(disposalMs),
  });
}

async function listen(server: Server, port: number): Promise<Outcome<number, ListenFailure>> {
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    const name = systemErrorName(error);
    if (name === null) throw error;
    if (name === 'EADDRINUSE') return failed('port-in-use');
    return name === 'EACCES' ? failed('no-permission') : failed('system-refused', name);
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  // Without a listener an error while accepting (EMFILE) would end the process; the next connection is accepted again.
  server.on('error', () => {});
  return done(address.port);
}

async function shutDown(server: Server, connections: Connections, stopping: AbortController, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  stopping.abort();
  connections.dismissWaiting();
  if ((await within(deadlineMs, closed)) === tooLate) {
    connections.destroyAll();
    // Including refused clients that do not read their answer.
    server.closeAllConnections();
    await closed;
  }
}
