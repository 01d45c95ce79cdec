/** An extension as the web listener sees one: it pairs and connects with the origin of an extension, sends messages, and remembers what it is told. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import WebSocket from 'ws';
import type { ListenerMessage } from '../../src/contract/extension-messages.ts';
import { extensionOrigin } from './http-rig.ts';
import { until } from './until.ts';

export interface Paired {
  readonly token: string;
  readonly origin: string;
}

/** The answer of `POST /api/pair`. */
export async function askToPair(port: number, body: unknown, origin: string = extensionOrigin): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/pair`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Pairs with a code; throws if that fails. */
export async function pairWith(port: number, code: string, { origin = extensionOrigin, name = 'Test browser' } = {}): Promise<Paired> {
  const answer = await askToPair(port, { code, name }, origin);
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`not paired: ${answer.status}`);
  return { token, origin };
}

/** The status with which a connection is refused; 101 if it is not. */
export async function statusOfConnecting(
  port: number,
  { protocols, origin = extensionOrigin, path = '/api/connect' }: { protocols: readonly string[]; origin?: string; path?: string },
): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [...protocols], { origin });
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_request, response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
  });
}

export class ExtensionClient implements Disposable {
  readonly socket: WebSocket;
  /** Everything that the listener said, in order. */
  readonly heard: ListenerMessage[] = [];
  /** The code with which the listener closed the connection. */
  closed: number | null = null;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('message', (data) => this.heard.push(JSON.parse(String(data)) as ListenerMessage));
    socket.once('close', (code) => {
      this.closed = code;
    });
  }

  /** Connects, and resolves once it is welcome; throws if it is refused. */
  static async connect(port: number, { token, origin }: Paired): Promise<ExtensionClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/connect`, ['hub.v1', token], { origin });
    const client = new ExtensionClient(socket);
    await once(socket, 'open');
    await until('a welcome', () => {
      if (client.closed !== null) throw new Error(`closed with ${client.closed}`);
      return client.heard.length > 0;
    });
    return client;
  }

  /** Sends a message with an id of its own, which it returns. */
  send(message: Record<string, unknown>): string {
    const id = typeof message.id === 'string' ? message.id : randomUUID();
    const isTimed = message.kind !== 'beat' && message.kind !== 'open';
    this.socket.send(JSON.stringify({ ...(isTimed && { atMs: Date.now() }), ...message, id }));
    return id;
  }

  /** Sends it, and resolves to `ack`, or to the reason of the refusal. */
  async ask(message: Record<string, unknown>): Promise<string> {
    const before = this.heard.length;
    const id = this.send(message);
    const answer = await until(`an answer to ${String(message.kind)}`, () =>
      this.heard.slice(before).find((said) => ('ack' in said && said.ack === id) || ('nack' in said && said.nack === id)),
    );
    return 'nack' in answer ? answer.reason : 'ack';
  }

  /** Waits for something that it is told. */
  until<Said extends ListenerMessage>(what: string, isIt: (message: ListenerMessage) => message is Said): Promise<Said>;
  until(what: string, isIt: (message: ListenerMessage) => boolean): Promise<ListenerMessage>;
  until(what: string, isIt: (message: ListenerMessage) => boolean): Promise<ListenerMessage> {
    return until(what, () => this.heard.find(isIt));
  }

  /** The receipt of a message: of its end, or that it waits. */
  receipt(id: string, outcome?: string): Promise<Extract<ListenerMessage, { receipt: string }>> {
    const isIt = (said: ListenerMessage): said is Extract<ListenerMessage, { receipt: string }> =>
      'receipt' in said && said.receipt === id && (outcome === undefined || said.outcome === outcome);
    return this.until(`the receipt of ${id}`, isIt);
  }

  async end(): Promise<void> {
    if (this.closed !== null) return;
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}
