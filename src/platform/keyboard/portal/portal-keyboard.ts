/**
 * The keyboard of a Wayland desktop: the portal gives the shortcut, if the desktop has one with this interface. No program learns there which window is
 * active, and none presses keys in another one's: nothing is pasted, and what was picked is on the clipboard.
 *
 * It must never ask the user again by itself: a refusal stands until `hold` is called with other keys.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../../base/deadline.ts';
import type { DesktopKeyboard, HoldOutcome, KeyCombination, PasteOutcome, PasteTarget } from '../interface.ts';
import { KeysNotKept } from '../keys-not-kept.ts';
import { PortalArrivals } from './portal-arrivals.ts';
import { type NoSession, openShortcutSession, type ShortcutEvents, type ShortcutWish } from './shortcut-session.ts';
import { preferredTrigger } from './trigger.ts';

export interface PortalKeyboardParts extends Omit<ShortcutWish, 'trigger' | 'description' | 'dialogMs'> {
  readonly description: () => string;
  /** Resolves once the desktop can find Hub's entry. */
  readonly ready: Promise<unknown>;
  readonly times?: Partial<typeof usualTimes>;
}

/**
 * A portal that restarts is back within a second. The wait doubles each time; for one that is not there it begins when it comes. `dialogMs`: how long the user
 * may take.
 */
const usualTimes = { againAfterMs: 1_000, longestWaitMs: 300_000, lastsMs: 60_000, dialogMs: 600_000 };
/** A disk may not respond. */
const entryWithinMs = 10_000;
/** A portal that ends each session soon, or while it asks, would ask the user each time. */
const mostShortSessions = 3;

const outcomes: Readonly<Record<NoSession, HoldOutcome>> = {
  'no-portal': 'unavailable',
  'not-now': 'unavailable',
  'cut-off': 'unavailable',
  'no-answer': 'no-answer',
  refused: 'refused',
};

export class PortalKeyboard extends KeysNotKept implements DesktopKeyboard {
  readonly canPaste = false;
  readonly isDesktopsChoice = true;
  readonly #parts: PortalKeyboardParts;
  readonly #times: typeof usualTimes;
  #pressed: (() => void)[] = [];
  #changed: ((outcome: HoldOutcome) => void)[] = [];
  #isSuspended = false;
  #isOver = false;
  #wanted = '';
  #trigger = '';
  /** What was told last; null until then. */
  #outcome: HoldOutcome | null = null;
  #told = Promise.resolve<HoldOutcome>('held');
  #stop = new AbortController();
  #keeping: Promise<void> = Promise.resolve();

  constructor(parts: PortalKeyboardParts) {
    super();
    this.#parts = parts;
    this.#times = { ...usualTimes, ...parts.times };
  }

  get trigger(): string {
    return this.#trigger;
  }

  onPressed(listener: () => void): void {
    this.#pressed.push(listener);
  }

  onChanged(listener: (outcome: HoldOutcome) => void): void {
    this.#changed.push(listener);
  }

  hold(shortcut: KeyCombination | null): Promise<HoldOutcome> {
    if (this.#isOver) return Promise.resolve('unavailable');
    const wanted = shortcut === null ? '' : preferredTrigger(shortcut);
    if (wanted === this.#wanted) return this.#outcome === null ? this.#told : Promise.resolve(this.#outcome);
    this.#stop.abort();
    this.#stop = new AbortController();
    [this.#wanted, this.#trigger, this.#outcome] = [wanted, '', wanted === '' ? 'held' : null];
    if (wanted === '') return Promise.resolve('held');
    const { signal } = this.#stop;
    const told = Promise.withResolvers<HoldOutcome>();
    signal.addEventListener('abort', () => told.resolve('unavailable'), { once: true });
    this.#told = told.promise;
    // The previous session is closed first: the desktop knows the shortcut of both by the same name.
    const keep = this.#keeping.then(() => this.#keep(wanted, signal, told.resolve));
    this.#keeping = keep.catch(() => {
      this.#parts.log.error('the shortcut of the portal failed');
      told.resolve('unavailable');
    });
    return told.promise;
  }

  async suspend(isOn: boolean): Promise<void> {
    this.#isSuspended = isOn;
  }

  async target(): Promise<PasteTarget | null> {
    return null;
  }

  async prepare(): Promise<boolean> {
    return false;
  }

  async activate(): Promise<void> {}

  async paste(): Promise<PasteOutcome> {
    return 'unavailable';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    [this.#pressed, this.#changed, this.#isOver] = [[], [], true];
    this.#stop.abort();
    await this.#keeping;
  }

  /** Has the shortcut bound for as long as `signal` allows: again when the portal restarts, or appears. */
  async #keep(trigger: string, signal: AbortSignal, first: (outcome: HoldOutcome) => void): Promise<void> {
    const { log, ready } = this.#parts;
    const { againAfterMs, longestWaitMs, lastsMs, dialogMs } = this.#times;
    await within(entryWithinMs, Promise.race([ready, aborted(signal)]));
    let waitMs = againAfterMs;
    let soonMs = againAfterMs;
    let shortSessions = 0;
    using arrivals = new PortalArrivals(this.#parts.env, log);
    const events: ShortcutEvents = {
      pressed: () => {
        if (!signal.aborted && !this.#isSuspended) for (const listener of this.#pressed) listener();
      },
      triggerIs: (text) => this.#tell('held', text, signal),
    };
    while (!signal.aborted) {
      const startMs = performance.now();
      const arrivedBefore = arrivals.count;
      const opened = await openShortcutSession(
        { ...this.#parts, description: this.#parts.description(), trigger, dialogMs },
        events,
        signal,
      );
      if (signal.aborted) return;
      // The session hears itself that its portal is gone.
      if (opened.ok || opened.reason !== 'no-portal') arrivals[Symbol.dispose]();
      const outcome = opened.ok ? 'held' : outcomes[opened.reason];
      // Without a portal this is not the first time.
      if (outcome !== this.#outcome) log.info('shortcut of the portal', { outcome, reason: opened.ok ? null : opened.reason });
      this.#tell(outcome, opened.ok ? opened.value.trigger : '', signal);
      first(outcome);
      if (!opened.ok && (opened.reason === 'refused' || opened.reason === 'no-answer')) return;
      if (!opened.ok && opened.reason === 'cut-off') shortSessions += 1;
      let mayAskAgain = opened.ok ? opened.value.wasAsked : opened.reason === 'cut-off';
      if (opened.ok) {
        const end = await opened.value.ended;
        if (end === 'left') return;
        log.info('shortcut of the portal ended', { end });
        this.#tell('unavailable', '', signal);
        shortSessions = performance.now() - startMs < lastsMs ? shortSessions + 1 : 0;
        mayAskAgain ||= end === 'closed';
        waitMs = Math.min(againAfterMs * 2 ** Math.max(0, shortSessions - 1), longestWaitMs);
      }
      if (mayAskAgain && shortSessions >= mostShortSessions) return;
      if (!opened.ok && opened.reason === 'no-portal') {
        const waitsSinceMs = performance.now();
        const next = await arrivals.next(arrivedBefore, signal);
        if (next === 'now') continue;
        if (next === 'soon') {
          await pause(soonMs, undefined, { signal, ref: false }).catch(() => {});
          soonMs *= 2;
          continue;
        }
        soonMs = againAfterMs;
        // One that comes again and again, and never has shortcuts, is asked less and less.
        if (performance.now() - waitsSinceMs > longestWaitMs) waitMs = againAfterMs;
      }
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => {});
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
  }

  #tell(outcome: HoldOutcome, trigger: string, { aborted }: AbortSignal): void {
    if (aborted || (outcome === this.#outcome && trigger === this.#trigger)) return;
    [this.#outcome, this.#trigger] = [outcome, trigger];
    for (const listener of this.#changed) listener(outcome);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
