/**
 * Looks whether a pause is over, for extensions that wait for its end with a save or with their tab: their next beat may be 20 s away. Nothing is looked at while
 * nobody waits.
 */
import type { Places } from '../../platform/locations.ts';
import { readPause } from '../pause-marks.ts';

export interface PauseEndParts {
  readonly places: Pick<Places, 'capturePaused' | 'ignoreNext'>;
  /** The pause is over for this pairing, which has waited. */
  readonly over: (pairing: string) => void;
  /** Hub's own by default. */
  readonly looksEveryMs?: number;
}

export class PauseEnd implements Disposable {
  readonly #parts: PauseEndParts;
  readonly #waiting = new Set<string>();
  #looking: NodeJS.Timeout | null = null;

  constructor(parts: PauseEndParts) {
    this.#parts = parts;
  }

  /** A pairing was refused something because of a pause. */
  awaitedBy(pairing: string): void {
    this.#waiting.add(pairing);
    this.#looking ??= setInterval(() => this.#look(), this.#parts.looksEveryMs ?? 500).unref();
  }

  #look(): void {
    if (readPause(this.#parts.places)?.what === 'everything') return;
    const waiting = [...this.#waiting];
    this[Symbol.dispose]();
    for (const pairing of waiting) this.#parts.over(pairing);
  }

  [Symbol.dispose](): void {
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#looking = null;
    this.#waiting.clear();
  }
}
