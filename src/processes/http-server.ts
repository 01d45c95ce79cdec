/**
 * The HTTP server that the bridge and the web listener share: bound to 127.0.0.1, open to this user's own programs, limited in everything
 * that a client can spend. It must never answer a request that `admit` has not seen, and no client may end the process.
 *
 * connection → room for it? → headers → `admit` → route → body within its limit → schemas → handler → answer
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { tooLate, within } from '../base/deadline.ts';
import { errorCode, type Log } from '../base/log.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { ProblemReason } from '../contract/problem.ts';
import type { PeerUser } from '../platform/peer-user/index.ts';
import { type House, ownHosts } from './http-admission.ts';
import { Connections } from './http-connections.ts';
import { type AcceptUpgrade, type Gate, gatedServer } from './http-gate.ts';
import type { ServedRoute } from './http-handler.ts';
import { type HttpLimits, httpLimits } from './http-limits.ts';
import { type RouteTable, routeTable } from './http-route-table.ts';
import { openRouter } from './http-router.ts';

export interface LoopbackServerOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly routes: readonly ServedRoute[];
  readonly peerUser: PeerUser;
  /** Whether the browser extension with this Origin may use this raw path. Without it, nothing that has an Origin may use any. */
  readonly mayCome?: (origin: string, path: string) => boolean;
  /** The raw path on which WebSockets are accepted. Its connections count among the others, and are ended when the server closes. */
  readonly upgrade?: { readonly path: string; readonly accept: AcceptUpgrade };
  /** Hears of every refusal; a client can cause as many as it likes, so do not log each. */
  readonly onRefusal?: (reason: ProblemReason) => void;
  readonly log?: Pick<Log, 'error' | 'debug' | 'isDetailed'>;
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpCounters {
  /** Connections that are open now. */
  readonly open: number;
  readonly requests: number;
  readonly refused: Readonly<Partial<Record<ProblemReason, number>>>;
  /** Connections that had to leave so that another could come in, and those that found no room. */
  readonly evicted: number;
  readonly dropped: number;
}

export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  counters(): HttpCounters;
  /** Takes no more connections, ends event streams, and waits for answers that are being made, at most `deadlineMs`; then it cuts the rest. */
  close(deadlineMs: number): Promise<void>;
}

/** Used when the server is closed by disposal. */
const disposalMs = 2_000;

/** Starts a server. Fails with `port-in-use`, or `no-permission` for a port that this user may not have; other faults of `listen` throw. */
export async function startLoopbackServer(
  options: LoopbackServerOptions,
): Promise<Outcome<LoopbackServer, 'port-in-use' | 'no-permission'>> {
  const limits: HttpLimits = { ...httpLimits, ...options.limits };
  const connections = new Connections(limits, options.peerUser);
  const stopping = new AbortController();
  const tally = { requests: 0, evicted: 0, dropped: 0, refused: {} as Partial<Record<ProblemReason, number>> };
  const routes = routeTable(options.routes);
  let house = houseOf(options, routes, limits, 0);
  const gate: Gate = {
    house: () => house,
    connections,
    limits,
    acceptUpgrade: options.upgrade?.accept ?? null,
    arrived: () => {
      tally.requests += 1;
    },
    refused: (reason) => {
      tally.refused[reason] = (tally.refused[reason] ?? 0) + 1;
      options.log?.debug('request refused', { reason });
      options.onRefusal?.(reason);
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
  house = houseOf(options, routes, limits, port);
  let closing: Promise<void> | null = null;
  const close = (deadlineMs: number): Promise<void> => (closing ??= shutDown(server, connections, stopping, deadlineMs));
  return done({
    port,
    counters: () => ({ ...tally, refused: { ...tally.refused }, open: connections.open }),
    close,
    [Symbol.asyncDispose]: () => close(disposalMs),
  });
}

function houseOf(options: LoopbackServerOptions, routes: RouteTable<ServedRoute>, limits: HttpLimits, port: number): House {
  return {
    hosts: ownHosts(port),
    mayCome: options.mayCome ?? (() => false),
    routes,
    upgradePath: options.upgrade?.path ?? null,
    bodyBytes: limits.bodyBytes,
  };
}

async function listen(server: Server, port: number): Promise<Outcome<number, 'port-in-use' | 'no-permission'>> {
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE') return failed('port-in-use');
    if (code === 'EACCES') return failed('no-permission');
    throw error;
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
    // Those too that were sent away and do not take their answer.
    server.closeAllConnections();
    await closed;
  }
}
