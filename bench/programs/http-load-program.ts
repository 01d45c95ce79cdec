/**
 * A client that keeps a number of connections busy. It uses raw sockets, so that it needs less processor time than the server that it loads. Each
 * connection sends its next request when the answer to the previous one is complete.
 */
import net from 'node:net';
import { type Summary, summarize } from '../measuring/percentiles.ts';
import { answerCommands } from './program.ts';

export type LoadCommand = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
} & ({ readonly kind: 'get'; readonly path: string } | { readonly kind: 'save'; readonly contentBytes: number; readonly label: string });

export interface LoadReply {
  readonly perSecond: number;
  /** Answers whose status was not 200. */
  readonly refused: number;
  readonly latencyMs: Summary;
}

const headEnd = Buffer.from('\r\n\r\n');

class Load {
  readonly #command: LoadCommand;
  readonly #endMs: number;
  readonly #latencies: number[] = [];
  #sent = 0;
  #refused = 0;

  constructor(command: LoadCommand) {
    this.#command = command;
    this.#endMs = performance.now() + command.seconds * 1_000;
  }

  async run(): Promise<LoadReply> {
    const startedAtMs = performance.now();
    await Promise.all(Array.from({ length: this.#command.connections }, () => this.#connection()));
    const seconds = (performance.now() - startedAtMs) / 1_000;
    return { perSecond: this.#latencies.length / seconds, refused: this.#refused, latencyMs: summarize(this.#latencies) };
  }

  #connection(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = net.connect({ port: this.#command.port, host: '127.0.0.1', noDelay: true });
      let sentAtMs = 0;
      let received = Buffer.alloc(0);
      const send = (): void => {
        sentAtMs = performance.now();
        if (sentAtMs >= this.#endMs) return void socket.end();
        socket.write(this.#request());
      };
      socket.on('connect', send).on('error', reject).on('close', resolve);
      socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const length = answerLength(received);
        if (length === null || received.length < length) return;
        this.#latencies.push(performance.now() - sentAtMs);
        if (received.toString('latin1', 9, 12) !== '200') this.#refused += 1;
        received = Buffer.alloc(0);
        send();
      });
    });
  }

  #request(): string {
    const host = `Host: 127.0.0.1:${this.#command.port}\r\n`;
    if (this.#command.kind === 'get') return `GET ${this.#command.path} HTTP/1.1\r\n${host}\r\n`;
    const { label, contentBytes } = this.#command;
    const number = ++this.#sent;
    const content = `${label}, save ${number}. `.padEnd(contentBytes, 'some prose to save, and then some more of it. ');
    const body = JSON.stringify({ content, filename: `${label}-${number}.txt` });
    return `POST /api/save/test HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  }
}

/** The length of head and body together, or null while the head is incomplete. */
function answerLength(received: Buffer): number | null {
  const end = received.indexOf(headEnd);
  if (end < 0) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
  return end + headEnd.length + Number(length ?? 0);
}

await answerCommands<LoadCommand, LoadReply>((command) => new Load(command).run());
process.exit(0);
