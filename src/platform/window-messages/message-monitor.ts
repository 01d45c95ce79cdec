/** The part of a monitor that is the same on every system: a listener, and an end that is reported once. */
import type { EndOfMessages, HearMessage, WindowMessageReceived } from './interface.ts';

export class MessageReporter {
  readonly #heard: HearMessage;
  readonly #ended = Promise.withResolvers<EndOfMessages>();
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

  /** Reports a message. An exception of the listener is thrown again later: it must not pass through the system's call that delivered the message. */
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

  /** Nothing is reported from now on. The first reason counts. */
  end(why: EndOfMessages): void {
    this.#isOver = true;
    this.#ended.resolve(why);
  }
}
