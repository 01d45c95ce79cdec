/**
 * One WebSocket, and the answers that are owed on it. It is over as soon as nothing moves any more although something is owed: the browser tells of a dead
 * connection only after a minute, and a large message on a slow machine is none.
 */
import { type ListenerMessage, listenerMessage } from '../../src/contract/extension-messages.ts';
import { type Ended, endedWithoutCode, type SentWithout, whyWithout } from './connection-rules.ts';

export type Reply =
  | { readonly kind: 'ack' }
  | { readonly kind: 'nack'; readonly reason: string }
  | { readonly kind: 'none'; readonly how: SentWithout };

export interface LineParts {
  /** What is no answer to a message. */
  readonly heard: (message: ListenerMessage) => void;
  /** It is over, and not because it was left; called once. */
  readonly ended: (how: Ended) => void;
}

export interface Line {
  /** Resolves to the answer. The line is over when nothing moves for `withinMs`. */
  send(id: string, frame: string, withinMs: number): Promise<Reply>;
  /** Gives it up, as if it had ended with this code. */
  end(code: number): void;
  /** Ends it because nobody needs it any more. What waits for an answer counts as not sent. */
  leave(): void;
}

interface Owed {
  readonly withinMs: number;
  readonly settle: (reply: Reply) => void;
}

const looksEveryMs = 250;

export function openLine(socket: WebSocket, { heard, ended }: LineParts): Line {
  const owed = new Map<string, Owed>();
  let wasOpen = false;
  let isOver = false;
  let watching: ReturnType<typeof setInterval> | undefined;
  let movedAtMs = 0;
  let unsentBytes = 0;

  /** Those that wait for an answer get none. */
  const over = (how: SentWithout): void => {
    isOver = true;
    clearInterval(watching);
    socket.close();
    for (const { settle } of owed.values()) settle({ kind: 'none', how });
    owed.clear();
  };
  const end = (code: number): void => {
    if (isOver) return;
    over(whyWithout(code));
    ended({ code, wasOpen });
  };
  const look = (): void => {
    const nowMs = performance.now();
    if (socket.bufferedAmount < unsentBytes) movedAtMs = nowMs;
    unsentBytes = socket.bufferedAmount;
    if (owed.size === 0) {
      clearInterval(watching);
      watching = undefined;
    } else if (nowMs - movedAtMs > Math.max(...[...owed.values()].map(({ withinMs }) => withinMs))) end(endedWithoutCode);
  };
  const answer = (id: string, reply: Reply): void => {
    owed.get(id)?.settle(reply);
    owed.delete(id);
  };

  socket.addEventListener('open', () => {
    wasOpen = true;
  });
  socket.addEventListener('message', ({ data }) => {
    if (isOver) return;
    movedAtMs = performance.now();
    const message = readMessage(data);
    if (message === null) return;
    if ('ack' in message) answer(message.ack, { kind: 'ack' });
    else if (!('nack' in message)) heard(message);
    else if (message.nack !== null) answer(message.nack, { kind: 'nack', reason: message.reason });
  });
  socket.addEventListener('close', ({ code }) => end(code));

  return {
    send: (id, frame, withinMs) => {
      if (isOver || socket.readyState !== WebSocket.OPEN) return Promise.resolve({ kind: 'none', how: 'unsent' });
      const { promise, resolve } = Promise.withResolvers<Reply>();
      if (owed.size === 0) movedAtMs = performance.now();
      owed.set(id, { withinMs, settle: resolve });
      watching ??= setInterval(look, looksEveryMs);
      socket.send(frame);
      unsentBytes = socket.bufferedAmount;
      return promise;
    },
    end,
    leave: () => {
      if (!isOver) over('unsent');
    },
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
