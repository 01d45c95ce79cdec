/** The event stream (`GET /api/events`): to each client the snapshot at once, then each change. A slow client skips snapshots, never gets an old one. */
import { deferred } from '../../base/deadline.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { eventFrame } from '../http-events.ts';
import type { Present } from './present.ts';

/** Fragments that wait for one slow client; it can read what it missed from `/api/fragments`. */
const waitingFragments = 100;

interface Subscriber {
  sourceWaits: boolean;
  readonly fragments: string[];
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
    this.#send(eventFrame('fragment', JSON.stringify(fragment)));
  }

  /** Tells everyone that a fragment is gone for good: what showed it is to show it no more. */
  fragmentDeleted(id: number): void {
    this.#send(eventFrame('deleted', JSON.stringify({ id: String(id) })));
  }

  #send(frame: string): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.fragments.push(frame) > waitingFragments) subscriber.fragments.shift();
      subscriber.wake();
    }
  }

  /** The frames for one client, which is a subscriber from the first that is asked for until it goes. */
  frames(): AsyncIterable<string> {
    return { [Symbol.asyncIterator]: () => this.#subscribe() };
  }

  /** Not a generator, since that could not end while it waits for its next frame. */
  #subscribe(): AsyncIterator<string> {
    const subscriber: Subscriber = { sourceWaits: true, fragments: [], wake: () => {} };
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
    const fragment = subscriber.fragments.shift();
    if (fragment !== undefined) return fragment;
    if (!subscriber.sourceWaits) return null;
    subscriber.sourceWaits = false;
    const { snapshot, bytes } = this.#present();
    return eventFrame('source', bytes.toString(), snapshot.snapshotId);
  }
}
