/**
 * How many copies there were, from how many changes Windows announced and the number that it counts them by. An announcement does not say of which change it
 * is: several that come before anyone has looked are of several copies, and only the last of these is still there. Pure but for what it remembers.
 */

export interface Announced {
  /** How many were waiting; at least one. */
  readonly announcements: number;
  /** GetClipboardSequenceNumber, after they were taken. It grows several times with each copy. Null: a copy is being made, and is announced later. */
  readonly sequence: number | null;
  /** What is there now is our own offer. */
  readonly isOurs: boolean;
}

export class ChangeCount {
  /** The number of the last copy that is known. */
  #seen: number | null = null;
  /** Our offers whose announcement has not come yet. */
  #ownToCome = 0;
  #mayEcho = false;

  /** What is there now is known: nothing before it counts. */
  began(sequence: number): void {
    this.#seen = sequence;
    this.#mayEcho = false;
  }

  isKnown(sequence: number): boolean {
    return sequence === this.#seen;
  }

  offered(sequence: number): void {
    this.began(sequence);
    this.#ownToCome += 1;
  }

  /** Reading made the owner write what it had only announced, which Windows counts as a change, and may announce. */
  wasRead(before: number, after: number): void {
    if (before !== this.#seen || after === before) return;
    this.#mayEcho = true;
    this.#seen = after;
  }

  /** `isNew`: there is a copy that nobody has seen. `missed`: that many others were replaced before anybody saw them. */
  heard({ announcements, sequence, isOurs }: Announced): { readonly isNew: boolean; readonly missed: number } {
    const own = Math.min(announcements, this.#ownToCome);
    this.#ownToCome -= own;
    const others = announcements - own;
    const isNew = others > 0 && !isOurs && sequence !== null && sequence !== this.#seen;
    const isEcho = others > 0 && sequence !== null && !isNew && this.#mayEcho;
    if (others > 0) this.#mayEcho = false;
    if (isNew) this.#seen = sequence;
    return { isNew, missed: others - (isNew || isEcho ? 1 : 0) };
  }
}
