/** Whether the history is whole: its database, and the files of large contents. Other processes look, read-only, so that a running Hub is not disturbed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { quotedPath } from '../../domain/conditions/quoted-path.ts';
import { say } from '../../domain/language/say.ts';
import type { CarriedOver } from '../../journal/damage/carrying-over.ts';
import { isSqliteError, markDamaged } from '../../journal/damage/damage.ts';
import { asideEnding, carriedOver, filesPutAside, isBegunAnew, journalsPutAside, type PutAside } from '../../journal/damage/put-aside.ts';
import { openJournalReader } from '../../journal/journal.ts';
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

/** SQLite looks through some hundred megabytes in this time. */
const looksWithinMs = 8_000;
const spareMs = 500;

/** Damage that no statement has met yet is not known to Hub: it is marked here. */
async function lookAtJournal({ places, status, env }: CheckFacts): Promise<readonly OwnFinding[]> {
  const isHidden = seeHome(places.home, path.dirname(places.journal));
  if (isHidden !== null) return [isHidden];
  if (!existsSync(places.journal)) return [note('none', say('there is none yet'), 'hub start')];
  const found = await isJournalDamaged(places.journal, looksWithinMs);
  if (found === 'unreadable') return [judgeUnreadable(places.journal, await readFolderFacts(path.dirname(places.journal), env))];
  if (found === 'no-answer')
    return [note('not-finished', say('is too large to be checked within {seconds} s', { seconds: looksWithinMs / 1_000 }))];
  if (found === 'whole') return [fine(say('is intact')), ...(await whatIsAside(places))];
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

const mostNamed = 3;

/** They have what was copied, and stay until their user deletes them. */
async function whatIsAside({ journal: file, blobs }: CheckFacts['places']): Promise<readonly CheckFinding[]> {
  const names = await filesPutAside({ file, blobs });
  if (names.length === 0) return [];
  const unread = await notCarriedOver({ file, blobs });
  const others = unread === null ? names : names.filter((name) => !name.endsWith(unread.ending) && !name.includes(`${unread.ending}-`));
  return [...(unread === null ? [] : [unread.finding]), ...(others.length === 0 ? [] : [stillThere(others, file)])];
}

/** `names`: of files that their user may delete, beside the journal. */
function stillThere(names: readonly string[], file: string): CheckFinding {
  const [shown, folder] = [names.slice(0, mostNamed).join(', '), path.dirname(file)];
  const says =
    names.length > mostNamed
      ? say('damaged ones that were put aside are still there: {files} and {count} more', { files: shown, count: names.length - mostNamed })
      : say('damaged ones that were put aside are still there: {files}', { files: shown });
  const command = process.platform === 'win32' ? '' : `rm -r ${names.map((name) => quotedPath(path.join(folder, name))).join(' ')}`;
  const mend =
    command === '' || command.length > longestCommand
      ? say('if you miss nothing in the history, delete all that has .bad- in its name in {folder}', { folder })
      : say('if you miss nothing in the history, delete them: {command}', { command });
  return note('put-aside', says, mend);
}

/** That the newest damaged journal has what the history may miss, and how its files end; null if nobody knows of that, as of copies that nothing could read. */
async function notCarriedOver(place: {
  readonly file: string;
  readonly blobs: string;
}): Promise<{ readonly finding: CheckFinding; readonly ending: string } | null> {
  const aside = await journalsPutAside(place.file);
  const [newest] = aside;
  const carried = carriedFrom(place, aside);
  if (newest === undefined || carried === null) return null;
  const kept = path.join(path.dirname(place.file), newest.file);
  const ending = asideEnding(newest.atMs);
  if (isBegunAnew(carried)) return { finding: lostCopies(kept), ending };
  return carried.incomplete === 0 ? null : { finding: incompleteCopies(carried.incomplete, kept), ending };
}

function lostCopies(kept: string): CheckFinding {
  const says = say(
    'no copy could be carried over from a damaged journal, so the history began anew; copies on a legal hold were lost as well. The damaged file is kept: {file}',
    { file: kept },
  );
  const mend = say(
    'restore data/hub.db from a backup while Hub is stopped, or look for texts in the damaged file: {command}; this message stays until the file is deleted or moved away',
    { command: `strings -n 8 ${quotedPath(kept)}` },
  );
  return failure('copies-lost', says, mend);
}

/** Of them nobody knows which, because what would tell is lost. */
function incompleteCopies(count: number, kept: string): CheckFinding {
  const says = say(
    'about {count, plural, one {# copy} other {# copies}} may lack formats, such as HTML or a picture, since a damaged journal was put aside. The damaged file is kept: {file}',
    { count, file: kept },
  );
  const mend = say('keep the damaged file if you miss one, because other tools may read more of it; otherwise delete it');
  return note('copies-incomplete', says, mend);
}

/** Null as well if the journal can't be read now. */
function carriedFrom(place: { readonly file: string; readonly blobs: string }, aside: readonly PutAside[]): CarriedOver | null {
  try {
    using journal = openJournalReader(place, () => {});
    return carriedOver(journal, aside);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return null;
  }
}

/** As much as is read before it is run. */
const longestCommand = 400;

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
  { id: 'journal', title: () => say('Journal'), withinMs: looksWithinMs + spareMs, run: lookAtJournal },
  { id: 'large-contents', title: () => say('Large copies'), withinMs: looksWithinMs + spareMs, run: lookAtBlobs },
];
