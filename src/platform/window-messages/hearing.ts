/** What a monitor is on every system: somebody who hears, until an end that is told once. */
import { deferred } from '../../base/deadline.ts';
import type { EndOfMessages, HearMessage, WindowMessageReceived } from './interface.ts';

export class Hearing {
  readonly #heard: HearMessage;
  readonly #ended = deferred<EndOfMessages>();
  #isOver = false;

  constructor(heard: HearMessage) {
    this.#heard = heard;
  }

  get ended(): Promise<EndOfMessages> {
    return this.#ended.promise;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Tells a message. What the listener throws is thrown on, but later: it must not go through the system's call that brought the message. */
  tell(message: WindowMessageReceived): void {
    if (this.#isOver) return;
    try {
      this.#heard(message);
    } catch (error) {
      setImmediate(() => {
        throw error;
      });
    }
  }

  /** Nothing is told from now on. The first reason stands. */
  end(why: EndOfMessages): void {
    this.#isOver = true;
    this.#ended.resolve(why);
  }
}
