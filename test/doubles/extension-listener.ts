/**
 * Stands in for Hub's web listener, as the extension meets it: pairing over HTTP, the WebSocket with a token, and answers that a test chooses. It checks every
 * message by the schemas of the contract, and takes as many of them as Hub does.
 */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type ExtensionMessage,
  extensionMessage,
  extensionProtocol,
  type ListenerMessage,
  longestFrame,
  proofWords,
} from '../../src/contract/extension-messages.ts';
import { MessageRate } from '../../src/processes/web-listener/message-rate.ts';

export const pairingCode = 'K7QM-2XHD';
/** As the browser stores it. */
const token = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';

export type Answer = readonly ListenerMessage[] | 'nothing' | 'cut';

export interface ExtensionListener extends AsyncDisposable {
  readonly port: number;
  /** All that is to be saved, in the order in which it was acknowledged. */
  readonly saved: readonly ExtensionMessage[];
  /** All messages but beats. */
  readonly heard: readonly ExtensionMessage[];
  readonly beats: number;
  readonly connections: number;
  readonly connected: number;
  /** The origins and names of those that were paired. */
  readonly paired: readonly { readonly origin: string; readonly name: string }[];
  /** How the next messages to be saved are answered: by an acknowledgement and a receipt, unless something else is set. */
  answer: ((message: ExtensionMessage) => Answer | Promise<Answer>) | null;
  /** Says this to all that are connected. */
  tell(message: ListenerMessage): void;
  /** No token is known any more. */
  revoke(): void;
  /** Hosts that the welcome excludes. */
  excludedHosts: readonly string[];
  /** Ends all connections and does not listen, as when Hub is killed. */
  away(): Promise<void>;
  /** Listens again at the same port. */
  back(): Promise<void>;
}

export async function startExtensionListener(): Promise<ExtensionListener> {
  const saved: ExtensionMessage[] = [];
  const heard: ExtensionMessage[] = [];
  const paired: { origin: string; name: string }[] = [];
  const sockets = new Set<WebSocket>();
  let isKnown = true;
  let port = 0;
  let connections = 0;
  let beats = 0;
  let server: Server;
  const rate = new MessageRate();

  const problem = (response: ServerResponse, status: number, type: string): void => {
    response
      .writeHead(status, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ type: `urn:hub:problem:${type}`, status }));
  };
  const prove = ({ nonce }: { readonly nonce: string }, response: ServerResponse): void => {
    if (!isKnown) return problem(response, 404, 'not-found');
    const key = createHash('sha256').update(token).digest();
    const proof = createHmac('sha256', key).update(proofWords.proof).update(Buffer.from(nonce, 'base64url')).digest('base64url');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ proof }));
  };
  const answerPosted = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { origin = '' } = request.headers;
    if (!/^(?:chrome|moz)-extension:\/\//.test(origin)) return problem(response, 403, 'foreign-origin');
    response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' }).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.url === '/api/prove') return prove(JSON.parse(body), response);
    const { code, name } = JSON.parse(body) as { readonly code?: string; readonly name?: string };
    if (code === undefined || name === undefined) return problem(response, 400, 'invalid-request');
    if (code.replaceAll('-', '') !== pairingCode.replaceAll('-', '')) return problem(response, 403, 'wrong-code');
    isKnown = true;
    paired.push({ origin, name });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }));
  };

  const listen = async (): Promise<void> => {
    server = createServer((request, response) => void answerPosted(request, response));
    const upgrades = new WebSocketServer({ noServer: true, maxPayload: longestFrame, handleProtocols: () => extensionProtocol });
    server.on('upgrade', (request, socket, head) => {
      const offered = request.headers['sec-websocket-protocol']?.split(',').map((word) => word.trim()) ?? [];
      if (!isKnown || offered[0] !== extensionProtocol || offered[1] !== token) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      upgrades.handleUpgrade(request, socket, head, take);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };

  const take = (socket: WebSocket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let order = Promise.resolve();
    socket.on('message', (data) => {
      order = order.then(() => hear(socket, String(data)));
    });
    const { excludedHosts } = listener;
    say(socket, { welcome: { version: '0.1.0', name: 'Chromium', excludedHosts: [...excludedHosts] } });
  };

  const hear = async (socket: WebSocket, data: string): Promise<void> => {
    const message = extensionMessage.parse(JSON.parse(data));
    if (!rate.take('the extension')) return say(socket, { nack: message.id, reason: 'busy' });
    if (message.kind === 'beat') {
      beats += 1;
      return say(socket, { ack: message.id });
    }
    heard.push(message);
    const usual: Answer = isSave(message) ? [{ ack: message.id }, savedReceipt(message)] : [{ ack: message.id }];
    const answer = (await listener.answer?.(message)) ?? usual;
    if (answer === 'cut') return socket.terminate();
    if (answer === 'nothing') return;
    if (isSave(message) && answer.some((one) => 'ack' in one) && !saved.some(({ id }) => id === message.id)) saved.push(message);
    for (const one of answer) say(socket, one);
  };

  const away = async (): Promise<void> => {
    for (const socket of sockets) socket.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };

  const listener: ExtensionListener = {
    get port() {
      return port;
    },
    saved,
    heard,
    paired,
    get beats() {
      return beats;
    },
    get connections() {
      return connections;
    },
    get connected() {
      return sockets.size;
    },
    answer: null,
    excludedHosts: [],
    tell: (message) => {
      for (const socket of sockets) say(socket, message);
    },
    revoke: () => {
      isKnown = false;
      for (const socket of sockets) socket.close(4_001);
    },
    away,
    back: listen,
    [Symbol.asyncDispose]: away,
  };
  await listen();
  return listener;
}

function say(socket: WebSocket, message: ListenerMessage): void {
  socket.send(JSON.stringify(message));
}

function isSave({ kind }: ExtensionMessage): boolean {
  return kind === 'selection' || kind === 'page' || kind === 'file';
}

/** As the save worker's receipt is told. */
export function savedReceipt(message: ExtensionMessage): ListenerMessage {
  assert.ok(isSave(message));
  const name = message.kind === 'file' ? message.name : message.kind === 'page' ? 'article.md' : 'selection.md';
  return { receipt: message.id, outcome: 'saved', name, folder: 'text', text: `Saved as ${name}` };
}
