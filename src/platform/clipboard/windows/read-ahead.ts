/**
 * What is read of a copy before it may be: in a burst the next copy replaces it before anyone could decide. It stays with the thread, and is handed over once
 * the copy is allowed or dropped once it is not. Only a copy that follows one that was allowed a moment ago is read so.
 */

/** Copies of a burst that nobody has decided on yet; with one more, the first one is dropped. */
const mostKept = 64;
/** Of all of them: a burst is of small copies. */
const mostBytes = 16 * 1_024 * 1_024;

export class ReadAhead<Order extends { readonly limits: { readonly hurriedMs: number } }, Raw> {
  readonly #sizeOf: (raw: Raw) => number;
  readonly #kept = new Map<number, Raw>();
  #bytes = 0;
  #last: { readonly order: Order; readonly atMs: number } | null = null;

  constructor(sizeOf: (raw: Raw) => number) {
    this.#sizeOf = sizeOf;
  }

  /** A copy may be read, as this order says. Null: the next one must not be read before it is allowed. */
  allowed(order: Order | null, nowMs: number): void {
    this.#last = order === null ? null : { order, atMs: nowMs };
  }

  /** How the next copy is read now, before it is allowed; null if it is not. */
  orderAt(nowMs: number): Order | null {
    return this.#last !== null && nowMs - this.#last.atMs < this.#last.order.limits.hurriedMs ? this.#last.order : null;
  }

  keep(sequence: number, raw: Raw): void {
    this.take(sequence);
    const bytes = this.#sizeOf(raw);
    if (bytes > mostBytes) return;
    this.#kept.set(sequence, raw);
    this.#bytes += bytes;
    for (const first of this.#kept.keys()) {
      if (this.#kept.size <= mostKept && this.#bytes <= mostBytes) return;
      this.take(first);
    }
  }

  /** Undefined if that copy was not read ahead. It is not kept any longer. */
  take(sequence: number): Raw | undefined {
    const raw = this.#kept.get(sequence);
    if (raw === undefined) return undefined;
    this.#kept.delete(sequence);
    this.#bytes -= this.#sizeOf(raw);
    return raw;
  }
}
