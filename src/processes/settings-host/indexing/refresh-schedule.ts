/**
 * Refreshes by the schedule of the document. It looks at the clock once a minute and never sets a longer timer: so neither a computer that slept nor a
 * clock that jumped makes it miss a refresh, or do many.
 */

import { onEachBeat } from '../../../base/aligned-interval.ts';
import type { Log } from '../../../base/log.ts';
import { systemTimeZone } from '../../../base/timestamp.ts';
import type { HubDocument } from '../../../contract/documents/hub.ts';
import { isIdleEnough, type ScheduleFacts, scheduleStep } from '../../../domain/indexing/schedule.ts';

export interface RefreshScheduleParts {
  readonly log: Log;
  readonly rules: () => HubDocument['index_refresh'];
  /** When the last refresh of everything began, from the index. */
  readonly lastMs: number | null;
  readonly hasIndex: boolean;
  /** Null if nobody knows. */
  readonly idleMs: () => Promise<number | null>;
  readonly isBusy: () => boolean;
  /** `isIdleKnown`: null if it was not asked. */
  readonly refresh: (isIdleKnown: boolean | null) => void;
  readonly nowMs?: () => number;
  readonly atStartMs?: number;
}

const lookEveryMs = 60_000;
/** After the start of Hub, whose processes need the processor more. */
const usualAtStartMs = 5_000;

export class ScheduledRefreshes implements Disposable {
  readonly #parts: RefreshScheduleParts;
  readonly #startedMs: number;
  readonly #beat: Disposable;
  readonly #atStart: NodeJS.Timeout | undefined;
  #lastMs: number | null;
  #isLooking = false;

  constructor(parts: RefreshScheduleParts) {
    this.#parts = parts;
    this.#startedMs = this.#nowMs();
    this.#lastMs = parts.lastMs;
    this.#beat = onEachBeat(lookEveryMs, () => void this.look()).unref();
    const { on_startup, on_startup_only_if_exists } = parts.rules();
    if (!on_startup || (on_startup_only_if_exists && !parts.hasIndex)) return;
    this.#atStart = setTimeout(() => this.#refresh(null), parts.atStartMs ?? usualAtStartMs).unref();
  }

  /** A refresh of everything began, whoever asked for it. */
  began(): void {
    this.#lastMs = this.#nowMs();
  }

  /** Refreshes if it is time. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#parts.isBusy()) return;
    this.#isLooking = true;
    try {
      const step = scheduleStep(this.#facts());
      if (step === 'refresh') this.#refresh(null);
      if (step !== 'ask-idle') return;
      const idleMs = await this.#parts.idleMs();
      if (isIdleEnough(this.#parts.rules(), idleMs) && scheduleStep(this.#facts()) !== 'wait') this.#refresh(idleMs !== null);
    } finally {
      this.#isLooking = false;
    }
  }

  [Symbol.dispose](): void {
    this.#beat[Symbol.dispose]();
    clearTimeout(this.#atStart);
  }

  #refresh(isIdleKnown: boolean | null): void {
    if (isIdleKnown === false) this.#parts.log.info('index refreshed without waiting, this desktop does not say when it is idle');
    this.began();
    this.#parts.refresh(isIdleKnown);
  }

  #facts(): ScheduleFacts {
    const timeZone = systemTimeZone();
    return { schedule: this.#parts.rules(), lastMs: this.#lastMs, nowMs: this.#nowMs(), startedMs: this.#startedMs, timeZone };
  }

  #nowMs(): number {
    return this.#parts.nowMs?.() ?? Date.now();
  }
}
