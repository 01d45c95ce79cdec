/**
 * Periodic work of an idle process, at the same instants in all processes of this machine: the processor wakes up once for all of them, and a process
 * that receives from all of them does so once. For the supervisor, which hears five heartbeats, that is half of its time at rest.
 */
import { machineClockMs } from './machine-clock.ts';

export interface AlignedInterval extends Disposable {
  /** Lets the process exit while the beats continue, like a timer's `unref`. */
  unref(): this;
}

/**
 * Calls `act` at each multiple of `everyMs` on the machine's clock, or some milliseconds later; beats missed while the process was paused are
 * skipped.
 */
export function onEachBeat(everyMs: number, act: () => void): AlignedInterval {
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
  const beats: AlignedInterval = {
    unref: () => {
      keepsAlive = false;
      timer.unref();
      return beats;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
  return beats;
}

/** Whole milliseconds from `nowMs` to the next beat. A timer may be early by a part of a millisecond: that is not another beat. */
export function untilNextMs(everyMs: number, nowMs: number): number {
  const restMs = Math.ceil(everyMs - (nowMs % everyMs));
  return restMs <= earlyMs ? restMs + everyMs : restMs;
}

const earlyMs = 2;
