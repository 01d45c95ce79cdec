/**
 * The WebSockets of paired extensions. One for each pairing, and few of them; frames are handled one after the other, so whoever sends faster than the
 * journal writes is not read from meanwhile. Nobody gets here whom `src/http/admission.ts` has not admitted, and nobody stays without the token of a pairing.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { errorCode, type Log } from '../../base/log.ts';
import { beatsEveryMs, closeCodes, extensionProtocol, type ListenerMessage, longestFrame } from '../../contract/extension-messages.ts';
import type { ProblemReason } from '../../contract/problem.ts';
import { type PeerConnection, peerConnectionOf } from '../../http/connections.ts';
import type { Pairing } from './pairing-store.ts';

export interface ExtensionSocketsParts {
  readonly log: Log;
  readonly find: (origin: string, token: string) => Pairing | null;
  /** The file of the browser's program. Never rejects. */
  readonly programOf: (connection: PeerConnection) => Promise<string | null>;
  /** What is said first. */
  readonly welcome: (pairing: Pairing) => ListenerMessage;
  /** The answer to a frame. Never rejects. */
  readonly answer: (pairing: Pairing, program: string | null, frame: Uint8Array) => Promise<ListenerMessage>;
  readonly opened: (pairing: Pairing) => void;
  readonly closed: (pairing: Pairing) => void;
  /** Hub's own by default. */
  readonly silentAfterMs?: number;
}

interface Guest {
  readonly pairing: Pairing;
  readonly socket: WebSocket;
  readonly program: Promise<string | null>;
  /** Frames that are not handled yet. */
  readonly frames: Uint8Array[];
  frameBytes: number;
  isWorking: boolean;
  heardAtMs: number;
}

const mostConnections = 8;
/** Two beats may be late or lost. */
const usualSilentAfterMs = 2.5 * beatsEveryMs;
/** What waits on our side: beyond either, the socket is not read. */
const mostFrames = 16;
const mostFrameBytes = 4 * 1024 * 1024;
/** Answers are short: whoever leaves so much of them unread does not read. */
const mostUnreadBytes = 1024 * 1024;
const closesWithinMs = 2_000;
const goingAway = 1_001;

/** 256 bits in Base64 without its end (RFC 4648 §5). */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export class ExtensionSockets implements Disposable {
  readonly #parts: ExtensionSocketsParts;
  /** Null until the first extension connects. */
  #server: Promise<WebSocketServer> | null = null;
  #isOver = false;
  /** By the id of the pairing. */
  readonly #guests = new Map<string, Guest>();
  /** The answer that each pairing is owed, also over its next connection: one at a time, however often it connects while the disk does not answer. */
  readonly #answers = new Map<string, Promise<unknown>>();
  readonly #silence: NodeJS.Timeout;

  constructor(parts: ExtensionSocketsParts) {
    this.#parts = parts;
    const silentAfterMs = parts.silentAfterMs ?? usualSilentAfterMs;
    this.#silence = setInterval(() => this.#endSilent(silentAfterMs), silentAfterMs / 10).unref();
  }

  get connected(): number {
    return this.#guests.size;
  }

  isConnected(pairingId: string): boolean {
    return this.#guests.has(pairingId);
  }

  /** Takes over an admitted connection, or returns why not. */
  upgrade(request: IncomingMessage, head: Buffer): ProblemReason | null {
    const { headers, socket } = request;
    const [protocol, token, ...others] = headers['sec-websocket-protocol']?.split(',').map((word) => word.trim()) ?? [];
    if (protocol !== extensionProtocol || token === undefined || others.length > 0 || !tokenForm.test(token)) return 'wrong-token';
    const find = (): Pairing | null => this.#parts.find(headers.origin ?? '', token);
    if (find() === null) return 'wrong-token';
    void this.#take(request, { socket, head, connection: peerConnectionOf(socket), find });
    return null;
  }

  /** The pairing may end, and so may this process, while the library is loaded. */
  async #take(
    request: IncomingMessage,
    given: { socket: Duplex; head: Buffer; connection: PeerConnection | null; find: () => Pairing | null },
  ): Promise<void> {
    const { socket, head, connection, find } = given;
    const leave = (): void => void socket.destroy();
    socket.on('error', leave);
    this.#server ??= openServer();
    const server = await this.#server;
    socket.off('error', leave);
    const pairing = this.#isOver ? null : find();
    if (pairing === null || socket.destroyed) return leave();
    server.handleUpgrade(request, socket, head, (opened) => this.#welcome(opened, pairing, connection));
  }

  /** False if it is not connected, or does not read. */
  send(pairingId: string, message: ListenerMessage): boolean {
    const guest = this.#guests.get(pairingId);
    return guest !== undefined && this.#say(guest, message);
  }

  /** Says it to all that are connected. */
  sendAll(message: ListenerMessage): void {
    for (const guest of this.#guests.values()) this.#say(guest, message);
  }

  /** Ends the connection of a pairing at once. */
  end(pairingId: string, code: number): void {
    const guest = this.#guests.get(pairingId);
    if (guest !== undefined) this.#dismiss(guest, code);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#silence);
    for (const guest of [...this.#guests.values()]) this.#dismiss(guest, goingAway);
    this.#isOver = true;
  }

  #welcome(socket: WebSocket, pairing: Pairing, connection: PeerConnection | null): void {
    const { log, programOf, welcome, opened } = this.#parts;
    // A frame that is too long, or none of WebSocket, ends the connection; without a listener it would end the process.
    socket.on('error', (error) => log.info('extension connection failed', { code: errorCode(error) }));
    const earlier = this.#guests.get(pairing.id);
    if (earlier !== undefined) this.#dismiss(earlier, closeCodes.replaced);
    if (this.#guests.size >= mostConnections) {
      socket.close(closeCodes.full);
      return;
    }
    const guest: Guest = {
      pairing,
      socket,
      program: connection === null ? Promise.resolve(null) : programOf(connection),
      frames: [],
      frameBytes: 0,
      isWorking: false,
      heardAtMs: performance.now(),
    };
    this.#guests.set(pairing.id, guest);
    socket.on('message', (frame: Buffer, isBinary) => this.#heard(guest, isBinary ? Buffer.alloc(0) : frame));
    socket.once('close', () => this.#left(guest));
    log.info('extension connected', { connected: this.#guests.size });
    this.#say(guest, welcome(pairing));
    opened(pairing);
  }

  #heard(guest: Guest, frame: Uint8Array): void {
    if (!this.#isHere(guest)) return;
    guest.heardAtMs = performance.now();
    guest.frames.push(frame);
    guest.frameBytes += frame.byteLength;
    if (isFull(guest)) guest.socket.pause();
    if (!guest.isWorking) void this.#work(guest);
  }

  async #work(guest: Guest): Promise<void> {
    guest.isWorking = true;
    const program = await guest.program;
    await this.#answers.get(guest.pairing.id);
    for (let frame = guest.frames.shift(); frame !== undefined; frame = guest.frames.shift()) {
      // Whoever is gone sends again what was not acknowledged; whoever is not paired any more is not heard.
      if (!this.#isHere(guest)) break;
      const answer = await this.#owe(guest.pairing, this.#parts.answer(guest.pairing, program, frame));
      guest.frameBytes -= frame.byteLength;
      this.#say(guest, answer);
      if (guest.socket.isPaused && !isFull(guest)) {
        guest.socket.resume();
        guest.heardAtMs = performance.now();
      }
    }
    guest.isWorking = false;
  }

  async #owe(pairing: Pairing, answer: Promise<ListenerMessage>): Promise<ListenerMessage> {
    this.#answers.set(pairing.id, answer);
    return answer.finally(() => this.#answers.delete(pairing.id));
  }

  #isHere(guest: Guest): boolean {
    return this.#guests.get(guest.pairing.id) === guest;
  }

  #say({ socket }: Guest, message: ListenerMessage): boolean {
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount > mostUnreadBytes) {
      socket.terminate();
      return false;
    }
    socket.send(JSON.stringify(message));
    return true;
  }

  #dismiss(guest: Guest, code: number): void {
    this.#left(guest);
    guest.socket.resume(); // or its own close would not be read
    guest.socket.close(code);
  }

  #left(guest: Guest): void {
    if (!this.#isHere(guest)) return;
    this.#guests.delete(guest.pairing.id);
    guest.frames.length = 0;
    this.#parts.log.info('extension gone', { connected: this.#guests.size });
    this.#parts.closed(guest.pairing);
  }

  /** One whose frames are being handled is not silent: it is not read from. */
  #endSilent(afterMs: number): void {
    const nowMs = performance.now();
    for (const guest of [...this.#guests.values()])
      if (!guest.isWorking && nowMs - guest.heardAtMs > afterMs) this.#dismiss(guest, closeCodes.silent);
  }
}

/** Loaded for the first extension that connects: many a Hub has none, and saves this memory. */
async function openServer(): Promise<WebSocketServer> {
  const { WebSocketServer: Server } = await import('ws');
  return new Server({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: longestFrame,
    closeTimeout: closesWithinMs,
    // Never the token, which is the other protocol that was offered.
    handleProtocols: () => extensionProtocol,
  } as ConstructorParameters<typeof WebSocketServer>[0]);
}

function isFull({ frames, frameBytes }: Guest): boolean {
  return frames.length >= mostFrames || frameBytes >= mostFrameBytes;
}
