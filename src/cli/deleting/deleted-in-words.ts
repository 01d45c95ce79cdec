/** What a person is told after many copies were deleted: of those in the history, and of those that wait in a damaged journal. */
import type { FileDeletion } from '../../contract/fragment-words.ts';
import { say } from '../../domain/language/say.ts';
import { stayOnHold } from '../../domain/retention/hold-words.ts';
import { filesDeletedInWords } from '../../domain/saving/file-words.ts';
import type { OnHold } from '../../journal/retention/holds-in-force.ts';
import type { FileOfCopy } from '../history/files-of-copies.ts';

export interface WhatWasDeleted {
  readonly deleted: number;
  readonly pinned: number;
  readonly onHold: readonly OnHold[];
  readonly canUndo: boolean;
  /** Null if the files were to stay. */
  readonly files: readonly FileOfCopy<FileDeletion>[] | null;
  /** Copies that wait are deleted, too. */
  readonly waits: boolean;
}

/** In one or two paragraphs. */
export function deletedInWords(what: WhatWasDeleted): readonly string[] {
  if (!what.waits) return [ofHistory(what)];
  const isAny = what.deleted + what.pinned + what.onHold.length > 0;
  return isAny ? [ofHistory(what), ofWaiting(what)] : [ofWaiting(what)];
}

function ofHistory({ deleted, pinned, onHold, canUndo, files, waits }: WhatWasDeleted): string {
  const held = onHold.length === 0 ? '' : stayOnHold(onHold.map(({ hold }) => hold));
  const stay =
    pinned === 0
      ? ''
      : say('{pinned, plural, one {# pinned copy stays} other {# pinned copies stay}}; to delete pinned copies too: --pinned', { pinned });
  const stays = [stay, held].filter((part) => part !== '').map((part) => say('{stay}.', { stay: part }));
  if (deleted === 0 && waits) return stays.join(' ');
  if (deleted === 0 && held !== '') return say('Nothing was deleted: {stay}', { stay: held });
  if (deleted === 0) return stay === '' ? say('No copy matches, so nothing was deleted.') : say('Nothing was deleted: {stay}', { stay });
  const done =
    files === null
      ? say('Deleted {deleted, plural, one {# copy} other {# copies}} from the history. Saved files stay.', { deleted })
      : `${say('Deleted {deleted, plural, one {# copy} other {# copies}} from the history.', { deleted })} ${filesDeletedInWords(files)}`;
  // Of both it is said at the end; otherwise beside what was deleted, and not behind what stays: only the former can be brought back.
  const undo = canUndo && !waits ? say('To bring them back within a minute: hub undelete') : '';
  const undoSaid = undo !== '' && stays.length > 0 ? say('{stay}.', { stay: undo }) : undo;
  return [done, undoSaid, ...stays].filter((part) => part !== '').join(' ');
}

/** They have no numbers of files yet: nothing is done to these. */
function ofWaiting({ deleted, canUndo, files }: WhatWasDeleted): string {
  return [
    say('Of the copies that are still to be carried over from a damaged journal, those that this is about will not come over.'),
    files === null ? '' : say('Their saved files stay: only those of copies in the history are moved to the trash.'),
    files === null && deleted === 0 ? say('Saved files stay.') : '',
    canUndo ? say('To bring them back within a minute: hub undelete') : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
