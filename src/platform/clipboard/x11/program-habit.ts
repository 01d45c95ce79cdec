/**
 * What the copies of one program have in common. A password manager takes the clipboard once more while it quits, and answers nobody then: what it marked
 * as secret before says that this is no copy that anybody lost.
 */
import type { ReadEnd } from '../miss-reason.ts';

export interface ProgramHabit {
  /** The number of its connection; null if it is not known. */
  readonly client: number | null;
  /** It marked the last copy that it answered for as secret. */
  isPrivate: boolean;
  /** When it did so first, on the clock of this process; before that, long ago. */
  privateSinceMs: number;
}

/** Password managers clear what they copy after 10 to 45 seconds, and once more when they quit, by a copy that they mark as secret too. */
const clearsWithinMs = 60_000;

/** It marks a copy as secret. True if that is one more of its within a minute. */
export function isPrivateAgain(habit: ProgramHabit, nowMs: number): boolean {
  const isAgain = habit.isPrivate && nowMs - habit.privateSinceMs < clearsWithinMs;
  habit.isPrivate = true;
  if (!isAgain) habit.privateSinceMs = nowMs;
  return isAgain;
}

function unknownHabit(client: number | null): ProgramHabit {
  return { client, isPrivate: false, privateSinceMs: Number.NEGATIVE_INFINITY };
}

/** Whether its own program took it back, by quitting or with its next copy, before it said what it offers. */
export function isTakenBack(end: ReadEnd, isReplacedByAnother: boolean): boolean {
  return (end === 'void' || end === 'gone') && !isReplacedByAnother;
}

export class LastProgram {
  #habit = unknownHabit(null);

  /** The same object for as long as the copies come from one program. */
  habitOf(client: number | null): ProgramHabit {
    if (client === null || client !== this.#habit.client) this.#habit = unknownHabit(client);
    return this.#habit;
  }

  /** Its connection may be gone, and the next program may get its number. Copies that are being read keep what they know. */
  ended(): void {
    this.#habit = unknownHabit(null);
  }
}
