/**
 * Whether capture is paused, as this process sees it. The supervisor's mark decides. It is looked for at every copy, so that nothing is taken
 * of what was copied after a pause had been answered, however late the word of it comes here.
 *
 * At the end of the pause its mark becomes another one: what is on the clipboard may have been copied during it. That one outlives this process,
 * and goes when another copy is heard of: a monitor that starts after the pause must not take for new what it finds.
 */
import { lstatSync, rmSync } from 'node:fs';
import { errorCode, type Log } from '../../base/log.ts';
import type { Places } from '../../platform/locations.ts';

export class Pause {
  readonly #mark: string;
  readonly #passedOver: string;
  readonly #log: Log;
  #isHeld = false;
  #passesOver: boolean;

  constructor({ places, log }: { readonly places: Places; readonly log: Log }) {
    this.#mark = places.capturePaused;
    this.#passedOver = places.capturePassedOver;
    this.#log = log;
    this.#passesOver = isThere(this.#passedOver);
  }

  /** The mark is there now. */
  get isMarked(): boolean {
    return isThere(this.#mark);
  }

  /** Between `begin` and `end`. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Nothing may be taken now. */
  get isOn(): boolean {
    return this.#isHeld || this.isMarked;
  }

  /** What a watch finds on the clipboard when it begins may have been copied during a pause. */
  get passesOverInitial(): boolean {
    return this.#passesOver;
  }

  begin(): void {
    this.#isHeld = true;
    this.#passesOver = true;
  }

  end(): void {
    this.#isHeld = false;
  }

  /** What was on the clipboard is gone from there. */
  forgetInitial(): void {
    if (!this.#passesOver || this.isOn) return;
    this.#passesOver = false;
    try {
      rmSync(this.#passedOver, { force: true });
    } catch (error) {
      this.#log.warn('pause not forgotten', { code: errorCode(error) });
    }
  }
}

/** What can't be looked at is taken for there: in doubt nothing is read. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
