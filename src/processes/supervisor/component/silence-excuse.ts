/** When the silence of a component does not count against it: while the machine hardly lets it run, and while its toolkit waits for a display. */
import { readFileSync } from 'node:fs';
import os from 'node:os';

/** On a busy machine the silence may last so many times as long, and twice that after a recent kill: killing and starting again add to the load. */
const busyTimes = 4;
const recentlyMs = 5 * 60_000;
/** A program that holds the display does so for a moment. */
const heldLongMs = 30_000;

export interface SilenceParts {
  readonly withinMs: number;
  readonly isBusy: () => boolean;
  /** When it was last killed for its silence. */
  readonly killedAtMs: number | null;
  /** Whether the display that it waits for does not answer; null if it waits for none. */
  readonly isHeld: (() => Promise<boolean>) | null;
  /** The display has not answered for half a minute; called after each further look. */
  readonly heldLong: () => void;
}

/** Whether a silence that begins now is excused, for a watchdog that asks again and again. The excuse of a busy machine has an end. */
export function excuseOf({ withinMs, isBusy, killedAtMs, isHeld, heldLong }: SilenceParts): () => Promise<boolean> {
  const startMs = performance.now();
  const wasKilled = killedAtMs !== null && startMs - killedAtMs < recentlyMs;
  const busyUntilMs = startMs + withinMs * (wasKilled ? 2 * busyTimes : busyTimes);
  let heldSinceMs: number | null = null;
  return async () => {
    if (isHeld !== null && (await isHeld())) {
      heldSinceMs ??= performance.now();
      if (performance.now() - heldSinceMs >= heldLongMs) heldLong();
      return true;
    }
    heldSinceMs = null;
    return performance.now() < busyUntilMs && isBusy();
  };
}

/** Whether the display that a window would be on in this environment does not answer. Loaded once something is silent. */
export async function isHeldIn(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { isWindowHeld } = await import('../../../platform/window/held-display.ts');
  return isWindowHeld({ platform: process.platform, env });
}

/** Of those that want to run, per core. With more, each waits longer than it runs. */
const busyPerCore = 2;

/**
 * By how many threads can run at this moment, which Linux tells (proc_loadavg(5)), and by the average of the last minute, which other systems tell as
 * well, and Windows does not. `loads` replaces the content of `/proc/loadavg`.
 */
export function isMachineBusy(loads: string = readLoads(), cores: number = os.availableParallelism()): boolean {
  const [average = 0, , , runnable = 0] = loads.split(' ').map(Number.parseFloat);
  return Math.max(average, runnable - 1) > busyPerCore * cores; // one of them is this one
}

function readLoads(): string {
  try {
    return readFileSync('/proc/loadavg', 'latin1');
  } catch {
    return os.loadavg().join(' ');
  }
}
