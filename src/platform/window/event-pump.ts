/**
 * How often the window's events are processed. The toolkit has a main loop of its own, which is not running here; instead our event loop lets it take
 * a turn every few milliseconds. Each turn costs time, so turns are frequent only while somebody works in the window or data is on its way to it.
 */

/** Times in ms. */
export const turnTimes = {
  /**
   * While data is on its way to the page: an answer that it waits for. A web view reads an answer piece by piece, one per turn, and a turn without
   * events costs little, so at first they follow each other immediately.
   */
  hurriedEvery: 0,
  hurriedFor: 12,
  stillHurriedEvery: 6,
  stillHurriedFor: 500,
  /**
   * While it is the picker, and for as long as somebody may be choosing in it, which takes seconds: it is shown once its page is drawn, and each letter goes to the page and back three times. Never
   * at once, also while data is on its way: on two processors, turns without a pause keep the engine from taking the answer for as long as they last.
   */
  eagerEvery: 1,
  /** A picker that is left open has the turns of any window: each millisecond would cost a tenth of a processor, perhaps all night. */
  eagerFor: 20_000,
  /** While somebody works in it: one per screen frame. */
  busyEvery: 16,
  busyFor: 1_500,
  shownEvery: 50,
  hiddenEvery: 400,
} as const;

/**
 * Turns taken together while somebody works in the window. Each handles one event, and a key takes several: it arrives, the page answers, the page is
 * drawn. A web view gets the next key only after that, so one turn at a time would fall behind a key that is held down, most of all on a busy machine.
 */
export const busyTurns = 8;

export interface PumpState {
  readonly isShown: boolean;
  readonly isEager: boolean;
  /** Time since data was last on its way, and since the user last did something; ms. */
  readonly sinceHurryMs: number;
  readonly sinceWorkMs: number;
}

/** By work alone: the page asks for changes twice a minute, whoever is there. */
function isPickerUsed(sinceWorkMs: number): boolean {
  return sinceWorkMs < turnTimes.eagerFor;
}

/** The time until the next turn, in ms. */
export function nextTurnMs({ isShown, isEager, sinceHurryMs, sinceWorkMs }: PumpState): number {
  if (isEager && isPickerUsed(sinceWorkMs)) return turnTimes.eagerEvery;
  if (sinceHurryMs < turnTimes.hurriedFor) return turnTimes.hurriedEvery;
  if (sinceHurryMs < turnTimes.stillHurriedFor) return turnTimes.stillHurriedEvery;
  if (!isShown) return turnTimes.hiddenEvery;
  return sinceWorkMs < turnTimes.busyFor ? turnTimes.busyEvery : turnTimes.shownEvery;
}

export interface EventPump extends Disposable {
  /** Data is on its way to the window or from it. */
  hurry(): void;
  /** Somebody works in it. */
  work(): void;
  setShown(isShown: boolean): void;
  setEager(isEager: boolean): void;
}

/** Takes turns until it is disposed of, or `turn` reports the last one. */
export function startPump(turn: () => boolean): EventPump {
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let isShown = false;
  let isEager = false;
  let hurriedAtMs = performance.now();
  let workedAtMs = Number.NEGATIVE_INFINITY;
  let isOver = false;
  const plan = (): void => {
    clearTimeout(timer);
    clearImmediate(soon);
    if (isOver) return;
    const nowMs = performance.now();
    const waitMs = nextTurnMs({ isShown, isEager, sinceHurryMs: nowMs - hurriedAtMs, sinceWorkMs: nowMs - workedAtMs });
    // A timer takes a millisecond at least.
    if (waitMs === 0) soon = setImmediate(run);
    else timer = setTimeout(run, waitMs);
  };
  const run = (): void => {
    const sinceWorkMs = performance.now() - workedAtMs;
    const isWorking = (isEager && isPickerUsed(sinceWorkMs)) || (isShown && sinceWorkMs < turnTimes.busyFor);
    for (let left = isWorking ? busyTurns : 1; left > 0 && !isOver; left -= 1) if (!turn()) isOver = true;
    plan();
  };
  plan();
  return {
    hurry: () => {
      hurriedAtMs = performance.now();
      plan();
    },
    work: () => {
      const wasSlow = performance.now() - workedAtMs > turnTimes.busyFor;
      workedAtMs = performance.now();
      if (wasSlow) plan();
    },
    setShown: (shown) => {
      isShown = shown;
      hurriedAtMs = performance.now();
      plan();
    },
    setEager: (eager) => {
      isEager = eager;
      if (eager) workedAtMs = performance.now();
      plan();
    },
    [Symbol.dispose]: () => {
      isOver = true;
      clearTimeout(timer);
      clearImmediate(soon);
    },
  };
}
