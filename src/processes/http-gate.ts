/** The `node:http` server in front of the router: every way in which bytes can become a request ends in `admit`, or in a refusal. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProblemReason } from '../contract/problem.ts';
import type { PeerVerdict } from '../platform/peer-user/index.ts';
import { admit, type House } from './http-admission.ts';
import { rawProblem } from './http-answer.ts';
import { type Connections, sendAway } from './http-connections.ts';
import type { HttpLimits } from './http-limits.ts';
import { refuse } from './http-refusal.ts';

/** Takes over a connection that asks to become a WebSocket, and has passed the gates. It has to answer or destroy it. */
export type AcceptUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface Gate {
  /** Asked at each request: the port is known only once the server listens. */
  readonly house: () => House;
  readonly connections: Connections;
  readonly limits: HttpLimits;
  readonly acceptUpgrade: AcceptUpgrade | null;
  readonly arrived: () => void;
  readonly refused: (reason: ProblemReason) => void;
  readonly turnedAway: (how: 'evicted' | 'dropped') => void;
}

/** A server that hands what was admitted to `handle`. It does not listen yet. */
export function gatedServer(gate: Gate, handle: RequestListener): Server {
  const { limits, connections } = gate;
  /** Sockets that were refused once: what is pipelined behind a refusal is not looked at. */
  const refused = new WeakSet<Socket>();

  const receive = (request: IncomingMessage, response: ServerResponse, admitted: RequestListener): void => {
    if (refused.has(request.socket)) return;
    connections.began(request, response);
    gate.arrived();
    withPeer(connections, request.socket, (peer) => {
      // Of one that has gone meanwhile nobody can say who it was, and nobody waits for an answer.
      if (refused.has(request.socket) || request.socket.destroyed) return;
      const reason = admit({ ...spoken(request), peer, upgrade: false }, gate.house());
      if (reason === null) {
        admitted(request, response);
        return;
      }
      refused.add(request.socket);
      gate.refused(reason);
      refuse(request, response, reason, limits);
    });
    // Most answers are made by now. There is no order in which one more could be refused: its answer would wait behind the others.
    if (response.writableEnded || connections.mayWait(request.socket, response)) return;
    refused.add(request.socket);
    gate.refused('unavailable');
    request.socket.destroy();
  };

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    // Node took its own listener away, and a reset before the decision would end the process.
    stream.on('error', () => {});
    if (refused.has(request.socket)) return void stream.destroy();
    connections.began(request, null);
    gate.arrived();
    withPeer(connections, request.socket, (peer) => {
      const reason = admit({ ...spoken(request), peer, upgrade: true }, gate.house());
      if (reason === null && gate.acceptUpgrade !== null) {
        gate.acceptUpgrade(request, stream, head);
        return;
      }
      gate.refused(reason ?? 'unexpected-upgrade');
      sendAway(request.socket, rawProblem(reason ?? 'unexpected-upgrade'));
    });
  };

  const unreadable = (error: NodeJS.ErrnoException, stream: Duplex): void => {
    const socket = stream as Socket;
    const mayAnswer = socket.writable && connections.mayAnswerRaw(socket);
    const reason = unreadableReason(error.code);
    if (error.code !== 'ECONNRESET') gate.refused(reason);
    if (mayAnswer) sendAway(socket, rawProblem(reason));
    else socket.destroy();
  };

  return createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    // `admit` answers that one, in our form.
    requireHostHeader: false,
  })
    .on('request', (request, response) => receive(request, response, handle))
    .on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
      receive(request, response, () => {
        response.writeContinue();
        handle(request, response as Parameters<RequestListener>[1]);
      }),
    )
    .on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => receive(request, response, handle))
    .on('upgrade', upgrade)
    .on('clientError', unreadable)
    .on('connection', (socket: Socket) => {
      const how = connections.welcome(socket);
      if (how !== 'room') gate.turnedAway(how);
    });
}

function spoken(request: IncomingMessage): { method: string; target: string; rawHeaders: readonly string[] } {
  return { method: request.method ?? '', target: request.url ?? '', rawHeaders: request.rawHeaders };
}

/** Goes on at once where the verdict is known, which is at every request of a connection but the first. */
function withPeer(connections: Connections, socket: Socket, decide: (peer: PeerVerdict) => void): void {
  const peer = connections.peerOf(socket);
  if (typeof peer === 'string') decide(peer);
  else void peer.then(decide);
}

/** Codes of llhttp and of Node's own checks (https://nodejs.org/api/http.html#event-clienterror). */
function unreadableReason(code: string | undefined): ProblemReason {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'too-slow';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'body-too-large';
  return 'malformed-request';
}
