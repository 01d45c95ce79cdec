/**
 * `npm run gallery`: every state of the page in every theme, at one address. The built page is served by the page server of the tests; commands have no
 * effect. Each state has its own port, because a browser opens only six connections to a server, and every page keeps one open.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forwardRequest } from './forward-request.ts';
import { indexPage } from './index-page.ts';
import { shownPages } from './page-servers.ts';

const port = Number(process.env.PORT ?? 5180);
const pages = shownPages();
const framed = new Map<string, Promise<Server>>();

async function listening(listener: RequestListener, at: number): Promise<Server> {
  const server = createServer(listener).listen(at, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that shows one state to the gallery's frames, or null. */
async function framedState(state: string, theme: string): Promise<Server | null> {
  const served = await pages.serve(state, theme);
  if (served === null) return null;
  const key = `${state} ${theme}`;
  const server =
    framed.get(key) ??
    listening((request, response) => void forwardRequest(request, response, new URL(request.url ?? '/', served.url), gallery), 0);
  framed.set(key, server);
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, state = '', theme = ''] = (request.url ?? '/').split('/');
  if (state === '') return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(indexPage({ framed: true }));
  try {
    const server = await framedState(state, theme);
    if (server === null) response.writeHead(404).end();
    else response.writeHead(302, { location: `${addressOf(server)}/` }).end();
  } catch (error) {
    process.stderr.write(`gallery: could not show ${state} in ${theme}: ${error}\n`);
    response.writeHead(500).end();
  }
}

const main = await listening((request, response) => void answer(request, response), port);
const gallery = addressOf(main);
process.stdout.write(`The gallery is at ${gallery}/; Ctrl-C ends it.\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(0));
}
