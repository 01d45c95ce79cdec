/** For tests of the client: a home without a Hub, whose pipes and ports are served by the test. */
import { mkdirSync } from 'node:fs';
import net from 'node:net';
import type { TestContext } from 'node:test';
import { locatePlaces, type PipeName, type Places } from '../../src/platform/locations.ts';
import { readSurroundings } from '../../src/platform/surroundings.ts';
import { temporaryHome } from '../harness/temporary-home.ts';

/** What a peer does with a connection; `line` is the first data received. */
export type PeerBehaviour = (socket: net.Socket, line: string) => void;

export interface Peers {
  readonly env: Record<string, string>;
  readonly places: Places;
  /** All requests to the pipes, parsed from JSON; null for data that is not JSON, or not complete at once. */
  readonly asked: unknown[];
  /** Serves a pipe; a value is its answer to each request. */
  pipe(name: PipeName, behaviour: PeerBehaviour | object): Promise<void>;
  /** Serves a free port of 127.0.0.1, and resolves to it. */
  port(behave: PeerBehaviour): Promise<number>;
}

export function startPeers(t: TestContext): Peers {
  const root = temporaryHome(t, async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  });
  const servers: net.Server[] = [];
  const sockets = new Set<net.Socket>();
  const env = { HUB_HOME: root };
  const places = locatePlaces(readSurroundings(env));
  mkdirSync(places.run, { mode: 0o700 });
  const asked: unknown[] = [];
  const serve = (behave: PeerBehaviour): net.Server => {
    const server = net.createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('data', (chunk) => behave(socket, chunk.toString()));
    });
    servers.push(server);
    return server;
  };
  return {
    env,
    places,
    asked,
    pipe: async (name, behaviour) => {
      const server = serve((socket, line) => {
        asked.push(parsed(line));
        if (typeof behaviour === 'function') (behaviour as PeerBehaviour)(socket, line);
        else socket.end(`${JSON.stringify(behaviour)}\n`);
      });
      await new Promise<void>((resolve) => server.listen(places.pipe(name), resolve));
    },
    port: async (behave) => {
      const server = serve(behave);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as net.AddressInfo).port;
    },
  };
}

/** A complete HTTP answer with one JSON document. */
export function httpAnswer(body: string, status = '200 OK', headers = ''): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The status of a Hub with its bridge on this port. */
export function statusWithBridge(bridge: number | null): object {
  return { ok: true, home: '/home', workspace: '/workspace', ports: { bridge, web: null }, components: [] };
}

export const source = {
  lblSourceName: 'Editor',
  lblPath: '/usr/bin/editor',
  clipboardFragments: [],
  sourceType: 'local',
  sourceData: {},
  appIdentity: { name: 'Editor', executable: '/usr/bin/editor', pid: 7, windowTitle: 'a' },
  capturedAt: '2026-03-01T09:05:07.042+01:00',
  detection: null,
  embeddedFilename: null,
  snapshotId: '5-1kept',
};

/** A bridge that answers as the core does. */
export function answerAsBridge(socket: net.Socket, request: string): void {
  const body = request.startsWith('GET /source ') ? source : { status: 'ok', component: 'python_core', version: '9.8.7' };
  socket.end(httpAnswer(JSON.stringify(body)));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
