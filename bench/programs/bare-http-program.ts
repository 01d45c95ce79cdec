/**
 * The minimum that a server on `node:http` does: the same headers and body for every request, prepared beforehand. The body is a string, so Node
 * sends head and body in one write. Hub's bridge is compared with it.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCommands } from './program.ts';

export interface BareCommand {
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** Latin 1: one byte per character. */
  readonly body: string;
}

export interface BareReply {
  readonly port: number;
}

await answerCommands<BareCommand, BareReply>(({ headers, body }) => {
  const ready = [...headers];
  const server = http.createServer((_request, response) => response.writeHead(200, ready).end(body, 'latin1'));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }));
  });
});
process.exit(0);
