/** What keeps saves from the WorkSpace, as `hub status` says it: a sentence with the mend. No copy waits for it: the journal has them all. */
import type { Reason } from '../contract/journal.ts';

/** What a look at the WorkSpace finds wrong with it, with nothing to save too. */
export type WorkspaceLack = 'missing' | 'not-a-folder' | 'not-writable' | 'full' | 'no-answer';

/** Saves that failed and are tried again, by the reason of their last failure. */
export type HeldUp = readonly { readonly reason: Reason; readonly fragments: number }[];

const ofWorkspace: Readonly<Record<WorkspaceLack, string>> = {
  missing: 'the WorkSpace is not there, nor the folder above it; bring its drive back, or choose another WorkSpace',
  'not-a-folder': 'a file is in the place of the WorkSpace; move it away, or choose another WorkSpace',
  'not-writable': 'the WorkSpace may not be written to; give this user the right to, or choose another WorkSpace',
  full: 'the disk of the WorkSpace is full; make room there',
  'no-answer': "the WorkSpace's drive does not answer; bring it back, or choose another WorkSpace",
};

/** In the order in which they are told where several saves failed for several reasons. The other reasons end a save, and hold none up. */
const ofSaves: readonly (readonly [reason: Reason, sentence: string])[] = [
  ['disk_full', ofWorkspace.full],
  ['no_permission', ofWorkspace['not-writable']],
  ['missing_directory', 'the WorkSpace was not there; bring its drive back, or choose another WorkSpace'],
  ['io_error', 'the disk of the WorkSpace reported an error; it needs a look if this stays'],
  ['outside_workspace', 'a folder in the WorkSpace leads out of it; make it a folder again'],
  ['busy', 'another program holds what is to be written; end it if this stays'],
];

/** Null where nothing is in the way of a save. What is wrong now comes before what was wrong at the last try. */
export function saveCondition(lack: WorkspaceLack | null, heldUp: HeldUp): string | null {
  const failed = ofSaves.find(([reason]) => heldUp.some((one) => one.reason === reason));
  const sentence = lack === null ? failed?.[1] : ofWorkspace[lack];
  if (sentence === undefined) return null;
  const waiting = heldUp.reduce((sum, { fragments }) => sum + fragments, 0);
  return waiting === 0 ? sentence : `${sentence} (${waiting} ${waiting === 1 ? 'save waits' : 'saves wait'})`;
}
