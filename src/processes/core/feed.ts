/** The event stream (`GET /api/events`): to each client the snapshot at once, then each change. A slow client skips snapshots, never gets an old one. */
import { deferred } from '../../base/deadline.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { eventFrame } from '../http-events.ts';
import type { Present } from './present.ts';

/** Fragments that wait for one slow client, each in its latest form; it can read what it missed from `/api/fragments`. */
const waitingFragments = 100;
/** Deletions that wait for one. No other answer tells of these, and none is dropped for a fragment; a client that takes nothing is gone before. */
const waitingDeletions = 10_000;

interface Subscriber {
  sourceWaits: boolean;
  /** Ready frames by the fragment's number, the oldest first. */
  readonly fragments: Map<string, string>;
  readonly deleted: Set<string>;
  wake: () => void;
}

export class Feed {
  readonly #present: () => Present;
  readonly #subscribers = new Set<Subscriber>();

  constructor(present: () => Present) {
    this.#present = present;
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** Tells everyone that there is another snapshot. */
  sourceChanged(): void {
    for (const subscriber of this.#subscribers) {
      subscriber.sourceWaits = true;
      subscriber.wake();
    }
  }

  /** Tells everyone that a fragment moved on. */
  fragmentChanged(fragment: Fragment): void {
    if (this.#subscribers.size === 0) return;
    const frame = eventFrame('fragment', JSON.stringify(fragment));
    for (const { fragments, wake } of this.#subscribers) {
      fragments.delete(fragment.id);
      fragments.set(fragment.id, frame);
      dropOldest(fragments, waitingFragments);
      wake();
    }
  }

  /** Tells everyone that a fragment is gone for good: what showed it is to show it no more, and nobody is to hear of it after that. */
  fragmentDeleted(id: number): void {
    for (const { fragments, deleted, wake } of this.#subscribers) {
      fragments.delete(String(id));
      deleted.add(String(id));
      dropOldest(deleted, waitingDeletions);
      wake();
    }
  }

  /** The frames for one client, which is a subscriber from the first that is asked for until it goes. */
  frames(): AsyncIterable<string> {
    return { [Symbol.asyncIterator]: () => this.#subscribe() };
  }

  /** Not a generator, since that could not end while it waits for its next frame. */
  #subscribe(): AsyncIterator<string> {
    const subscriber: Subscriber = { sourceWaits: true, fragments: new Map(), deleted: new Set(), wake: () => {} };
    this.#subscribers.add(subscriber);
    const next = async (): Promise<IteratorResult<string>> => {
      for (;;) {
        if (!this.#subscribers.has(subscriber)) return { done: true, value: undefined };
        const frame = this.#take(subscriber);
        if (frame !== null) return { done: false, value: frame };
        const woken = deferred<void>();
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
    if (!subscriber.sourceWaits) return null;
    subscriber.sourceWaits = false;
    const { snapshot, bytes } = this.#present();
    return eventFrame('source', bytes.toString(), snapshot.snapshotId);
  }
}

function dropOldest(waiting: Map<string, string> | Set<string>, most: number): void {
  for (const oldest of waiting.keys()) {
    if (waiting.size <= most) return;
    waiting.delete(oldest);
  }
}
