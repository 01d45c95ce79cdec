/** What the monitor reports to others: its condition, for `hub status`, and that a copy was captured, missed, or waits for the journal. */

import type { Log } from '../../base/log.ts';
import { machineClockMs, toMicroseconds } from '../../base/machine-clock.ts';
import { systemTimeZone } from '../../base/timestamp.ts';
import type { RecordedCapture } from '../../journal/captures/captures.ts';
import type { CopyNote } from '../../journal/captures/copy-notes.ts';
import type { JournalHindrance } from '../../journal/writing/write-failure.ts';
import type { OpenFailure, ReadCopy } from '../../platform/clipboard/index.ts';
import { aboutCapture } from '../about-copy.ts';
import type { Component } from '../component.ts';
import { conditionOf, type MonitorState, type XInstead } from './monitor-condition.ts';

/** Read for each report. */
type Live = Pick<MonitorState, 'isFilterKnown' | 'room' | 'pause'>;

export class MonitorStatus {
  readonly #component: Pick<Component, 'tell' | 'degraded'>;
  readonly #live: () => Live;
  #noted: Omit<MonitorState, keyof Live> = {
    lack: null,
    hindrance: null,
    uncounted: 0,
    isOwnerUnknown: false,
    isJournalAnother: false,
    instead: null,
  };

  /** What was last reported of it. */
  #pause = 'null';

  constructor(component: Pick<Component, 'tell' | 'degraded'>, live: () => Live) {
    this.#component = component;
    this.#live = live;
  }

  /** A clipboard is watched. */
  get isWatching(): boolean {
    return this.#noted.lack === null;
  }

  /** Reports the current state, with these changes. */
  say(changed: Partial<Omit<MonitorState, keyof Live>> = {}): void {
    this.#noted = { ...this.#noted, ...changed };
    const live = this.#live();
    this.#pause = JSON.stringify(live.pause);
    const { reason, note } = conditionOf({ ...this.#noted, ...live }, { nowMs: Date.now(), timeZone: systemTimeZone() });
    this.#component.degraded(reason, note);
  }

  /** Somebody has paused or resumed capture, perhaps with another end. */
  pauseChanged(): void {
    if (JSON.stringify(this.#live().pause) !== this.#pause) this.say();
  }

  lacks(lack: OpenFailure): void {
    this.say({ lack, instead: null });
  }

  watches(instead: XInstead | null): void {
    this.say({ lack: null, instead });
  }

  ownerIsUnknown(isOwnerUnknown: boolean): void {
    if (isOwnerUnknown !== this.#noted.isOwnerUnknown) this.say({ isOwnerUnknown });
  }

  /** `uncounted`: this many missed copies are not counted in it yet. */
  journalIs(hindrance: JournalHindrance | null, uncounted: number): void {
    const before = this.#noted;
    if (hindrance !== null || before.hindrance !== null)
      this.#component.tell('python_core', { kind: 'waiting', isOver: hindrance === null });
    if (hindrance !== before.hindrance || uncounted !== before.uncounted) this.say({ hindrance, uncounted });
  }

  captured(captureId: number | null): void {
    this.#component.tell('python_core', { kind: 'captured', captureId });
  }

  /** A note that is in the journal may say what is on the clipboard. */
  noted({ present }: CopyNote): void {
    if (present !== null) this.captured('captureId' in present ? present.captureId : null);
  }

  /** A copy was dropped. */
  lost(): void {
    this.missed();
    this.captured(null);
  }

  /** To the window, which shows the number: nothing else that it shows changes. */
  missed(): void {
    this.#component.tell('hub', { kind: 'missed' });
  }
}

/** The log line about a copy that is in the journal. */
export function sayCopied(
  log: Log,
  { ordinal, representations, initial, timings }: ReadCopy,
  recorded: RecordedCapture,
  readAtMs: number,
): void {
  const clockMs = machineClockMs();
  log.info('copied', {
    ...aboutCapture(recorded),
    ordinal,
    formats: representations.length,
    bytes: representations.reduce((sum, { content }) => sum + content.bytes, 0),
    initial,
    readMs: toMicroseconds(timings.readAfterMs),
    recordMs: toMicroseconds(clockMs - readAtMs),
    clockMs: toMicroseconds(clockMs),
  });
}
