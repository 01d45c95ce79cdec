/** Which revisions of the view the page has painted, and which form it has drawn, for callers that wait until something is or can be visible. */
import { tooLate, within } from '../../../base/deadline.ts';

interface Waiting {
  readonly revision: number;
  readonly painted: () => void;
}

export class PaintAcks {
  #newest = -1;
  #waiting: readonly Waiting[] = [];

  /** The page is gone, and another one is being loaded. */
  forget(): void {
    this.#newest = -1;
  }

  /** The page has painted that revision; a reloaded page may begin with an earlier one. */
  tell(revision: number): void {
    this.#newest = Math.max(this.#newest, revision);
    const isPainted = (one: Waiting): boolean => one.revision <= this.#newest;
    for (const one of this.#waiting.filter(isPainted)) one.painted();
    this.#waiting = this.#waiting.filter((one) => !isPainted(one));
  }

  /** True once the page has painted that revision or a later one; false if it has not in time. */
  async reaches(revision: number, withinMs: number): Promise<boolean> {
    if (this.#newest >= revision) return true;
    const painted = Promise.withResolvers<void>();
    this.#waiting = [...this.#waiting, { revision, painted: painted.resolve }];
    const isPainted = (await within(withinMs, painted.promise)) !== tooLate;
    this.#waiting = this.#waiting.filter((one) => one.painted !== painted.resolve);
    return isPainted;
  }
}

/** The form that the page has: the picker that was opened as this one, or 0 for the window itself. A hidden page paints nothing, but it is drawn. */
export class DrawnForm {
  #opened: number | null = null;
  #isKnown = false;
  #waiting: readonly { readonly opened: number; readonly drawn: () => void }[] = [];

  /** A page has drawn one. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** The page is gone, and another one is being loaded. */
  forget(): void {
    this.#opened = null;
  }

  tell(opened: number): void {
    this.#isKnown = true;
    this.#opened = opened;
    for (const one of this.#waiting) if (one.opened === opened) one.drawn();
  }

  /** True once the page has that form; false if it has not in time. */
  async is(opened: number, withinMs: number): Promise<boolean> {
    if (this.#opened === opened) return true;
    const drawn = Promise.withResolvers<void>();
    const one = { opened, drawn: drawn.resolve };
    this.#waiting = [...this.#waiting, one];
    const isDrawn = (await within(withinMs, drawn.promise)) !== tooLate;
    this.#waiting = this.#waiting.filter((other) => other !== one);
    return isDrawn;
  }
}
