/**
 * What a process does again and again while nothing happens, at the same instants as all others of this machine: the processor wakes up once for all
 * of it, and whoever hears from them all does so in one go. For the supervisor, which hears five heartbeats, that is half of its time at rest.
 */
import { machineClockMs } from './machine-clock.ts';

export interface Beats extends Disposable {
  /** Lets the program end while these go on, as a timer's `unref` does. */
  unref(): this;
}

/** Calls `act` at each multiple of `everyMs` on the machine's clock, or some milliseconds later; those that a pause of the process took are left out. */
export function onEachBeat(everyMs: number, act: () => void): Beats {
  let timer: NodeJS.Timeout;
  let keepsAlive = true;
  const wait = (): void => {
    timer = setTimeout(beat, untilNextMs(everyMs, machineClockMs()));
    if (!keepsAlive) timer.unref();
  };
  const beat = (): void => {
    wait();
    act();
  };
  wait();
  const beats: Beats = {
    unref: () => {
      keepsAlive = false;
      timer.unref();
      return beats;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
  return beats;
}

/** Whole milliseconds from `nowMs` to the next beat. A timer may be early by a part of a millisecond: that is not yet another beat. */
export function untilNextMs(everyMs: number, nowMs: number): number {
  const restMs = Math.ceil(everyMs - (nowMs % everyMs));
  return restMs <= earlyMs ? restMs + everyMs : restMs;
}

const earlyMs = 2;
