/** Whether the history is whole: its database, and the files of large contents. Other processes look, read-only, so that a running Hub is not disturbed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { say } from '../../domain/language/say.ts';
import { markDamaged } from '../../journal/damage/damage.ts';
import { isJournalDamaged, readBlobFigures } from '../journal/figures.ts';
import { type FolderFacts, readFolderFacts } from '../machine/folder-facts.ts';
import {
  type Check,
  type CheckFacts,
  type CheckFinding,
  failure,
  fine,
  note,
  type OwnFinding,
  seeHome,
  seeHomeNote,
  toldBy,
} from './check.ts';
import { whatIsAside, whatOfSchema } from './put-aside.ts';

/** SQLite looks through some hundred megabytes in this time. */
const looksWithinMs = 8_000;
/** For what is beside the journal. A bundle of support waits ten seconds in all. */
const spareMs = 1_500;

/** Damage that no statement has met yet is not known to Hub: it is marked here. */
export async function lookAtJournal({ places, status, env }: CheckFacts, withinMs = looksWithinMs): Promise<readonly OwnFinding[]> {
  const isHidden = seeHome(places.home, path.dirname(places.journal));
  if (isHidden !== null) return [isHidden];
  if (!existsSync(places.journal)) return [note('none', say('there is none yet'), 'hub start')];
  const found = await isJournalDamaged(places.journal, withinMs);
  if (found === 'unreadable') return [judgeUnreadable(places.journal, await readFolderFacts(path.dirname(places.journal), env))];
  if (found !== 'damaged') {
    const late = note('not-finished', say('is too large to be checked within {seconds} s', { seconds: withinMs / 1_000 }));
    const ofSchema = whatOfSchema(places.journal);
    const own = found === 'no-answer' ? [late, ...ofSchema] : ofSchema.length === 0 ? [fine(say('is intact'))] : ofSchema;
    return [...own, ...(await whatIsAside(places))];
  }
  markDamaged(places.journal);
  const mend = status.ok
    ? say('Hub is setting the damaged one aside and carrying over what can be read; check again in a moment: hub doctor journal')
    : say('start Hub, which sets the damaged one aside and carries over what can be read: hub start');
  return [failure('damaged', say('is damaged'), mend)];
}

/** SQLite makes a file of 32 KiB (`-shm`) beside a journal in WAL mode before it reads it. */
const neededBytes = 65_536;

/** Why it can't be opened: on a read-only or a full disk SQLite can't make what it needs to read it. `facts`: of its folder; null if they are not known. */
export function judgeUnreadable(journal: string, facts: Pick<FolderFacts, 'writability' | 'freeBytes'> | null): OwnFinding {
  if (facts !== null && facts.writability !== 'folder') return seeHomeNote();
  if (facts?.freeBytes != null && facts.freeBytes < neededBytes)
    return toldBy(['room'], 'see-room', say('unknown: see Room for the history'), 'hub doctor room');
  return failure('unreadable', say('cannot be opened'), say('check its permissions: ls -l {file}', { file: journal }));
}

async function lookAtBlobs({ places }: CheckFacts): Promise<readonly CheckFinding[]> {
  if (!existsSync(places.journal)) return [];
  const found = await readBlobFigures(places, looksWithinMs);
  if (!found.ok) return found.reason === 'damaged' ? [] : [note(found.reason, say('could not be checked'))];
  const { checked, missing, isAll } = found.value;
  if (missing > 0)
    return [
      failure(
        'missing',
        say('{missing} of {checked} are missing', { missing, checked }),
        say('restore them from a backup of {folder}, or delete these copies', { folder: places.blobs }),
      ),
    ];
  if (checked === 0) return [fine(say('none yet'))];
  return [
    fine(
      isAll
        ? say('all {count} are there', { count: checked })
        : say('the newest {count} were checked, and none is missing', { count: checked }),
    ),
  ];
}

export const journalChecks: readonly Check[] = [
  { id: 'journal', title: () => say('Journal'), withinMs: looksWithinMs + spareMs, run: (facts) => lookAtJournal(facts) },
  { id: 'large-contents', title: () => say('Large copies'), withinMs: looksWithinMs + spareMs, run: lookAtBlobs },
];
