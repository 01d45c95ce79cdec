/** Bytes that arrived in pieces, copied, because another program may send each byte as a piece, which would take a hundred bytes each. */
export class GrownBuffer {
  #buffer = Buffer.alloc(0);
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Buffer): void {
    const needed = this.#bytes + piece.byteLength;
    if (needed > this.#buffer.byteLength) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.byteLength));
      this.#buffer.copy(larger, 0, 0, this.#bytes);
      this.#buffer = larger;
    }
    piece.copy(this.#buffer, this.#bytes);
    this.#bytes = needed;
  }

  clear(): void {
    this.#buffer = Buffer.alloc(0);
    this.#bytes = 0;
  }

  /** All of them; a part of a buffer that may be twice as long. */
  taken(): Buffer {
    return this.#buffer.subarray(0, this.#bytes);
  }
}
