/** The journal as a command has it: read and written where it lies, so that the history is the user's whether Hub runs, hangs or is gone. */
import { existsSync } from 'node:fs';
import { isDamage, isOfSqlite } from '../journal/damage.ts';
import { type Journal, NewerJournal, openJournal } from '../journal/journal.ts';
import { isTakingNothing } from '../journal/write-failure.ts';
import { type ExitStatus, failedBecause, type Surface } from './surface.ts';

const takesNothing = 'Hub cannot write to its journal: another program has locked it, or the disk is full; try again';

/** Does the work with the journal of this home, or says why there is none to be had; `instead` is what is said of one that takes nothing now. */
export function withJournal(surface: Surface, work: (journal: Journal) => ExitStatus, instead: string = takesNothing): ExitStatus {
  const { journal: file, blobs, home } = surface.places;
  if (!existsSync(file)) return failedBecause(surface, `there is no journal in ${home} yet; start Hub with: hub start`, 'no_journal');
  try {
    using journal = openJournal({ file, blobs });
    return work(journal);
  } catch (error) {
    const why = isTakingNothing(error) ? instead : whyUnusable(error);
    if (why === null) throw error;
    return failedBecause(surface, why, 'unavailable');
  }
}

/** What is said of a journal that is damaged, and what mends it. */
const damagedJournal =
  'the journal is damaged; Hub puts it aside and begins a new one: in a moment where it runs, else when it starts next (hub start)';

/** Why a journal is of no use to any command; null for an error that is not the journal's. */
export function whyUnusable(error: unknown): string | null {
  if (error instanceof NewerJournal) return error.message;
  if (isDamage(error)) return damagedJournal;
  return isOfSqlite(error) ? 'the journal cannot be read; start Hub again: hub stop, then hub start' : null;
}
