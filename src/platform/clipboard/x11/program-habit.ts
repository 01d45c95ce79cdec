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
}

/** Whether its own program took it back, by quitting or with its next copy, before it said what it offers. */
export function isTakenBack(end: ReadEnd, isReplacedByAnother: boolean): boolean {
  return (end === 'void' || end === 'gone') && !isReplacedByAnother;
}

export class LastProgram {
  #habit: ProgramHabit = { client: null, isPrivate: false };

  /** The same object for as long as the copies come from one program. */
  habitOf(client: number | null): ProgramHabit {
    if (client === null || client !== this.#habit.client) this.#habit = { client, isPrivate: false };
    return this.#habit;
  }

  /** Its connection may be gone, and the next program may get its number. Copies that are being read keep what they know. */
  ended(): void {
    this.#habit = { client: null, isPrivate: false };
  }
}
