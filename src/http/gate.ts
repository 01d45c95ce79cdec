/** The `node:http` server in front of the router: every byte that can become a request passes `whyNotAdmitted`, or gets a refusal. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { http } from '../base/network/node-http.ts';
import type { ProblemReason } from '../contract/problem.ts';
import { type AdmissionRules, isPreflight, type PeerVerdict, whyNotAdmitted } from './admission.ts';
import { allowOrigin, answerPreflight, rawProblem, refuseRequest } from './answer.ts';
import { type Connections, sendAway } from './connections.ts';
import type { HttpLimits } from './limits.ts';

/** Takes over the connection of an admitted request for a WebSocket. Returns why it is refused, or null if it is taken over. */
export type Upgrade = (request: IncomingMessage, head: Buffer) => ProblemReason | null;

export interface Gate {
  /** Called at each request: the port is known only once the server listens. */
  readonly rules: () => AdmissionRules;
  readonly connections: Connections;
  readonly limits: HttpLimits;
  readonly upgrade: Upgrade;
  readonly arrived: () => void;
  readonly refused: (reason: ProblemReason) => void;
  readonly turnedAway: (how: 'evicted' | 'dropped') => void;
}

/** A server that passes admitted requests to `handle`. It does not listen yet. */
export function gatedServer(gate: Gate, handle: RequestListener): Server {
  const { limits, connections } = gate;
  /** Sockets that were refused once: requests that are pipelined behind a refusal are ignored. */
  const refused = new WeakSet<Socket>();

  const receive = (request: IncomingMessage, response: ServerResponse, admitted: RequestListener): void => {
    if (refused.has(request.socket)) return;
    gate.arrived();
    if (connections.inTurn({ request, response, begin: () => admit(request, response, admitted) })) return;
    // Another refusal could not be sent in order: it would wait behind the others.
    refused.add(request.socket);
    gate.refused('unavailable');
    request.socket.destroy();
  };

  const admit = (request: IncomingMessage, response: ServerResponse, admitted: RequestListener): void => {
    withPeer(connections, request.socket, (peer) => {
      // If it has already gone, its owner is unknown, and nobody waits for an answer.
      if (refused.has(request.socket) || request.socket.destroyed) return;
      const reason = whyNotAdmitted({ ...spoken(request), peer, upgrade: false }, gate.rules());
      if (reason === null) {
        // Only routes for extensions admit a request with an Origin.
        const { origin } = request.headers;
        if (origin !== undefined) allowOrigin(response, origin);
        if (isPreflight({ method: request.method ?? '' })) answerPreflight(response);
        else admitted(request, response);
        return;
      }
      refused.add(request.socket);
      gate.refused(reason);
      refuseRequest(request, response, reason, limits);
    });
  };

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    // Node removed its own listener, and a reset before the decision would end the process.
    stream.on('error', () => {});
    if (refused.has(request.socket)) return void stream.destroy();
    connections.upgrades(request);
    gate.arrived();
    withPeer(connections, request.socket, (peer) => {
      if (request.socket.destroyed) return;
      const reason = whyNotAdmitted({ ...spoken(request), peer, upgrade: true }, gate.rules()) ?? gate.upgrade(request, head);
      if (reason === null) return;
      gate.refused(reason);
      sendAway(request.socket, rawProblem(reason));
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

  return http
    .createServer({
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: limits.headerBytes,
      // `whyNotAdmitted` refuses a request without this header, in our own form.
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

/** Continues at once if the verdict is known, which is so for every request of a connection except the first. */
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
