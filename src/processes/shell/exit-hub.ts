/**
 * The end of Hub, requested in the tray's menu, the search or the window (§4.2 ExitSmrtHub, §2.6 ExitCommand): it is announced to listeners (§6), and
 * then requested from the action router, like every verb; the supervisor ends this process too.
 */
import type { Log } from '../../base/log.ts';
import { askAction } from '../../client/ask-pipes.ts';
import { say } from '../../domain/language/say.ts';
import type { Places } from '../../platform/locations.ts';

/** Called with the messages of a shutdown, for the user. */
export interface NotificationSink {
  publish(message: string, intent: 'info' | 'error'): void;
}

export interface ExitParts {
  readonly places: Places;
  readonly log: Log;
  readonly notifications?: NotificationSink;
  /** Resolves when the published message is visible, or nobody sees it; soon in any case. */
  readonly seen?: () => Promise<unknown>;
}

const shutdownWithinMs = 10_000;

/** Begins the shutdown. Never rejects. */
export async function exitHub({ places, log, notifications, seen }: ExitParts): Promise<void> {
  notifications?.publish(say('Hub is stopping'), 'info');
  await seen?.();
  const accepted = await askAction(places, 'exit', { timeoutMs: shutdownWithinMs });
  if (accepted.ok || accepted.reason === 'stopping') return;
  log.error('shutdown not accepted', { reason: accepted.reason });
  notifications?.publish(say('Hub could not be stopped: the supervisor did not answer'), 'error');
}
