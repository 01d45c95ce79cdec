/**
 * The event stream (`GET /api/events`): each client gets the snapshot at once, then each change. A slow client skips snapshots and never gets an old
 * one. The stream must never omit a fragment that changed without saying so.
 */
import type { Fragment } from '../../contract/source-snapshot.ts';
import { eventFrame } from '../../http/events.ts';
import type { PresentSnapshot } from './present-snapshot.ts';

/** Fragments that are queued for one slow client, each in its latest form; if there are more, it is told to read its lists again. */
const waitingFragments = 100;
/**
 * Deletions that are queued for a client; none is dropped for a fragment, and a client that reads nothing is disconnected before there are so many.
 */
const waitingDeletions = 10_000;

interface Subscriber {
  sourceWaits: boolean;
  /** It did not get all changes, and has to be told so. */
  staleWaits: boolean;
  /** Serialized frames by the fragment's number, oldest first. */
  readonly fragments: Map<string, string>;
  readonly deleted: Set<string>;
  wake: () => void;
}

export class EventFeed {
  readonly #present: () => PresentSnapshot;
  readonly #subscribers = new Set<Subscriber>();

  constructor(present: () => PresentSnapshot) {
    this.#present = present;
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** Announces another snapshot to everyone. */
  sourceChanged(): void {
    for (const subscriber of this.#subscribers) {
      subscriber.sourceWaits = true;
      subscriber.wake();
    }
  }

  /** Announces a changed fragment to everyone. */
  fragmentChanged(fragment: Fragment): void {
    if (this.#subscribers.size === 0) return;
    // A client that shows copies does not know that there is anything else.
    const frame = eventFrame(fragment.selection === undefined ? 'fragment' : 'selection', JSON.stringify(fragment));
    for (const subscriber of this.#subscribers) {
      const { fragments } = subscriber;
      fragments.delete(fragment.id);
      fragments.set(fragment.id, frame);
      if (dropOldest(fragments, waitingFragments)) subscriber.staleWaits = true;
      subscriber.wake();
    }
  }

  /** Announces a deleted fragment to everyone: clients stop showing it, and get nothing more about it. */
  fragmentDeleted(id: number): void {
    for (const subscriber of this.#subscribers) {
      const { fragments, deleted } = subscriber;
      fragments.delete(String(id));
      deleted.add(String(id));
      if (dropOldest(deleted, waitingDeletions)) subscriber.staleWaits = true;
      subscriber.wake();
    }
  }

  /** Announces that unknown fragments changed: lists have to be read again. */
  fragmentsStale(): void {
    for (const subscriber of this.#subscribers) {
      subscriber.staleWaits = true;
      subscriber.wake();
    }
  }

  /** The frames for one client, which is subscribed from its first request for a frame until it leaves. */
  frames(): AsyncIterable<string> {
    return { [Symbol.asyncIterator]: () => this.#subscribe() };
  }

  /** Not a generator, which could not end while it waits for its next frame. */
  #subscribe(): AsyncIterator<string> {
    const subscriber: Subscriber = { sourceWaits: true, staleWaits: false, fragments: new Map(), deleted: new Set(), wake: () => {} };
    this.#subscribers.add(subscriber);
    const next = async (): Promise<IteratorResult<string>> => {
      for (;;) {
        if (!this.#subscribers.has(subscriber)) return { done: true, value: undefined };
        const frame = this.#take(subscriber);
        if (frame !== null) return { done: false, value: frame };
        const woken = Promise.withResolvers<void>();
        subscriber.wake = () => woken.resolve();
        await woken.promise;
      }
    };
    const end = async (): Promise<IteratorResult<string>> => {
      this.#subscribers.delete(subscriber);
      subscriber.wake();
      return { done: true, value: undefined };
    };
    return { next, return: end };
  }

  #take(subscriber: Subscriber): string | null {
    for (const id of subscriber.deleted) {
      subscriber.deleted.delete(id);
      return eventFrame('deleted', JSON.stringify({ id }));
    }
    for (const [id, frame] of subscriber.fragments) {
      subscriber.fragments.delete(id);
      return frame;
    }
    if (subscriber.staleWaits) {
      subscriber.staleWaits = false;
      return eventFrame('stale', '{}');
    }
    if (!subscriber.sourceWaits) return null;
    subscriber.sourceWaits = false;
    const { snapshot, bytes } = this.#present();
    return eventFrame('source', bytes.toString(), snapshot.snapshotId);
  }
}

/** True if there were too many. */
function dropOldest(waiting: Map<string, string> | Set<string>, most: number): boolean {
  if (waiting.size <= most) return false;
  for (const oldest of waiting.keys()) {
    if (waiting.size <= most) break;
    waiting.delete(oldest);
  }
  return true;
}
