/** When a copy of which nothing came is read once more. */
import { tooLate, within } from '../../base/deadline.ts';
import type { CopyEvent } from './interface.ts';
import type { ClipboardLimits } from './limits.ts';

export interface PatientReading<Refusal extends string> {
  /** Reads the copy. `event`: null if the watch ended meanwhile. `settled`: true once its owner has answered everything. */
  read(isAgain: boolean): { readonly event: Promise<CopyEvent<Refusal> | null>; settled(): Promise<boolean> };
  /** Resolves when the copy is on the clipboard no more. */
  readonly over: Promise<unknown>;
  readonly limits: Pick<ClipboardLimits, 'answersLateMs' | 'refusedAgainMs'>;
  hasEnded(): boolean;
  /** Where nothing tells an empty content from one that is refused. */
  readonly isEmptyRefusal?: boolean;
}

/**
 * A program that was busy answers at last what it was asked, and is then asked once more. One that refused everything is asked after each of the pauses: it may
 * have announced its copy a moment before it has it. Resolves to the last event; null if the watch has ended meanwhile.
 */
export async function readPatiently<Refusal extends string>({
  read,
  over,
  limits,
  hasEnded,
  isEmptyRefusal = false,
}: PatientReading<Refusal>): Promise<CopyEvent<Refusal> | null> {
  const isOver = over.then(() => false);
  let reading = read(false);
  let event = await reading.event;
  for (const pauseMs of limits.refusedAgainMs) {
    if (event === null || !isRefusal(event, isEmptyRefusal)) break;
    if ((await within(pauseMs, isOver)) !== tooLate) break;
    if (hasEnded()) return null;
    reading = read(true);
    event = await reading.event;
  }
  if (event?.kind !== 'missed' || event.because !== 'owner-silent') return event;
  const hasAnswered = await within(limits.answersLateMs, Promise.race([isOver, reading.settled()]));
  if (hasEnded()) return null;
  return hasAnswered === true ? read(true).event : event;
}

function isRefusal(event: CopyEvent, isEmptyRefusal: boolean): boolean {
  return event.kind === 'missed' ? event.because === 'owner-refused' : isEmptyRefusal && event.kind === 'cleared';
}
