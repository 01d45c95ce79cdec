/** Why saves are held up, as `hub status` says it: a sentence with what to do. No copy waits for it, because the journal has them all. */
import type { FragmentReason } from '../../contract/journal.ts';

/** Problems of the WorkSpace that a check finds, even with nothing to save. */
export type WorkspaceLack =
  | 'missing'
  | 'removed'
  | 'disconnected'
  | 'not-a-folder'
  | 'not-writable'
  | 'read-only'
  | 'full'
  | 'no-answer'
  | 'slow';

/** Saves that failed and are tried again, by the reason of their last failure. */
export type HeldUp = readonly { readonly reason: FragmentReason; readonly fragments: number }[];

const ofWorkspace: Readonly<Record<WorkspaceLack, string>> = {
  missing: 'the WorkSpace and the folder above it are missing; reconnect its drive, or choose another WorkSpace',
  removed: 'the folder of the WorkSpace was moved or deleted; Hub creates it again when it next saves a file',
  disconnected: 'the drive of the WorkSpace is not connected; reconnect it, or choose another WorkSpace',
  'not-a-folder': 'the WorkSpace is not a folder, a file is in its place; move that file away, or choose another WorkSpace',
  'not-writable': 'you do not have permission to write to the WorkSpace; grant it, or choose another WorkSpace',
  'read-only': 'the WorkSpace is on a read-only disk; make the disk writable, or choose another WorkSpace',
  full: 'the disk of the WorkSpace is full; free some space on it',
  slow: 'the disk of the WorkSpace takes more than 5 seconds for a file; check it and its connection, or choose another WorkSpace',
  'no-answer': 'the drive of the WorkSpace is not responding; reconnect it, or choose another WorkSpace',
};

/**
 * For a WorkSpace that was checked since and has no problem itself: the problem is inside it. In the order of reporting, if several saves failed for
 * several reasons. The other reasons end a save, and hold none up.
 */
const ofSaves: readonly (readonly [reason: FragmentReason, sentence: string])[] = [
  ['disk_full', ofWorkspace.full],
  ['no_permission', 'a folder in the WorkSpace cannot be created or written to; give yourself permission to write there'],
  ['missing_directory', 'a folder in the WorkSpace is missing, or a file is in its place; move that file away'],
  ['io_error', 'the disk of the WorkSpace reported an error; check the disk if this does not go away'],
  ['outside_workspace', 'a folder in the WorkSpace is a link to a folder outside it; replace the link with a folder'],
  ['busy', 'another program is using the file or folder to be written; close that program if this does not go away'],
];

/** Null if nothing prevents saves. The current problem comes before that of the last try. */
export function saveCondition(lack: WorkspaceLack | null, heldUp: HeldUp): string | null {
  const [reason, failure] = ofSaves.find(([known]) => heldUp.some((one) => one.reason === known)) ?? [];
  // A save that a slow disk does not finish in time is `busy`: the cause is reported, and not the consequence.
  const isOfSaves = lack === null || (lack === 'slow' && reason !== undefined && reason !== 'busy');
  const sentence = isOfSaves ? failure : ofWorkspace[lack];
  if (sentence === undefined) return null;
  const waiting = heldUp.reduce((sum, { fragments }) => sum + fragments, 0);
  return waiting === 0 ? sentence : `${sentence} (${waiting} ${waiting === 1 ? 'save is waiting' : 'saves are waiting'})`;
}
