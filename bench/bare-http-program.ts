/**
 * The least that a server of `node:http` does: the same headers and body to every request, ready beforehand. The body is a string, with which
 * Node makes one write of head and body. It is what Hub's bridge is held against.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCommands } from './program.ts';

export interface BareCommand {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Latin 1: a character a byte. */
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
