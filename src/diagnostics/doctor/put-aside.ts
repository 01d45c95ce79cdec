/** What was lost with damaged journals, and which of their files are still there. */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isPassing } from '../../base/files/disk-error.ts';
import { quotedPath } from '../../domain/conditions/folders/quoted-path.ts';
import { lossInWords } from '../../domain/conditions/loss-words.ts';
import { say } from '../../domain/language/say.ts';
import { type ClosedFile, closedJournalInWords, closedSchemaInWords } from '../../domain/retention/closed-journal-words.ts';
import { type HoldWithLoss, holdsWithLoss, isNothingLost, isWaiting, nothingLost } from '../../domain/retention/lost-copies.ts';
import { placesOf } from '../../journal/damage/carrying/waiting-journals.ts';
import { type Closed, whyClosed } from '../../journal/damage/closed-journal.ts';
import { isSqliteError } from '../../journal/damage/damage.ts';
import { lossEnding, whyLossClosed } from '../../journal/damage/loss-file.ts';
import { asideEnding, type PutAside } from '../../journal/damage/names-aside.ts';
import { carriedOver, filesPutAside, isBegunAnew, journalsPutAside, type KnownCarried, sinceThen } from '../../journal/damage/put-aside.ts';
import { schemaEnding, whySchemaClosed } from '../../journal/damage/schema/schema-copy.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { holdsInForce } from '../../journal/retention/holds-in-force.ts';
import { type CheckFacts, type CheckFinding, failure, note } from './check.ts';

const mostNamed = 3;
/** As much as is read before it is run. */
const longestCommand = 400;

/** They have what was copied, and stay until their user deletes them. No command deletes one that something was lost with, or of which nobody knows. */
export async function whatIsAside({ journal: file, blobs }: CheckFacts['places']): Promise<readonly CheckFinding[]> {
  const names = await filesPutAside({ file, blobs });
  if (names.length === 0) return [];
  const all = await journalsPutAside(file);
  const closed = new Map<string, Closed | null>();
  for (const at of placesOf({ file, blobs }, all)) closed.set(path.basename(at.file), (await whyClosed(at)) ?? whyUnread(at.file));
  const judged = judgedNow({ file, blobs }, all, (one) => closed.get(one.file) ?? null);
  const needed = judged.filter(({ findings }) => findings.length > 0).toSorted((one, other) => failures(other) - failures(one));
  const unknown = judged.filter(({ findings, isKnown }) => findings.length === 0 && !isKnown);
  const belongTo = (of: readonly Judged[]) => names.filter((name) => of.some(({ aside }) => belongsTo(name, aside)));
  const unsure = belongTo(unknown);
  const orphans = names.filter((name) => mayHaveCopies(name) && !belongTo(judged).includes(name));
  const left = names.filter((name) => !belongTo(judged).includes(name) && !orphans.includes(name));
  const known = judged.filter(({ findings, isKnown }) => findings.length === 0 && isKnown);
  const [spare, useless] = [known.filter((one) => mayHelp(one, judged)), known.filter((one) => !mayHelp(one, judged))];
  const old = belongTo(spare);
  return [
    ...needed.slice(0, mostNamed).flatMap(({ findings }) => findings),
    ...(needed.length > mostNamed ? [moreNeeded(needed.slice(mostNamed))] : []),
    ...(unsure.length === 0 ? [] : [note('put-aside', stillThere(unsure), keepThem(judged))]),
    ...(orphans.length === 0 ? [] : [note('put-aside', stillThere(orphans), keepOrphans())]),
    ...(old.length === 0 ? [] : [note('put-aside', stillThere(old), keepOlder())]),
    ...[...useless.map((one) => belongTo([one])), left]
      .filter((group) => group.length > 0)
      .map((group) => note('put-aside', allStillThere(group), deleteThem(group, file))),
  ];
}

/** What the disk does not give, although it may be opened. */
function whyUnread(file: string): Closed | null {
  const reads = [
    [lossEnding, whyLossClosed],
    [schemaEnding, whySchemaClosed],
  ] as const;
  for (const [ending, why] of reads) {
    const code = why(file);
    if (code !== null && !isPassing(code)) return { file: `${file}${ending}`, code };
  }
  return null;
}

/** Of a file whose journal is not there: a log, or the large contents, which may have been put aside apart from it. */
function mayHaveCopies(name: string): boolean {
  return !/Z-(header|loss|pages|schema|schema-unread|shm)$/.test(name);
}

/** A journal that was put aside. `isKnown`: whether it is known what was lost with it. */
interface Judged {
  readonly aside: PutAside;
  readonly isKnown: boolean;
  readonly findings: readonly CheckFinding[];
  readonly mayBeHeld: boolean;
}

/** Of none anything is known if the journal can't be read now. */
function judgedNow(
  place: { readonly file: string; readonly blobs: string },
  all: readonly PutAside[],
  closedOf: (one: PutAside) => Closed | null,
): readonly Judged[] {
  try {
    using journal = openJournalReader(place, () => {});
    const holds = holdsInForce(journal);
    return all.map((aside) => {
      const carried = carriedOver(journal, aside.file);
      const kept = path.join(path.dirname(place.file), aside.file);
      const withLoss = holds === null ? null : holdsWithLoss(carried?.loss ?? nothingLost, holds, sinceThen(journal, aside.atMs));
      const findings = missingWith(carried, closedOf(aside), kept, withLoss);
      return { aside, isKnown: carried?.loss != null, findings, mayBeHeld: holds?.length !== 0 };
    });
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return all.map((aside) => ({ aside, isKnown: false, findings: [], mayBeHeld: true }));
  }
}

/** Whether it may have what was lost with another one that was put aside after it: what came over from it was in that one. */
function mayHelp({ aside }: Judged, all: readonly Judged[]): boolean {
  return all.some((other) => other.aside.atMs > aside.atMs && (other.findings.length > 0 || !other.isKnown));
}

function failures({ findings }: Judged): number {
  return findings.filter(({ verdict }) => verdict === 'failure').length;
}

function belongsTo(name: string, { atMs }: PutAside): boolean {
  const ending = asideEnding(atMs);
  return name.endsWith(ending) || name.includes(`${ending}-`);
}

function stillThere(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed
    ? say('damaged ones that were put aside are still there: {files} and {count} more', { files: shown, count: names.length - mostNamed })
    : say('damaged ones that were put aside are still there: {files}', { files: shown });
}

function keepThem(judged: readonly Judged[]): string {
  return judged.some(({ mayBeHeld }) => mayBeHeld)
    ? say('keep them while a legal hold may cover a copy that only they have; what they have is not known')
    : say('keep them while you miss a copy in the history: what was lost with them is not known');
}

function keepOlder(): string {
  return say(
    'keep them while you miss a copy in the history: they may have what was lost with a damaged journal that was put aside after them',
  );
}

function keepOrphans(): string {
  return say('keep them while you miss a large copy in the history: the journal that they were put aside with is not beside them');
}

function allStillThere(names: readonly string[]): string {
  return say('damaged ones that were put aside are still there: {files}', { files: names.join(', ') });
}

/** One command for each journal: what is read before it is run is short. */
function deleteThem(names: readonly string[], file: string): string {
  const folder = path.dirname(file);
  const command =
    process.platform === 'win32'
      ? ''
      : `cd ${quotedPath(folder)} && rm -r ${names.map((name) => (/^[\w.-]+$/.test(name) ? name : quotedPath(name))).join(' ')}`;
  return command !== '' && command.length <= longestCommand
    ? say('if you miss nothing in the history, delete them: {command}', { command })
    : say('if you miss nothing in the history, delete those that are named here, in {folder}', { folder });
}

/** `others`: that are not told one by one. */
function moreNeeded(others: readonly Judged[]): CheckFinding {
  const says = say(
    'copies were lost, or formats of copies, with {count, plural, one {# more damaged journal} other {# more damaged journals}}',
    { count: others.length },
  );
  const mend = say('they are told here once those before them are deleted or moved away');
  return others.some((one) => failures(one) > 0) ? failure('copies-lost', says, mend) : note('copies-incomplete', says, mend);
}

/**
 * What the history may miss because of the damaged journal that is kept in this file; empty if it is not known to miss anything. `closed`: why it can't be opened; null if
 * it can. `holds`: those that what is lost may be on; null: they can't be read.
 */
function missingWith(
  carried: KnownCarried | null,
  closed: Closed | null,
  kept: string,
  holds: readonly HoldWithLoss[] | null,
): readonly CheckFinding[] {
  const notOpened = closed !== null && isAnythingLeft(carried) ? [waitsForRights(closed)] : [];
  if (carried === null) return notOpened;
  if (isBegunAnew(carried)) return [...notOpened, allLost(kept)];
  const { loss, incomplete, restWaits, isCut = false } = carried;
  const isLost = loss !== null && !isNothingLost(loss);
  const waits = loss !== null && isWaiting(loss);
  const goesOn = notOpened.length === 0;
  return [
    ...notOpened,
    ...(isLost ? [failure('copies-lost', lossInWords(loss, holds, kept), lossMend(kept))] : []),
    ...(goesOn && waits ? [stillWaiting(olderCopiesWait(kept))] : []),
    ...(goesOn && loss !== null && !waits && restWaits ? [stillWaiting(restOfCopiesWaits(kept))] : []),
    ...(incomplete === 0 ? [] : [incompleteCopies(incomplete, kept, loss !== null && !isLost && !waits && !restWaits)]),
    ...(isCut ? [othersLeftBehind(kept)] : []),
  ];
}

/** Whether copies wait in it, or what belongs to them, or nobody knows. */
function isAnythingLeft(carried: KnownCarried | null): boolean {
  return carried === null || carried.loss === null || isWaiting(carried.loss) || carried.restWaits === true;
}

/** Nothing is lost with it: Hub goes on by itself once it can be opened. */
function waitsForRights(closed: Closed): CheckFinding {
  const { says, mend } = closedJournalInWords({ ...closedFile(closed), isLoss: closed.file.endsWith(lossEnding) });
  return failure('copies-closed', says, mend);
}

/** Of the copy of the schema of the journal that is in use, which the next one that is damaged would need. */
export function whatOfSchema(file: string): readonly CheckFinding[] {
  const code = whySchemaClosed(file);
  if (code === null || isPassing(code)) return [];
  const { says, mend } = closedSchemaInWords(closedFile({ file: `${file}${schemaEnding}`, code }));
  return [note('schema-closed', says, mend)];
}

function closedFile(closed: Closed): ClosedFile {
  const isSchema = closed.file.endsWith(schemaEnding);
  return { ...closed, isOthers: isOfAnother(closed.file), isSchema, isWindows: process.platform === 'win32' };
}

function isOfAnother(file: string): boolean {
  try {
    return process.getuid !== undefined && lstatSync(file).uid !== process.getuid();
  } catch {
    return false;
  }
}

function olderCopiesWait(kept: string): string {
  return say('older copies are still to be carried over from a damaged journal. The damaged file is kept: {file}', { file: kept });
}

function restOfCopiesWaits(kept: string): string {
  return say(
    'what belongs to the copies of a damaged journal is still to be carried over: which of them were saved, messages of browser extensions, and the WorkSpaces. The damaged file is kept: {file}',
    { file: kept },
  );
}

function stillWaiting(says: string): CheckFinding {
  return note(
    'copies-waiting',
    says,
    say(
      'keep it: Hub goes on while it runs, the disk has room and the journal is below journal.max_megabytes; check again in some minutes: hub doctor journal',
    ),
  );
}

function allLost(kept: string): CheckFinding {
  const says = say(
    'no copy could be carried over from a damaged journal, so the history began anew; any copies on a legal hold were lost as well. The damaged file is kept: {file}',
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

/** Of them nobody knows which, because what would tell is lost. `isAll`: it is known that no copy was lost. */
function incompleteCopies(count: number, kept: string, isAll: boolean): CheckFinding {
  const says = say(
    'about {count, plural, one {# copy} other {# copies}} may lack formats, such as HTML or a picture, or notes, tags or pins, since a damaged journal was put aside. The damaged file is kept: {file}',
    { count, file: kept },
  );
  const mend = isAll
    ? say('keep the damaged file if you miss one, because other tools may read more of it; otherwise delete it')
    : say('keep the damaged file, because other tools may read more of it');
  return note('copies-incomplete', says, mend);
}

/** Their number is not known: counting them would take as long as carrying them over. */
function othersLeftBehind(kept: string): CheckFinding {
  return note(
    'deletions-cut',
    say(
      'not all that a damaged journal knew of deletions and of missed copies came over, because it could not be read, or there was no time: a copy that was deleted while it waited in an older damaged journal may come back, and counts may be too low. The damaged file is kept: {file}',
      { file: kept },
    ),
    say(
      'look whether the history has a copy that was deleted, and delete it again; this message stays until the file is deleted or moved away',
    ),
  );
}
