/**
 * The connections of one server: how many there are, who is at the other end, which request of each is answered, and which connection is closed if
 * there are too many. An idle connection can't keep a good one out: if the limit is reached, the one that is furthest from a complete request is closed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PeerVerdict } from './admission.ts';
import { rawProblem } from './answer.ts';
import type { HttpLimits } from './limits.ts';

/** A connection as our end sees it: addresses in the form of `socket.remoteAddress`. */
export interface PeerConnection {
  readonly peerAddress: string;
  readonly peerPort: number;
  readonly ownAddress: string;
  readonly ownPort: number;
}

/** Null if it is closed already. */
export function peerConnectionOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): PeerConnection | null {
  if (!remoteAddress || !remotePort || !localAddress || !localPort) return null;
  return { peerAddress: remoteAddress, peerPort: remotePort, ownAddress: localAddress, ownPort: localPort };
}

/** Asks the operating system whose process is at the other end. Never rejects. */
export interface PeerUser {
  judge(connection: PeerConnection): Promise<PeerVerdict>;
}

/** A request whose headers are complete; `begin` lets it be answered. */
export interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begin: () => void;
}

interface Guest {
  /** The request that is being answered, or was answered last. */
  request: IncomingMessage | null;
  /** Its answer; null for a WebSocket. */
  response: ServerResponse | null;
  /** The requests behind it, in their order. */
  readonly waiting: Turn[];
  peer: Promise<PeerVerdict> | null;
  /** The peer's verdict, once known. */
  verdict: PeerVerdict | null;
}

/**
 * In the order in which connections are closed. `taking` only has to read its answer. `busy` (a handler is working on a complete request, or
 * streaming) is never closed.
 */
const leaving = ['silent', 'idle', 'receiving', 'taking'] as const;
type Activity = (typeof leaving)[number] | 'busy';

export class Connections {
  /** Oldest first. */
  readonly #guests = new Map<Socket, Guest>();
  /** Connections whose next request may begin. */
  readonly #ready: Guest[] = [];
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

  /** Admits a connection, and closes another one if the limit is reached. Returns the closed one of the two, if any. */
  welcome(socket: Socket): 'room' | 'evicted' | 'dropped' {
    const full = this.#guests.size >= this.#limit;
    const oldest = full ? this.#nextToLeave() : null;
    if (full && oldest === null) {
      sendAway(socket, rawProblem('unavailable'));
      return 'dropped';
    }
    if (oldest !== null) this.#evict(oldest);
    this.#guests.set(socket, { request: null, response: null, waiting: [], peer: null, verdict: null });
    socket.once('close', () => this.#guests.delete(socket));
    return full ? 'evicted' : 'room';
  }

  /**
   * Begins a request as soon as the client has taken the answers to all that it sent before on the same connection (RFC 9112 §9.3.2), so that it can't
   * make the server hold more than one answer. False if too many wait already.
   */
  inTurn(turn: Turn): boolean {
    const guest = this.#guests.get(turn.request.socket);
    // It was sent away, and expects no further answer.
    if (guest === undefined) return true;
    if (guest.waiting.length === 0 && (guest.response?.closed ?? guest.request === null)) {
      start(guest, turn);
      return true;
    }
    if (guest.waiting.length + 1 >= this.#mostWaiting) return false;
    guest.waiting.push(turn);
    if (guest.waiting.length === 1) this.#afterAnswer(guest);
    return true;
  }

  #afterAnswer(guest: Guest): void {
    guest.response?.once('close', () => {
      if (this.#ready.push(guest) === 1) setImmediate(() => this.#startNext());
    });
  }

  /** Starts one request in each turn of the event loop, so that clients who send many at once don't hold it. */
  #startNext(): void {
    const guest = this.#ready.shift();
    if (this.#ready.length > 0) setImmediate(() => this.#startNext());
    const turn = guest?.waiting.shift();
    // Behind an answer that closes the connection nothing is answered, and nothing is done (RFC 9112 §9.6).
    if (!guest || !turn?.request.socket.writable) return;
    start(guest, turn);
    if (guest.waiting.length > 0) this.#afterAnswer(guest);
  }

  /** A request for another protocol: there is no response. */
  upgrades(request: IncomingMessage): void {
    const guest = this.#guests.get(request.socket);
    if (guest === undefined) return;
    guest.request = request;
    guest.response = null;
  }

  /** The verdict about the other end: determined once per connection, and available without waiting from then on. */
  peerOf(socket: Socket): PeerVerdict | Promise<PeerVerdict> {
    const guest = this.#guests.get(socket);
    if (guest === undefined) return 'unknown';
    if (guest.verdict !== null) return guest.verdict;
    guest.peer ??= this.#ask(socket, guest);
    return guest.peer;
  }

  async #ask(socket: Socket, guest: Guest): Promise<PeerVerdict> {
    const connection = peerConnectionOf(socket);
    if (connection === null) return 'unknown';
    guest.verdict = await this.#peerUser.judge(connection);
    return guest.verdict;
  }

  /** Whether an answer can be written outside of any response: not if one has begun, or an earlier request is still being answered. */
  mayAnswerRaw(socket: Socket): boolean {
    const guest = this.#guests.get(socket);
    if (guest === undefined || activityOf(guest) === 'busy') return false;
    return guest.response === null || !guest.response.headersSent || guest.response.writableFinished;
  }

  /** Closes idle connections. */
  dismissWaiting(): void {
    for (const [socket, guest] of this.#guests) {
      const activity = activityOf(guest);
      if (activity === 'silent' || activity === 'idle') socket.destroy();
    }
  }

  /** Ends every connection at once, including WebSockets. */
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
    // An idle client expects no answer: it would take this one for the answer to its next request.
    if (idle || !mayAnswer) socket.destroy();
    else sendAway(socket, rawProblem('too-slow'));
  }
}

function start(guest: Guest, turn: Turn): void {
  guest.request = turn.request;
  guest.response = turn.response;
  turn.begin();
}

function activityOf(guest: Guest | undefined): Activity {
  if (!guest?.request) return 'silent';
  // A WebSocket has no response.
  if (guest.response === null) return 'busy';
  if (guest.response.writableFinished) return guest.waiting.length === 0 ? 'idle' : 'busy';
  if (guest.response.writableEnded) return 'taking';
  return guest.request.complete ? 'busy' : 'receiving';
}

/** A few hundred bytes always fit into the socket's buffer, so this does not wait for the client. */
export function sendAway(socket: Socket, bytes: Buffer): void {
  socket.on('error', () => {});
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(bytes);
  socket.destroySoon();
}
