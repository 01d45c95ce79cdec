/**
 * The connection to Hub's web listener. It is there while something needs it, is made only to a listener that has proved to be Hub, is verified by a beat before
 * anything is called connected, and is made again, at growing distances, when it ends. It never says more of a failure than it knows: a browser does not
 * tell why an upgrade failed, so a plain request asks what is at the port.
 */
import {
  beatsEveryMs,
  type ExtensionMessage,
  extensionLimits,
  extensionProtocol,
  type ListenerMessage,
} from '../../src/contract/extension-messages.ts';
import {
  answerWithinMs,
  type Ended,
  endedWithoutCode,
  type LinkState,
  replacedForMs,
  retryAfterMs,
  stateAfter,
  stateWithoutProof,
} from './connection-rules.ts';
import { type Line, openLine, type Reply } from './line.ts';
import { askForProof, whatAnswers } from './listener-proof.ts';

type Receipt = Extract<ListenerMessage, { receipt: string }>;
type Access = { readonly token: string; readonly port: number };

export interface LinkParts {
  /** Null: not paired. */
  readonly access: () => Promise<Access | null>;
  readonly isNeeded: () => Promise<boolean>;
  readonly onState: (state: LinkState) => void;
  /** Hub has said of which hosts it wants nothing. */
  readonly onExcluded: (hosts: readonly string[]) => void;
  /** Hub wants to be told the tab again. */
  readonly onUpdate: () => void;
  /** Resolves once the receipt is stored: Hub does not tell it again then. */
  readonly onReceipt: (receipt: Receipt) => Promise<void>;
  /** When another browser with the same pairing has taken its place, in milliseconds since 1970. It outlives the background, or each new one would take it back. */
  readonly replacedAtMs: () => Promise<number | null>;
  readonly keepReplaced: (atMs: number | null) => Promise<void>;
  /** Called with each beat: what keeps the background of this browser alive. */
  readonly stayAlive: () => void;
  /** For the upgrade, the welcome and the first beat together; and for a beat in which nothing moves. The usual ones, except in tests. */
  readonly connectWithinMs?: number;
  readonly beatWithinMs?: number;
  readonly beatsEveryMs?: number;
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
  /** Resolves to Hub's answer, or to why there is none. `losses`: how often a connection has ended while this message was under way. */
  send(message: ExtensionMessage, losses?: number): Promise<Reply>;
  /** A round trip, in milliseconds; null: there is no connection. */
  roundTrip(): Promise<number | null>;
}

/** A connection that has stood for so long has not failed, also if nothing was sent over it. */
const steadyAfterMs = 30_000;

export function newId(): string {
  return crypto.randomUUID();
}

export function openLink(parts: LinkParts): Link {
  const { connectWithinMs = 10_000, beatWithinMs = 10_000 } = parts;
  let state: LinkState = 'idle';
  let hub: Link['hub'] = null;
  /** The attempt or connection that it is now, and what it is over. Whatever still happens of an earlier one is of no account. */
  let turn: object | null = null;
  let line: Line | null = null;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let beats: ReturnType<typeof setInterval> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  /** One review at a time; one that is asked for meanwhile follows. One that began before a restart is of no account. */
  let reviewing: Promise<void> = Promise.resolve();
  let restarts = 0;
  let attempted = Promise.withResolvers<void>();
  /** The receipts that Hub does not know to be stored yet, by the ids of their messages. */
  const unnamed = new Set<string>();

  const settled = (): void => {
    attempted.resolve();
    attempted = Promise.withResolvers();
  };
  const enter = (next: LinkState): void => {
    if (next === state) return;
    state = next;
    if (state !== 'connecting') settled();
    parts.onState(state);
  };

  const send: Link['send'] = async (message, losses = 0) => {
    const over = line;
    if (over === null) return { kind: 'none', how: 'unsent' };
    const frame = JSON.stringify(message);
    const reply = await over.send(message.id, frame, message.kind === 'beat' ? beatWithinMs : answerWithinMs(frame.length, losses));
    if (reply.kind === 'ack' && message.kind !== 'beat' && line === over) failures = 0;
    return reply;
  };

  const beat = (): Extract<ExtensionMessage, { kind: 'beat' }> => {
    const receipts = [...unnamed].slice(0, extensionLimits.receipts);
    return { id: newId(), kind: 'beat', ...(receipts.length === 0 ? {} : { receipts }) };
  };
  /** Any answer shows that Hub is there, also that it is too busy for a beat. */
  const roundTrip = async (): Promise<number | null> => {
    const startedAtMs = performance.now();
    const message = beat();
    const reply = await send(message);
    if (reply.kind === 'ack') for (const id of message.receipts ?? []) unnamed.delete(id);
    return reply.kind === 'none' ? null : performance.now() - startedAtMs;
  };

  const welcome = (said: Extract<ListenerMessage, { welcome: object }>['welcome']): void => {
    const { name, version, excludedHosts } = said;
    hub = { name, version };
    if (excludedHosts !== undefined) parts.onExcluded(excludedHosts);
    const mine = turn;
    void roundTrip().then((tripMs) => {
      if (tripMs === null || turn !== mine) return;
      clearTimeout(deadline);
      void parts.keepReplaced(null).catch(() => {});
      enter('connected');
    });
  };
  const heard = (message: ListenerMessage): void => {
    if ('welcome' in message) welcome(message.welcome);
    else if ('receipt' in message) {
      const stored = parts.onReceipt(message);
      // One that tells that it takes longer is followed by another one.
      if (message.outcome !== 'waiting') void stored.then(() => unnamed.add(message.receipt)).catch(() => {});
    } else if ('update' in message) {
      if (message.update.excludedHosts !== undefined) parts.onExcluded(message.update.excludedHosts);
      parts.onUpdate();
    }
  };

  const connect = async (access: Access): Promise<void> => {
    leave();
    const mine = {};
    turn = mine;
    enter('connecting');
    const proving = await askForProof(access.token, access.port);
    if (turn !== mine) return;
    if (proving === 'proven') return open(access, mine);
    const answering = proving === 'unreadable' ? await whatAnswers(access.port) : 'hub';
    if (turn === mine) failed(stateWithoutProof(proving, answering));
  };

  const open = ({ token, port }: Access, mine: object): void => {
    const openedAtMs = performance.now();
    line = openLine(new WebSocket(`ws://127.0.0.1:${port}/api/connect`, [extensionProtocol, token]), {
      heard: (message) => turn === mine && heard(message),
      ended: (how) => {
        if (turn !== mine) return;
        if (performance.now() - openedAtMs > steadyAfterMs) failures = 0;
        void ended(how, port);
      },
    });
    const opened = line;
    deadline = setTimeout(() => opened.end(endedWithoutCode), connectWithinMs);
    beats = setInterval(() => {
      parts.stayAlive();
      if (state === 'connected') void roundTrip().then((tripMs) => tripMs !== null && void review());
    }, parts.beatsEveryMs ?? beatsEveryMs);
  };

  /** It is the turn of nobody. What waits for an answer gets none. */
  const leave = (): void => {
    clearInterval(beats);
    clearTimeout(deadline);
    clearTimeout(retry);
    const left = line;
    turn = null;
    line = null;
    hub = null;
    left?.leave();
  };

  const ended = async (how: Ended, port: number): Promise<void> => {
    leave();
    const mine = {};
    turn = mine;
    enter('connecting');
    const answering = await whatAnswers(port);
    if (turn === mine) failed(stateAfter(how, answering));
  };

  const failed = (next: LinkState): void => {
    leave();
    failures += 1;
    if (next === 'replaced') void parts.keepReplaced(Date.now()).catch(() => {});
    if (next === 'connecting') settled();
    enter(next);
    retry = setTimeout(() => void review('now'), retryAfterMs(failures, next));
  };

  const reviewOnce = async (when?: 'now'): Promise<void> => {
    const before = restarts;
    const access = await parts.access();
    const isNeeded = access !== null && (await parts.isNeeded());
    if (restarts !== before) return;
    if (access === null || !isNeeded) {
      // It arrives before the end of the connection does.
      if (unnamed.size > 0) void roundTrip();
      leave();
      failures = 0;
      enter(access === null ? 'not-paired' : 'idle');
    } else if (turn === null && (when === 'now' || state === 'idle' || state === 'not-paired')) {
      const waitMs = when === 'now' ? 0 : replacedForMs(await parts.replacedAtMs(), Date.now());
      if (restarts !== before || turn !== null) return;
      if (waitMs === 0) return void connect(access);
      enter('replaced');
      clearTimeout(retry);
      retry = setTimeout(() => void review('now'), waitMs);
    }
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
      restarts += 1;
      unnamed.clear();
      leave();
      enter('idle');
      await review('now');
    },
    send,
    roundTrip,
  };
}
