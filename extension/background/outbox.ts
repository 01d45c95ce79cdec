/**
 * Sends the queue of saves to Hub, in order and one at a time. A save leaves the queue when Hub has acknowledged it, or has refused it for good. One that Hub cannot
 * take now is sent again later, and those after it are not held up by it, unless Hub is busy as a whole.
 */
import { sendAgainAfterMs } from './connection-rules.ts';
import type { Link } from './link.ts';
import type { Saves } from './saves.ts';

export interface OutboxParts {
  readonly saves: Saves;
  readonly link: Pick<Link, 'send' | 'state'>;
  /** A save has left the queue, or waits in it for longer. */
  readonly onChange: () => void;
}

/** Returns what sends all that may be sent now. Calls while it does so are one more look afterwards. */
export function openOutbox({ saves, link, onChange }: OutboxParts): () => void {
  let isSending = false;
  let again = false;
  let later: ReturnType<typeof setTimeout> | undefined;

  const sendOne = async (): Promise<'sent' | 'stop'> => {
    const found = await saves.next(Date.now());
    if (found === null) return 'stop';
    if (!('message' in found)) {
      clearTimeout(later);
      later = setTimeout(flush, found.notBeforeMs - Date.now());
      return 'stop';
    }
    const reply = await link.send(found.message);
    if (reply.kind === 'lost') return 'stop';
    if (reply.kind === 'ack') await saves.leaveQueue(found.key, 'received');
    else if (reply.reason === 'busy' || reply.reason === 'failed') {
      const tries = await saves.sendLater(found.key, (count) => Date.now() + sendAgainAfterMs(count));
      if (reply.reason === 'busy') {
        clearTimeout(later);
        later = setTimeout(flush, sendAgainAfterMs(tries));
        onChange();
        return 'stop';
      }
    } else await saves.leaveQueue(found.key, 'refused', reply.reason);
    onChange();
    return 'sent';
  };

  const flush = (): void => {
    again = true;
    if (isSending) return;
    isSending = true;
    void (async () => {
      while (again) {
        again = false;
        while (link.state === 'connected' && (await sendOne()) === 'sent');
      }
    })().finally(() => {
      isSending = false;
    });
  };
  return flush;
}
