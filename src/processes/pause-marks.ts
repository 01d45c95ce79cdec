/** Reads the marks of a pause, and the clocks by which it ends. For each process that has to know what is captured. */
import { lstatSync, readFileSync } from 'node:fs';
import os from 'node:os';
import * as z from 'zod';
import { isMissing } from '../base/files/disk-error.ts';
import type { Pause, PauseClocks, PauseEnd } from '../domain/capture/pause-time.ts';
import type { Places } from '../platform/locations.ts';

/** A mark says when it ends, as a JSON object. An empty one has no end, and neither has one that can't be understood. */
const pauseEnd = z.object({
  endsAtMs: z.int().nonnegative(),
  leftMs: z.int().nonnegative(),
  uptimeMs: z.int().nonnegative(),
  boot: z.string().max(64).nullable(),
});

/** A mark of private mode. A Hub that does not know it takes it for a pause without an end. */
export const privateMark = JSON.stringify({ private: true });

function endIn(content: string): PauseEnd | null {
  try {
    return pauseEnd.parse(JSON.parse(content));
  } catch {
    return null;
  }
}

/** A mark that exists, and the end in it. Null if there is none. One that can't be read exists, without an end: if in doubt, nothing is captured. */
export function readMark(file: string): { readonly end: PauseEnd | null; readonly isPrivate?: true } | null {
  try {
    // Checked for each copy: the exception for a missing file would cost more than the check.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
    const content = readFileSync(file, 'utf8');
    return content === privateMark ? { end: null, isPrivate: true } : { end: endIn(content) };
  } catch (error) {
    return isMissing(error) ? null : { end: null };
  }
}

/** What is not captured now; null if every copy is. */
export function readPause({ capturePaused, ignoreNext }: Pick<Places, 'capturePaused' | 'ignoreNext'>): Pause | null {
  const pause = readMark(capturePaused);
  if (pause?.isPrivate) return { what: 'everything', untilMs: null, isPrivate: true };
  if (pause !== null) return { what: 'everything', untilMs: pause.end?.endsAtMs ?? null };
  const next = readMark(ignoreNext);
  return next === null ? null : { what: 'next', untilMs: next.end?.endsAtMs ?? null };
}

let boot: string | null | undefined;

/** The clocks now. `os.uptime` counts the time for which the machine slept, and is not changed by setting the clock. */
export function pauseClocks(): PauseClocks {
  if (boot === undefined) boot = readBoot();
  return { nowMs: Date.now(), uptimeMs: os.uptime() * 1_000, boot };
}

/** Linux: random(4). */
function readBoot(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim().slice(0, 64);
  } catch {
    return null;
  }
}
