/** How many messages of a pairing are taken: a burst, and so many per second after it. What is too much may be sent again. */

const burst = 300;
const perSecond = 100;
/** There are not more pairings. */
const mostRemembered = 64;

export class MessageRate {
  readonly #steadyMs: () => number;
  /** For each pairing, how many more it may send now, and when that was counted. Outlives connections: connecting again gives nobody more. */
  readonly #left = new Map<string, { readonly messages: number; readonly atMs: number }>();

  constructor(steadyMs: () => number = () => performance.now()) {
    this.#steadyMs = steadyMs;
  }

  /** Takes one message; false if it is one too many. */
  take(pairing: string): boolean {
    const atMs = this.#steadyMs();
    const before = this.#left.get(pairing) ?? { messages: burst, atMs };
    const messages = Math.min(burst, before.messages + ((atMs - before.atMs) / 1_000) * perSecond);
    this.#left.delete(pairing);
    this.#left.set(pairing, { messages: messages >= 1 ? messages - 1 : messages, atMs });
    const [oldest] = this.#left.keys();
    if (this.#left.size > mostRemembered && oldest !== undefined) this.#left.delete(oldest);
    return messages >= 1;
  }
}
