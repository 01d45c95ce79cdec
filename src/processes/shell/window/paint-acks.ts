/** Which revisions of the view the page has painted, for callers that wait until something is visible. */
import { tooLate, within } from '../../../base/deadline.ts';

interface Waiting {
  readonly revision: number;
  readonly painted: () => void;
}

export class PaintAcks {
  #newest = -1;
  #waiting: readonly Waiting[] = [];

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
