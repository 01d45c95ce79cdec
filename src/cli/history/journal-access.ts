/** Access to the journal for commands: they read and write it directly, so that the history is available whether Hub runs, hangs or is down. */
import { existsSync } from 'node:fs';
import { databaseReason } from '../../base/files/disk-error.ts';
import { diskWithMend } from '../../domain/conditions/folders/disk-words.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { isDamage, isSqliteError } from '../../journal/damage/damage.ts';
import { type Journal, NewerJournal, openJournal } from '../../journal/journal.ts';
import { isJournalUnavailable } from '../../journal/writing/write-failure.ts';
import { type ExitStatus, failedBecause, type Surface } from '../surface.ts';

/** Why the journal can't be read or written at the moment. */
export function journalUnavailable(error: unknown, file: string): string {
  return say('Hub cannot write to its journal: {why}', { why: diskWithMend(databaseReason(error, file) ?? 'io-error') });
}

/** Does the work with the journal of this home, or reports why that is not possible; `instead` is the message for one that accepts nothing now. */
export function withJournal(surface: Surface, work: (journal: Journal) => ExitStatus, instead?: string): ExitStatus {
  const { journal: file, blobs, home } = surface.places;
  if (!existsSync(file))
    return failedBecause(surface, say('there is no journal in {home} yet; start Hub with: hub start', { home }), 'no_journal');
  try {
    using journal = openJournal({ file, blobs });
    return work(journal);
  } catch (error) {
    const why = isJournalUnavailable(error) ? (instead ?? journalUnavailable(error, file)) : whyUnusable(error);
    if (why === null) throw error;
    return failedBecause(surface, why, 'unavailable');
  }
}

/** The same for work that takes longer. */
export async function withJournalAsync(surface: Surface, work: (journal: Journal) => Promise<ExitStatus>): Promise<ExitStatus> {
  const { journal: file, blobs, home } = surface.places;
  if (!existsSync(file))
    return failedBecause(surface, say('there is no journal in {home} yet; start Hub with: hub start', { home }), 'no_journal');
  try {
    using journal = openJournal({ file, blobs });
    return await work(journal);
  } catch (error) {
    const why = isJournalUnavailable(error) ? journalUnavailable(error, file) : whyUnusable(error);
    if (why === null) throw error;
    return failedBecause(surface, why, 'unavailable');
  }
}

/** The message about a damaged journal, and what to do. */
const damagedJournal = () =>
  say(
    'the journal is damaged; Hub puts it aside and starts a new one: in a moment if it is running, otherwise at the next start (hub start)',
  );

/** Why no command can use the journal; null for an error that is not the journal's. */
export function whyUnusable(error: unknown): string | null {
  if (error instanceof NewerJournal) return sayHeard(error.message);
  if (isDamage(error)) return damagedJournal();
  return isSqliteError(error) ? say('the journal cannot be read; start Hub again: hub stop, then hub start') : null;
}
