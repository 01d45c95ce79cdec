/** A component's HTTP server with its port: a port in use is reported instead of causing an exit, and tried again until it is free. */

import { told } from '../domain/language/say.ts';
import { portOf } from '../domain/port-setting.ts';
import type { ServedRoute } from '../http/handler.ts';
import { type ExtensionGuests, type HttpCounters, type ListenFailure, type LoopbackServer, startLoopbackServer } from '../http/server.ts';
import type { PeerUser } from '../platform/peer-user/index.ts';
import { type PortHolder, readPortHolder } from '../platform/port-holder.ts';
import type { Component } from './component.ts';

export interface HttpEndpointParts {
  readonly component: Component;
  /** The variable that sets the port. */
  readonly variable: 'HUB_BRIDGE_PORT' | 'HUB_WEB_PORT';
  /** Its value; undefined or empty means the usual one, `0` a free one. */
  readonly port: string | undefined;
  readonly usualPort: number;
  /** The port of the previous process, according to the supervisor: it is taken again if any port will do, so that clients find it. */
  readonly lastPort: string | undefined;
  readonly peerUser: PeerUser;
  readonly routes: (server: HttpEndpoint) => readonly ServedRoute[];
  readonly extensions?: ExtensionGuests;
  /** The delay between a failed attempt and the next one. */
  readonly retryMs?: number;
}

export interface HttpEndpoint extends AsyncDisposable {
  /** The server's counts; zeros while there is none. */
  counters(): HttpCounters;
  /** For `component.ready`. */
  facts(): { readonly port?: number };
  readonly url: string;
}

const usualRetryMs = 2_000;
const drainMs = 3_000;
const noCounters: HttpCounters = { open: 0, requests: 0, refused: {}, evicted: 0, dropped: 0 };

/** Starts to listen. Resolves also if it can't, because the port is taken for example: then the component is degraded until it can. */
export async function openHttpEndpoint(parts: HttpEndpointParts): Promise<HttpEndpoint> {
  const { component } = parts;
  const asked = portOf(parts.port, parts.usualPort) ?? parts.usualPort;
  let port = asked === 0 ? (portOf(parts.lastPort, 0) ?? 0) : asked;
  let server: LoopbackServer | null = null;
  let timer: NodeJS.Timeout | undefined;
  let told: string | null = null;
  let closed = false;
  const endpoint: HttpEndpoint = {
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
  const routes = parts.routes(endpoint);
  const { peerUser, extensions } = parts;
  const start = () => startLoopbackServer({ port, routes, peerUser, log: component.log, ...(extensions && { extensions }) });
  const tryToListen = async (): Promise<void> => {
    let started = await start();
    if (!started.ok && port !== asked) {
      port = asked; // somebody else has the last one
      started = await start();
    }
    if (closed) return void (started.ok && (await started.value.close(0)));
    if (started.ok) {
      server = started.value;
      component.degraded(null);
      return;
    }
    if (told !== started.reason) component.log.error('port not available', { port, because: started.reason });
    told = started.reason;
    component.degraded(whyNot(started.reason, started.detail, { port, variable: parts.variable }));
    timer = setTimeout(
      () => void tryToListen().then(() => server !== null && component.ready(endpoint.facts())),
      parts.retryMs ?? usualRetryMs,
    );
  };
  await tryToListen();
  return endpoint;
}

/** As a sentence for people. */
function whyNot(reason: ListenFailure, detail: string | undefined, { port, variable }: { port: number; variable: string }): string {
  if (reason === 'port-in-use')
    return told('port {port} is taken by {program}; end it, or set another port with {variable}', {
      port,
      program: nameOf(readPortHolder(port)),
      variable,
    });
  if (reason === 'no-permission') return told('this user does not have permission to use port {port}', { port });
  return port === 0
    ? told("the system can't open a port now ({detail})", { detail: detail ?? '' })
    : told("the system can't open port {port} now ({detail})", { port, detail: detail ?? '' });
}

function nameOf(holder: PortHolder | null): string {
  if (holder === null) return told('another program');
  const isHub = holder.words.some((word) => /[\\/]src[\\/]processes[\\/][a-z-]+[\\/]main\.[jt]s$/.test(word));
  const { pid, program } = holder;
  if (isHub) return told('another Hub (process {pid})', { pid });
  return program === null
    ? told('another program (process {pid})', { pid })
    : told('another program: {program} (process {pid})', { program, pid });
}
