/** Why saves are held up, as `hub status` says it: a sentence with what to do. No copy waits for it, because the journal has them all. */
import type { FragmentReason } from '../../contract/journal.ts';
import { say, sayHeard } from '../language/say.ts';

/** Problems of the WorkSpace that a check finds, even with nothing to save. */
export type WorkspaceLack =
  | 'missing'
  | 'removed'
  | 'disconnected'
  /** It was used, is empty, and belongs to a drive that is not connected. */
  | 'empty'
  | 'not-a-folder'
  | 'not-writable'
  | 'read-only'
  | 'full'
  | 'no-answer'
  | 'slow';

/** Saves that failed and are tried again, by the reason of their last failure. */
export type HeldUp = readonly { readonly reason: FragmentReason; readonly fragments: number }[];

const ofWorkspace: Readonly<Record<WorkspaceLack, () => string>> = {
  missing: () => say('the WorkSpace and the folder above it are missing; reconnect its drive, create them, or choose another WorkSpace'),
  removed: () => say('the folder of the WorkSpace was moved or deleted; Hub creates it again when it next saves a file'),
  disconnected: () => say('the drive of the WorkSpace is not connected; reconnect it, or choose another WorkSpace'),
  empty: () =>
    say(
      'the WorkSpace is empty, and its drive is not connected; reconnect it, put a file into the folder to use it without the drive, or choose another WorkSpace',
    ),
  'not-a-folder': () =>
    say('the WorkSpace is not a folder, something else is in its place or above it; choose another WorkSpace, or move that away'),
  'not-writable': () => say('you do not have permission to write to the WorkSpace; grant it, or choose another WorkSpace'),
  'read-only': () => say('the WorkSpace is on a read-only disk; make the disk writable, or choose another WorkSpace'),
  full: () => say('the disk of the WorkSpace is full; free some space on it'),
  slow: () =>
    say('the disk of the WorkSpace takes more than 5 seconds for a file; check it and its connection, or choose another WorkSpace'),
  'no-answer': () => say('the drive of the WorkSpace is not responding; reconnect it, or choose another WorkSpace'),
};

/**
 * For a WorkSpace that was checked since and has no problem itself: the problem is inside it. In the order of reporting, if several saves failed for
 * several reasons. The other reasons end a save, and hold none up.
 */
const ofSaves: readonly (readonly [reason: FragmentReason, sentence: () => string])[] = [
  ['disk_full', ofWorkspace.full],
  ['no_permission', () => say('a folder in the WorkSpace cannot be created or written to; give yourself permission to write there')],
  ['missing_directory', () => say('a folder in the WorkSpace is missing, or a file is in its place; move that file away')],
  ['io_error', () => say('the disk of the WorkSpace reported an error; check the disk if this does not go away')],
  ['outside_workspace', () => say('a folder in the WorkSpace is a link to a folder outside it; replace the link with a folder')],
  ['busy', () => say('another program is using the file or folder to be written; close that program if this does not go away')],
];

/** Of a WorkSpace that is not the active one, which nobody checks: choosing another WorkSpace would change nothing for its saves. */
const ofOther: Readonly<Partial<Record<FragmentReason, (folder: string) => string>>> = {
  disk_full: (folder) => say('the disk of {folder}, for which copies wait, is full; free some space on it', { folder }),
  no_permission: (folder) =>
    say(
      '{folder}, for which copies wait, cannot be written to; give yourself permission, or: hub workspace remove ID (ids: hub workspace list)',
      { folder },
    ),
};
const unreachable = (folder: string) =>
  say('{folder}, for which copies wait, cannot be reached; reconnect its drive, or: hub workspace remove ID (ids: hub workspace list)', {
    folder,
  });
/** A condition has 200 characters at most. */
const longestFolder = 40;

/**
 * Null if nothing prevents saves. The current problem comes before that of the last try. `elsewhere`: the folder of a WorkSpace that is not the active one,
 * and the only one that saves wait for.
 */
export function saveCondition(lack: WorkspaceLack | null, heldUp: HeldUp, elsewhere: string | null = null): string | null {
  const ofActive = elsewhere === null || lack !== null;
  if (!ofActive && heldUp.length > 0) {
    const reason = ofSaves.find(([known]) => heldUp.some((one) => one.reason === known))?.[0];
    if (reason === undefined) return null;
    const folder = elsewhere.length > longestFolder ? `…${elsewhere.slice(1 - longestFolder)}` : elsewhere;
    return withWaiting((ofOther[reason] ?? unreachable)(folder), count(heldUp));
  }
  const [reason, failure] = ofSaves.find(([known]) => heldUp.some((one) => one.reason === known)) ?? [];
  // A save that a slow disk does not finish in time is `busy`: the cause is reported, and not the consequence.
  const isOfSaves = lack === null || (lack === 'slow' && reason !== undefined && reason !== 'busy');
  const problem = (isOfSaves ? failure : ofWorkspace[lack])?.();
  if (problem === undefined) return null;
  return withWaiting(problem, count(heldUp));
}

function count(heldUp: HeldUp): number {
  return heldUp.reduce((sum, { fragments }) => sum + fragments, 0);
}

function withWaiting(problem: string, waiting: number): string {
  if (waiting === 0) return problem;
  return say('{problem} ({waiting, plural, one {# save is} other {# saves are}} waiting)', { problem, waiting });
}

/** Whether this is a problem of the active WorkSpace itself, as the save worker has told it: whoever looks at the WorkSpace finds it, too. */
export function isOfWorkspace(told: string): boolean {
  return /^(?:the WorkSpace |the (?:folder|drive) of the WorkSpace |the disk of the WorkSpace (?:is full|takes )|you do not have permission to write to the WorkSpace)/.test(
    told,
  );
}

/** Whether saves into a folder within the WorkSpace wait for a permission. */
export function isClosedWithin(told: string): boolean {
  return told.startsWith('a folder in the WorkSpace cannot be created or written to');
}

/** The condition as the save worker has told it, in the language that is spoken here. */
export function heardCondition(told: string): string {
  const waiting = Number(/ \((\d{1,9}) saves? (?:is|are) waiting\)$/.exec(told)?.[1] ?? 0);
  return withWaiting(sayHeard(waiting === 0 ? told : told.slice(0, told.lastIndexOf(' ('))), waiting);
}
