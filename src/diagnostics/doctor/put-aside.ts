/** What was lost with damaged journals, and which of their files are still there. */
import path from 'node:path';
import { lossInWords } from '../../domain/conditions/loss-words.ts';
import { quotedPath } from '../../domain/conditions/quoted-path.ts';
import { say } from '../../domain/language/say.ts';
import type { Hold } from '../../domain/retention/holds.ts';
import { holdsWithLoss, isNothingLost } from '../../domain/retention/lost-copies.ts';
import { isSqliteError } from '../../journal/damage/damage.ts';
import {
  asideEnding,
  carriedOver,
  filesPutAside,
  isBegunAnew,
  journalsPutAside,
  type KnownCarried,
  type PutAside,
} from '../../journal/damage/put-aside.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { holdsInForce } from '../../journal/retention/holds-in-force.ts';
import { type CheckFacts, type CheckFinding, failure, note } from './check.ts';

const mostNamed = 3;
/** As much as is read before it is run. */
const longestCommand = 400;

/** They have what was copied, and stay until their user deletes them. */
export async function whatIsAside({ journal: file, blobs }: CheckFacts['places']): Promise<readonly CheckFinding[]> {
  const names = await filesPutAside({ file, blobs });
  if (names.length === 0) return [];
  const aside = await journalsPutAside(file);
  const { holds, carried } = knownOf({ file, blobs }, aside);
  const judged = aside.map((one) => ({
    ending: asideEnding(one.atMs),
    findings: missingWith(carried.get(one) ?? null, path.join(path.dirname(file), one.file), holds),
  }));
  const needed = judged.filter(({ findings }) => findings.length > 0);
  const others = names.filter((name) => !needed.some(({ ending }) => name.endsWith(ending) || name.includes(`${ending}-`)));
  const mayBeHeld = holds?.length !== 0 && aside.some((one) => carried.get(one)?.loss == null);
  return [
    ...needed.slice(0, mostNamed).flatMap(({ findings }) => findings),
    ...(others.length === 0 ? [] : [stillThere(others, file, mayBeHeld)]),
  ];
}

/** `names`: of files beside the journal that nothing is known to be missing with. `mayBeHeld`: nobody knows what was lost with one of them, and there are legal holds. */
function stillThere(names: readonly string[], file: string, mayBeHeld: boolean): CheckFinding {
  const [shown, folder] = [names.slice(0, mostNamed).join(', '), path.dirname(file)];
  const says =
    names.length > mostNamed
      ? say('damaged ones that were put aside are still there: {files} and {count} more', { files: shown, count: names.length - mostNamed })
      : say('damaged ones that were put aside are still there: {files}', { files: shown });
  if (mayBeHeld)
    return note('put-aside', says, say('keep them while a legal hold may cover a copy that only they have; what they have is not known'));
  const command = process.platform === 'win32' ? '' : `rm -r ${names.map((name) => quotedPath(path.join(folder, name))).join(' ')}`;
  const mend =
    command === '' || command.length > longestCommand
      ? say('if you miss nothing in the history, delete all that has .bad- in its name in {folder}', { folder })
      : say('if you miss nothing in the history, delete them: {command}', { command });
  return note('put-aside', says, mend);
}

/** What the history may miss because of the damaged journal that is kept in this file; empty if it is not known to miss anything. */
function missingWith(carried: KnownCarried | null, kept: string, holds: readonly Hold[] | null): readonly CheckFinding[] {
  if (carried === null) return [];
  if (isBegunAnew(carried)) return [allLost(kept)];
  const { loss, incomplete } = carried;
  return [
    ...(loss === null || isNothingLost(loss)
      ? []
      : [failure('copies-lost', lossInWords(loss, holds === null ? null : holdsWithLoss(loss, holds), kept), lossMend(kept))]),
    ...(incomplete === 0 ? [] : [incompleteCopies(incomplete, kept)]),
  ];
}

function allLost(kept: string): CheckFinding {
  const says = say(
    'no copy could be carried over from a damaged journal, so the history began anew; copies on a legal hold were lost as well. The damaged file is kept: {file}',
    { file: kept },
  );
  const mend = say(
    'restore data/hub.db from a backup while Hub is stopped, or look for texts in the damaged file: {command}; this message stays until the file is deleted or moved away',
    { command: stringsOf(kept) },
  );
  return failure('copies-lost', says, mend);
}

function lossMend(kept: string): string {
  return say(
    'look for them in a backup of data/hub.db, or for texts in the damaged file: {command}; this message stays until the file is deleted or moved away',
    { command: stringsOf(kept) },
  );
}

function stringsOf(kept: string): string {
  return `strings -n 8 ${quotedPath(kept)}`;
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

interface Known {
  readonly holds: readonly Hold[] | null;
  readonly carried: ReadonlyMap<PutAside, KnownCarried | null>;
}

/** Nothing if the journal can't be read now. */
function knownOf(place: { readonly file: string; readonly blobs: string }, aside: readonly PutAside[]): Known {
  try {
    using journal = openJournalReader(place, () => {});
    return { holds: holdsInForce(journal), carried: new Map(aside.map((one) => [one, carriedOver(journal, one.file)])) };
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return { holds: null, carried: new Map() };
  }
}
