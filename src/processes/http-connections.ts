/**
 * The connections of one server: how many there are, who is at the other end, and which one has to go when there are too many.
 * A connection that does nothing can't keep a good one out: when the house is full, the one that is furthest from being a request leaves.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PeerUser, PeerVerdict } from '../platform/peer-user/index.ts';
import { rawProblem } from './http-answer.ts';
import type { HttpLimits } from './http-limits.ts';

interface Guest {
  request: IncomingMessage | null;
  response: ServerResponse | null;
  /** The answers, not sent as a whole yet, of requests that were not answered at once; they are sent in the order of their requests. */
  readonly waiting: Set<ServerResponse>;
  peer: Promise<PeerVerdict> | null;
  /** The peer's verdict once it is in. */
  verdict: PeerVerdict | null;
}

/** In the order in which they leave; `taking` has only to take its answer, and `busy` (a handler is at work on a complete request, or streams) never leaves. */
const leaving = ['silent', 'idle', 'receiving', 'taking'] as const;
type Activity = (typeof leaving)[number] | 'busy';

export class Connections {
  /** Oldest first. */
  readonly #guests = new Map<Socket, Guest>();
  readonly #limit: number;
  readonly #mostWaiting: number;
  readonly #peerUser: PeerUser;

  constructor({ connections, waitingRequests }: Pick<HttpLimits, 'connections' | 'waitingRequests'>, peerUser: PeerUser) {
    this.#limit = connections;
    this.#mostWaiting = waitingRequests;
    this.#peerUser = peerUser;
  }

  get open(): number {
    return this.#guests.size;
  }

  /** Lets a connection in, at the cost of another when the house is full. Answers which of the two was sent away, if any. */
  welcome(socket: Socket): 'room' | 'evicted' | 'dropped' {
    const full = this.#guests.size >= this.#limit;
    const oldest = full ? this.#nextToLeave() : null;
    if (full && oldest === null) {
      sendAway(socket, rawProblem('unavailable'));
      return 'dropped';
    }
    if (oldest !== null) this.#evict(oldest);
    this.#guests.set(socket, { request: null, response: null, waiting: new Set(), peer: null, verdict: null });
    socket.once('close', () => this.#guests.delete(socket));
    return full ? 'evicted' : 'room';
  }

  /** A request's headers are complete. */
  began(request: IncomingMessage, response: ServerResponse | null): void {
    const guest = this.#guests.get(request.socket);
    if (guest === undefined) return;
    guest.request = request;
    guest.response = response;
  }

  /** A request whose answer is not made at once: false where too many on its connection wait already. */
  mayWait(socket: Socket, response: ServerResponse): boolean {
    const guest = this.#guests.get(socket);
    if (guest === undefined) return true;
    guest.waiting.add(response);
    response.once('close', () => guest.waiting.delete(response));
    return guest.waiting.size <= this.#mostWaiting;
  }

  /** The verdict about the other end: asked for once a connection, and given without a wait from then on. */
  peerOf(socket: Socket): PeerVerdict | Promise<PeerVerdict> {
    const guest = this.#guests.get(socket);
    if (guest === undefined) return 'unknown';
    if (guest.verdict !== null) return guest.verdict;
    guest.peer ??= this.#ask(socket, guest);
    return guest.peer;
  }

  async #ask(socket: Socket, guest: Guest): Promise<PeerVerdict> {
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    if (!remoteAddress || !remotePort || !localAddress || !localPort) return 'unknown';
    guest.verdict = await this.#peerUser.judge({
      peerAddress: remoteAddress,
      peerPort: remotePort,
      ownAddress: localAddress,
      ownPort: localPort,
    });
    return guest.verdict;
  }

  /** Whether an answer outside of any response can be written: not where one has begun, or is being made for an earlier request. */
  mayAnswerRaw(socket: Socket): boolean {
    const guest = this.#guests.get(socket);
    if (guest === undefined || activityOf(guest) === 'busy') return false;
    return guest.response === null || !guest.response.headersSent || guest.response.writableFinished;
  }

  /** Ends the connections on which nothing is going on. */
  dismissWaiting(): void {
    for (const [socket, guest] of this.#guests) {
      const activity = activityOf(guest);
      if (activity === 'silent' || activity === 'idle') socket.destroy();
    }
  }

  /** Ends every connection at once, those that became WebSockets too. */
  destroyAll(): void {
    for (const socket of this.#guests.keys()) socket.destroy();
  }

  #nextToLeave(): Socket | null {
    for (const activity of leaving) {
      for (const [socket, guest] of this.#guests) if (activityOf(guest) === activity) return socket;
    }
    return null;
  }

  #evict(socket: Socket): void {
    const idle = activityOf(this.#guests.get(socket)) === 'idle';
    const mayAnswer = this.mayAnswerRaw(socket);
    this.#guests.delete(socket);
    // An idle client waits for no answer: it would take this one for the answer to its next request.
    if (idle || !mayAnswer) socket.destroy();
    else sendAway(socket, rawProblem('too-slow'));
  }
}

function activityOf(guest: Guest | undefined): Activity {
  if (!guest?.request) return 'silent';
  // A WebSocket has no response.
  if (guest.response === null) return 'busy';
  if (guest.response.writableFinished) return 'idle';
  // The last one may be answered before those that it waits for.
  for (const { writableEnded, req } of guest.waiting) if (!writableEnded) return req.complete ? 'busy' : 'receiving';
  if (guest.response.writableEnded) return 'taking';
  return guest.request.complete ? 'busy' : 'receiving';
}

/** A few hundred bytes always fit the socket's own buffer, so this does not wait for the client. */
export function sendAway(socket: Socket, bytes: Buffer): void {
  socket.on('error', () => {});
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(bytes);
  socket.destroySoon();
}
