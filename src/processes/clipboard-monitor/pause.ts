/**
 * Whether capture is paused, as this process sees it. The supervisor's mark decides. It is checked for every copy, so that nothing is captured that
 * was copied after the pause was confirmed, however late the message about it arrives.
 *
 * At the end of the pause its mark becomes another one: what is on the clipboard may have been copied during the pause. That mark outlives this
 * process, and is deleted with the next copy: a monitor that starts after the pause must not take what it finds for a new copy.
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

  /** The mark exists now. */
  get isMarked(): boolean {
    return isThere(this.#mark);
  }

  /** Between `begin` and `end`. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Nothing may be captured now. */
  get isOn(): boolean {
    return this.#isHeld || this.isMarked;
  }

  /** What a starting watch finds on the clipboard may have been copied during a pause. */
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

  /** The clipboard content from the pause has been replaced. */
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

/** If a mark can't be checked, it counts as existing: if in doubt, nothing is read. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
