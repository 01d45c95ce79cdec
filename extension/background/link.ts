/**
 * The connection to Hub's web listener. It is there while something needs it, is verified by a beat before anything is called connected, and is made again, at
 * growing distances, when it ends. It never says more of a failure than it knows: a browser does not tell why an upgrade failed, so a plain request
 * asks what is at the port.
 */
import {
  beatsEveryMs,
  type ExtensionMessage,
  extensionProtocol,
  type ListenerMessage,
  listenerMessage,
} from '../../src/contract/extension-messages.ts';
import { type Answering, type LinkState, retryAfterMs, stateAfter } from './connection-rules.ts';

/** For the upgrade, the welcome and the first beat together. */
const connectWithinMs = 10_000;
/** A beat that is not acknowledged within this time means that the connection is dead. */
const beatWithinMs = 10_000;
/** A whole page may take a while to be written. */
const answerWithinMs = 60_000;
const probeWithinMs = 3_000;

export type Reply = { readonly kind: 'ack' } | { readonly kind: 'nack'; readonly reason: string } | { readonly kind: 'lost' };
type Receipt = Extract<ListenerMessage, { receipt: string }>;

export interface LinkParts {
  /** Null: not paired. */
  readonly access: () => Promise<{ readonly token: string; readonly port: number } | null>;
  readonly isNeeded: () => Promise<boolean>;
  readonly onState: (state: LinkState) => void;
  /** The hosts of which Hub wants nothing. */
  readonly onExcluded: (hosts: readonly string[]) => void;
  readonly onReceipt: (receipt: Receipt) => void;
  /** Called with each beat: what keeps the background of this browser alive. */
  readonly stayAlive: () => void;
}

export interface Link {
  readonly state: LinkState;
  readonly hub: { readonly name: string; readonly version: string } | null;
  /** Connects if something needs it, and closes if nothing does. `now`: does not wait for the next attempt. */
  review(when?: 'now'): Promise<void>;
  /** Connects if that is possible, and resolves once it is known how that ended. */
  attempt(): Promise<void>;
  /** Ends the connection, for one with other access. */
  restart(): Promise<void>;
  /** Resolves to Hub's answer; `lost`: the connection ended before, or there was none. */
  send(message: ExtensionMessage): Promise<Reply>;
  /** A round trip, in milliseconds; null: there is no connection. */
  roundTrip(): Promise<number | null>;
}

export function newId(): string {
  return crypto.randomUUID();
}

export function openLink(parts: LinkParts): Link {
  let state: LinkState = 'idle';
  let hub: Link['hub'] = null;
  let socket: WebSocket | null = null;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let beats: ReturnType<typeof setInterval> | undefined;
  /** One review at a time; one that is asked for meanwhile follows. */
  let reviewing: Promise<void> = Promise.resolve();
  const replies = new Map<string, (reply: Reply) => void>();
  let attempted = Promise.withResolvers<void>();

  const enter = (next: LinkState): void => {
    if (next === state) return;
    state = next;
    if (state !== 'connecting') {
      attempted.resolve();
      attempted = Promise.withResolvers();
    }
    parts.onState(state);
  };

  const send = (message: ExtensionMessage, withinMs = answerWithinMs): Promise<Reply> => {
    const over = socket;
    if (over === null || over.readyState !== WebSocket.OPEN) return Promise.resolve({ kind: 'lost' });
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const deadline = setTimeout(() => over.close(), withinMs);
    replies.set(message.id, (reply) => {
      clearTimeout(deadline);
      replies.delete(message.id);
      resolve(reply);
    });
    over.send(JSON.stringify(message));
    return promise;
  };

  const roundTrip = async (): Promise<number | null> => {
    const startedAtMs = performance.now();
    const reply = await send({ id: newId(), kind: 'beat' }, beatWithinMs);
    return reply.kind === 'ack' ? performance.now() - startedAtMs : null;
  };

  const receive = (data: unknown): void => {
    const message = readMessage(data);
    if (message === null) return;
    if ('welcome' in message) {
      const { name, version, excludedHosts = [] } = message.welcome;
      hub = { name, version };
      parts.onExcluded(excludedHosts);
      void roundTrip().then((tripMs) => {
        if (tripMs !== null) verified();
      });
    } else if ('receipt' in message) parts.onReceipt(message);
    else if ('ack' in message) replies.get(message.ack)?.({ kind: 'ack' });
    else if (message.nack !== null) replies.get(message.nack)?.({ kind: 'nack', reason: message.reason });
  };

  const verified = (): void => {
    failures = 0;
    enter('connected');
  };

  const connect = ({ token, port }: { readonly token: string; readonly port: number }): void => {
    clearTimeout(retry);
    enter('connecting');
    const fresh = new WebSocket(`ws://127.0.0.1:${port}/api/connect`, [extensionProtocol, token]);
    socket = fresh;
    let wasOpen = false;
    const deadline = setTimeout(() => state === 'connecting' && fresh.close(), connectWithinMs);
    fresh.addEventListener('open', () => {
      wasOpen = true;
    });
    fresh.addEventListener('message', ({ data }) => socket === fresh && receive(data));
    fresh.addEventListener('close', ({ code }) => {
      clearTimeout(deadline);
      if (socket !== fresh) return;
      leave();
      void ended({ code, wasOpen }, port);
    });
    beats = setInterval(() => {
      parts.stayAlive();
      if (state === 'connected') void roundTrip().then((tripMs) => tripMs !== null && void review());
    }, beatsEveryMs);
  };

  /** What waits for an answer of this connection gets none. */
  const leave = (): void => {
    clearInterval(beats);
    const left = socket;
    socket = null;
    hub = null;
    left?.close();
    for (const settle of [...replies.values()]) settle({ kind: 'lost' });
  };

  const ended = async (how: { readonly code: number; readonly wasOpen: boolean }, port: number): Promise<void> => {
    failures += 1;
    const answering = await whatAnswers(port);
    if (socket !== null) return;
    enter(stateAfter(how, answering));
    clearTimeout(retry);
    retry = setTimeout(() => void review('now'), retryAfterMs(failures));
  };

  const reviewOnce = async (when?: 'now'): Promise<void> => {
    const access = await parts.access();
    const isNeeded = access !== null && (await parts.isNeeded());
    if (access === null || !isNeeded) {
      clearTimeout(retry);
      leave();
      failures = 0;
      enter(access === null ? 'not-paired' : 'idle');
    } else if (socket === null && (when === 'now' || state === 'idle' || state === 'not-paired')) connect(access);
  };
  const review: Link['review'] = (when) => {
    reviewing = reviewing.then(() => reviewOnce(when)).catch(() => {});
    return reviewing;
  };

  return {
    get state() {
      return state;
    },
    get hub() {
      return hub;
    },
    review,
    attempt: async () => {
      await review('now');
      if (state === 'connecting') await attempted.promise;
    },
    restart: async () => {
      leave();
      enter('idle');
      await review('now');
    },
    send: (message) => send(message),
    roundTrip,
  };
}

function readMessage(data: unknown): ListenerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const read = listenerMessage.safeParse(JSON.parse(data));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/**
 * What is at the port. Hub answers an empty request to pair to every extension, as a problem (RFC 9457); that an answer may not be read, to somebody whom it
 * does not admit. An answer that may not be read at all is told from none by a request that does not read it.
 */
async function whatAnswers(port: number): Promise<Answering> {
  const address = `http://127.0.0.1:${port}/api/pair`;
  const usual = { credentials: 'omit', cache: 'no-store' } as const;
  try {
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const response = await fetch(address, { ...usual, ...asked, signal: AbortSignal.timeout(probeWithinMs) });
    return response.headers.get('content-type')?.startsWith('application/problem+json') === true ? 'hub' : 'another';
  } catch {
    const isThere = await fetch(address, { ...usual, mode: 'no-cors', signal: AbortSignal.timeout(probeWithinMs) }).then(
      () => true,
      () => false,
    );
    return isThere ? 'another' : 'nothing';
  }
}
