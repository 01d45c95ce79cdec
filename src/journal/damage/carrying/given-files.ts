/** What is beside a journal, and the disk does not give: how long it is waited for, and what becomes of it then. */
import { renameSync } from 'node:fs';
import path from 'node:path';
import { isPassing } from '../../../base/files/disk-error.ts';
import { allWaiting } from '../../../domain/retention/lost-copies.ts';
import type { Journal } from '../../journal.ts';
import { isDamage } from '../damage.ts';
import { whyLossClosed, writeLoss } from '../loss-file.ts';
import { schemaEnding, unreadSchemaEnding, whySchemaClosed } from '../schema/schema-copy.ts';
import { type Attempt, forgetAttempts, hasFailed } from './progress.ts';

/** Where the copies wait is not to be guessed. Once it is given up, it is written anew: then what the new journal knows tells how far it got. Throws the system's error. */
export function isLossThere(file: string, journal: Journal): boolean {
  return isGiven(whyLossClosed(file), { file, journal, attempt: 'read what was lost with', giveUp: () => writeLoss(file, allWaiting) });
}

/** Without the copy of the schema a damaged one would cost all copies. Once it is given up, it is kept under another name. Throws the system's error, or SQLite's. */
export function isSchemaThere(file: string, journal: Journal): boolean {
  const giveUp = (): void => renameSync(`${file}${schemaEnding}`, `${file}${unreadSchemaEnding}`);
  return isGiven(whySchemaClosed(file), { file, journal, attempt: 'read the schema of', giveUp });
}

/** The same at a start, of the journal that is in use: one that is given up is in the way of the next. Best effort, but throws if the journal is damaged. */
export function tryGiveUpSchema(file: string, journal: Journal): void {
  try {
    isSchemaThere(file, journal);
  } catch (error) {
    if (isDamage(error)) throw error;
  }
}

interface Giving {
  readonly file: string;
  readonly journal: Journal;
  readonly attempt: Attempt;
  readonly giveUp: () => void;
}

/** What is not given now may be at another time: it is given up after attempts in three different hours that failed one after the other. `why`: the name of the error. */
function isGiven(why: string | null, { file, journal, attempt, giveUp }: Giving): boolean {
  const name = path.basename(file);
  if (why === null) {
    forgetAttempts(journal, attempt, name);
    return true;
  }
  if (isPassing(why) || !hasFailed(journal, attempt, name)) return false;
  giveUp();
  return true;
}
