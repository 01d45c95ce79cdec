/** Whether the WorkSpace accepts files now, judged by the newest copy that should have become one. */
import type { FragmentReason } from '../../contract/journal.ts';
import type { PageView } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';

type Trouble = NonNullable<PageView['saveTrouble']>;

type Settled = Pick<Fragment, 'state' | 'reason'>;

/** Problems of the WorkSpace, and not of one file. All of them are tried again automatically. */
const troubles: Readonly<Partial<Record<FragmentReason, Trouble>>> = {
  disk_full: {
    text: 'The disk is full',
    mend: 'Copies are kept in the history for now, and are saved as files when there is space again.',
  },
  no_permission: {
    text: 'Hub is not allowed to write to the WorkSpace',
    mend: 'Copies are kept in the history for now, and are saved as files when you have permission to write to the WorkSpace and its folders. Or choose another WorkSpace.',
  },
  missing_directory: {
    text: 'Hub cannot find the WorkSpace, or a folder in it',
    mend: 'Copies are kept in the history for now, and are saved as files when the folder is back. A file in its place must be moved away. Or choose another WorkSpace.',
  },
  io_error: {
    text: 'The disk reported an error',
    mend: 'Copies are kept in the history for now, and Hub keeps trying to save them. If this does not go away, check the disk.',
  },
};

/** Null while files are saved, and if nothing is known. `newestFirst` is the history. */
export function saveTrouble(newestFirst: readonly Settled[]): Trouble | null {
  const reason = lastFailure(newestFirst);
  return reason !== null && Object.hasOwn(troubles, reason) ? (troubles[reason as FragmentReason] ?? null) : null;
}

/** The WorkSpace's folder was missing when a file was last to be written into it. */
export function isMissing(newestFirst: readonly Settled[]): boolean {
  return lastFailure(newestFirst) === 'missing_directory';
}

function lastFailure(newestFirst: readonly Settled[]): string | null {
  const last = newestFirst.find(({ state }) => state === 'saved' || state === 'failed');
  return last?.state === 'failed' ? last.reason : null;
}
