/**
 * Sends the queue of saves to Hub, in order and one at a time. A save leaves the queue when Hub has acknowledged it, or has refused it for good. One that Hub cannot
 * record now is sent again later, and those after it are not held up by it. While Hub is busy or paused, or records several of them not, nothing is sent at all, so
 * that their order stays.
 */
import { latestAgainMs, retryAfterMs, type SentWithout, sendAgainAfterMs, withoutAnswer } from './connection-rules.ts';
import type { Link } from './link.ts';
import type { Saves } from './saves.ts';

export interface OutboxParts {
  readonly saves: Pick<Saves, 'next' | 'leaveQueue' | 'sendLater'>;
  readonly link: Pick<Link, 'send' | 'state'>;
  /** A save has left the queue, or waits in it for longer. */
  readonly onChange: () => void;
  /** Hub will never take a save. */
  readonly onRefused: () => void;
  /** A clock that nobody sets, in milliseconds. The usual one, except in tests. */
  readonly steadyMs?: () => number;
}

/** So many saves in a row that Hub could not record are no matter of one of them. */
const mostFailedInARow = 3;

export interface Outbox {
  /** Sends all that may be sent now. Calls while it does so are one more look afterwards. */
  flush(): void;
  /** Hub's user has paused capture, and the queue rests until `resume`. */
  readonly isPaused: boolean;
  /** A pause of Hub may be over: it has said so, or it is another connection. */
  resume(): void;
}

export function openOutbox({ saves, link, onChange, onRefused, steadyMs = () => performance.now() }: OutboxParts): Outbox {
  let isSending = false;
  let isPaused = false;
  let again = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  /** Nothing is sent before, by the steady clock. */
  let restsUntilMs = 0;
  let busyInARow = 0;
  let failedInARow = 0;

  const flushAfter = (ms: number): void => {
    clearTimeout(later);
    later = setTimeout(flush, Math.min(latestAgainMs, Math.max(0, ms)));
  };
  const rest = (forMs: number): 'stop' => {
    restsUntilMs = steadyMs() + forMs;
    flushAfter(forMs);
    return 'stop';
  };

  const refuse = async (key: number, reason: string): Promise<'sent'> => {
    await saves.leaveQueue(key, 'refused', reason);
    onRefused();
    return 'sent';
  };
  /** The connection has ended while it was under way: it is the first again, unless that happens to it time after time. */
  const lost = async (key: number, how: SentWithout): Promise<'sent' | 'stop'> => {
    if (how === 'too-large') return await refuse(key, how);
    if (how === 'lost') await saves.sendLater(key, 'lost', (losses) => withoutAnswer(losses, Date.now()));
    return 'stop';
  };
  const sendOne = async (): Promise<'sent' | 'stop'> => {
    if (isPaused || steadyMs() < restsUntilMs) return 'stop';
    const nowMs = Date.now();
    const found = await saves.next(nowMs);
    if (found === null) return 'stop';
    if (!('message' in found)) {
      flushAfter(found.notBeforeMs - nowMs);
      return 'stop';
    }
    const { key, message, losses } = found;
    const reply = await link.send(message, losses);
    if (reply.kind === 'none') return await lost(key, reply.how);
    if (reply.kind === 'nack' && reply.reason === 'paused') {
      isPaused = true;
      return 'stop';
    }
    if (reply.kind === 'nack' && reply.reason === 'busy') {
      busyInARow += 1;
      return rest(retryAfterMs(busyInARow));
    }
    busyInARow = 0;
    if (reply.kind === 'nack' && reply.reason === 'failed') {
      failedInARow += 1;
      await saves.sendLater(key, 'refused', (tries) => Date.now() + sendAgainAfterMs(tries));
      return failedInARow < mostFailedInARow ? 'sent' : rest(sendAgainAfterMs(failedInARow - mostFailedInARow + 1));
    }
    failedInARow = 0;
    if (reply.kind === 'nack') return await refuse(key, reply.reason);
    await saves.leaveQueue(key, 'received');
    return 'sent';
  };
  const sendAll = async (): Promise<void> => {
    try {
      while (again) {
        again = false;
        while (link.state === 'connected') {
          const how = await sendOne();
          onChange();
          if (how === 'stop') break;
        }
      }
    } catch {
      // The browser's disk gives nothing now.
      rest(retryAfterMs(mostFailedInARow));
    } finally {
      isSending = false;
    }
  };

  const flush = (): void => {
    again = true;
    if (isSending) return;
    isSending = true;
    void sendAll();
  };
  return {
    flush,
    get isPaused() {
      return isPaused;
    },
    resume: () => {
      isPaused = false;
      flush();
    },
  };
}
