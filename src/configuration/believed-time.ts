/** The time, for whoever deletes what is old; none while the clock is not believed (`src/domain/believed-clock.ts`). */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { replaceAtomically } from '../base/files/durable-file.ts';
import type { Log } from '../base/log.ts';
import { believedClock, type ClockRecord } from '../domain/believed-clock.ts';

export interface BelievedTime {
  /** Unix time in ms; null while the clock is not believed. Writes down what the clock shows. */
  now(): Promise<number | null>;
}

export interface BelievedTimeParts {
  /** Where the time is stored that the clock showed last. */
  readonly clockFile: string;
  readonly log: Log;
  readonly nowMs: () => number;
}

const clockRecord = z.object({ seenMs: z.number().finite(), aheadMs: z.number().nonnegative() });

/** A file that is missing or can't be understood is that of a first start. */
async function readClock(file: string): Promise<ClockRecord | null> {
  try {
    return clockRecord.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Whether a process that runs for a moment may believe the clock. Writes nothing: only a Hub that runs can find out that a clock is right. */
export async function isClockBelieved(clockFile: string, nowMs: number): Promise<boolean> {
  return believedClock(await readClock(clockFile), nowMs, 0).isBelieved;
}

/** For a process that runs on. */
export function openBelievedTime({ clockFile, log, nowMs }: BelievedTimeParts): BelievedTime {
  let lookedAtMs = performance.now();
  return {
    now: async () => {
      const [ranMs, atMs] = [performance.now() - lookedAtMs, nowMs()];
      lookedAtMs += ranMs;
      const before = await readClock(clockFile);
      const { isBelieved, record } = believedClock(before, atMs, ranMs);
      const written = await replaceAtomically(clockFile, Buffer.from(JSON.stringify(record)), 0o600);
      if (!isBelieved) log.warn('clock not believed, limits of age wait', { aheadHours: Math.round((atMs - record.seenMs) / 3_600_000) });
      if (!written.ok) log.warn('clock not stored', { because: written.reason });
      return isBelieved && (written.ok || before !== null) ? atMs : null;
    },
  };
}
