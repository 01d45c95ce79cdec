/** How much of each sender is taken: a burst, and so much per second after it. What is too much may be sent again. */
import { mostPairings } from './pairing-store.ts';

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Of messages: a person's saves, or a queue that drains. */
export const messageRate: Rate = { burst: 300, perSecond: 100 };
/** Of proofs, one for each attempt to connect. */
export const proofRate: Rate = { burst: 100, perSecond: 20 };

export class MessageRate {
  readonly #rate: Rate;
  readonly #steadyMs: () => number;
  /** For each sender, how many more it may send now, and when that was counted. Outlives connections: connecting again gives nobody more. */
  readonly #left = new Map<string, { readonly messages: number; readonly atMs: number }>();

  constructor(rate: Rate = messageRate, steadyMs: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#steadyMs = steadyMs;
  }

  /** Takes one message of a pairing, or one request of its origin; false if it is one too many. */
  take(sender: string): boolean {
    const { burst, perSecond } = this.#rate;
    const atMs = this.#steadyMs();
    const before = this.#left.get(sender) ?? { messages: burst, atMs };
    const messages = Math.min(burst, before.messages + ((atMs - before.atMs) / 1_000) * perSecond);
    this.#left.delete(sender);
    this.#left.set(sender, { messages: messages >= 1 ? messages - 1 : messages, atMs });
    const [oldest] = this.#left.keys();
    if (this.#left.size > mostPairings && oldest !== undefined) this.#left.delete(oldest);
    return messages >= 1;
  }
}
