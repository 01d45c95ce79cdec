/** For tests of the client: a home without a Hub, and in its pipes and ports whatever a test puts there. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { locate, type PipeName, type Places } from '../platform/locations.ts';
import { surroundings } from '../platform/surroundings.ts';

/** What a peer does with a connection; `line` is what came first. */
export type Behave = (socket: net.Socket, line: string) => void;

export interface Peers {
  readonly env: Record<string, string>;
  readonly places: Places;
  /** Everything that was asked of the pipes, as parsed from JSON; null for what is none, or did not come at once. */
  readonly asked: unknown[];
  /** Serves a pipe; a value is what it answers each question with. */
  pipe(name: PipeName, behaviour: Behave | object): Promise<void>;
  /** Serves a free port of 127.0.0.1, and resolves to it. */
  port(behave: Behave): Promise<number>;
}

export function peers(t: TestContext): Peers {
  const root = mkdtempSync(path.join(os.tmpdir(), 'hub-client-'));
  const servers: net.Server[] = [];
  const sockets = new Set<net.Socket>();
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    rmSync(root, { recursive: true });
  });
  const env = { HUB_HOME: root };
  const places = locate(surroundings(env));
  mkdirSync(places.run, { mode: 0o700 });
  const asked: unknown[] = [];
  const serve = (behave: Behave): net.Server => {
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
        if (typeof behaviour === 'function') (behaviour as Behave)(socket, line);
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

/** A whole HTTP answer of one JSON document. */
export function httpAnswer(body: string, status = '200 OK', headers = ''): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The status of a Hub whose bridge is at this port. */
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
export function bridge(socket: net.Socket, request: string): void {
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
