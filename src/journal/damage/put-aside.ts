/** The damaged journals that were put aside, next to the current one. */
import { readdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { localTimestamp } from '../../base/timestamp.ts';
import { told } from '../../domain/language/say.ts';
import type { HeldContents, Hold } from '../../domain/retention/holds.ts';
import {
  allUnsure,
  countOf,
  isNothingLost,
  isWaiting,
  joinedLoss,
  type Loss,
  mayBeOnHold,
  nothingLost,
  type Since,
} from '../../domain/retention/lost-copies.ts';
import { contentDigestOf } from '../fragments/fragments.ts';
import type { JournalPlace, JournalReader } from '../journal.ts';
import { keyedDigestIn, retentionFolder } from '../retention/digest-key.ts';
import { wholeNumber } from '../row-values.ts';
import type { CarriedOver } from './carrying/carry-over.ts';
import { isCut, readProgress } from './carrying/progress.ts';
import { isRestThere } from './carrying/rest.ts';
import { foundHeaderEnding } from './file-header.ts';
import { begunMove, lossEnding, lossNow, readLoss } from './loss-file.ts';
import { journalsAmong, type PutAside } from './names-aside.ts';
import { foundPagesEnding } from './schema/put-back-schema.ts';
import { schemaEnding, unreadSchemaEnding } from './schema/schema-copy.ts';

/** The journals that were put aside, newest first. Empty if the folder can't be read. */
export async function journalsPutAside(file: string): Promise<readonly PutAside[]> {
  return journalsAmong(await readdir(path.dirname(file)).catch(() => []), file);
}

/** The names of all files and folders that were put aside, of damaged journals and of what belongs to them, also if the journal itself was deleted. */
export async function filesPutAside({ file, blobs }: Pick<JournalPlace, 'file' | 'blobs'>): Promise<readonly string[]> {
  const names = await readdir(path.dirname(file)).catch((): string[] => []);
  return names.filter((name) => [file, blobs].some((of) => name.startsWith(`${path.basename(of)}.bad-`))).sort();
}

/** Removes what is of no use without the journal that it was put aside with, once that was deleted. Best effort. */
export function dropLeftParts(file: string): void {
  try {
    const folder = path.dirname(file);
    const names = readdirSync(folder);
    for (const name of names) {
      const ending = [foundHeaderEnding, lossEnding, schemaEnding, unreadSchemaEnding, foundPagesEnding, '-shm'].find((one) =>
        name.endsWith(one),
      );
      if (ending === undefined || !name.startsWith(`${path.basename(file)}.bad-`)) continue;
      const aside = name.slice(0, -ending.length);
      // What was begun with it is still to be finished, or taken back.
      if (names.includes(aside) || (ending === lossEnding && begunMove(path.join(folder, aside), file) !== null)) continue;
      rmSync(path.join(folder, name), { force: true });
    }
  } catch {
    // the doctor names them
  }
}

/** The journals that were put aside for a command, which waits for nothing else, about a history that is empty because no copy was carried over, or none yet; null if it is for another reason. */
export function emptyHistoryNotice(journal: JournalReader, file: string): string | null {
  try {
    const aside = journalsAmong(readdirSync(path.dirname(file)), file);
    const carried = aside[0] === undefined ? null : carriedOver(journal, aside[0].file);
    const isWhy = isBegunAnew(carried) || carried?.isClosed || (carried?.loss != null && isWaiting(carried.loss));
    return isWhy ? putAsideNotice(aside, carried, false) : null;
  } catch {
    return null;
  }
}

/**
 * `copies`: null if nobody knows any more. `restWaits`: receipts, messages of extensions or WorkSpaces are still to be carried over. `isCut`: deletions, missed copies or
 * counts were left behind. `isClosed`: what was lost is written down, and can't be read now.
 */
export type KnownCarried = Omit<CarriedOver, 'copies'> & {
  readonly copies: number | null;
  readonly isClosed?: true;
  readonly restWaits?: true;
  readonly isCut?: true;
};

/** What was carried over from the journal that has this name now into this one, or into one before it; null where nobody has written that down. */
export function carriedOver(journal: JournalReader, file: string): KnownCarried | null {
  const progress = readProgress(journal, file);
  const told = lossNow(besideBlobs(journal, file));
  if (progress === null && told === null) return null;
  const [loss, closed] = told === 'closed' ? [null, { isClosed: true as const }] : [told, null];
  const restWaits = !isRestThere(journal, file) && { restWaits: true as const };
  const cut = isCut(journal, file) && { isCut: true as const };
  return { copies: progress?.copies ?? null, incomplete: progress?.incomplete ?? 0, loss, ...closed, ...restWaits, ...cut };
}

/** What is known of the copies that were lost with any of them, and when the newest was put aside (Unix time). For a command, which waits for nothing else. */
export function lossOfAll(file: string): { readonly loss: Loss; readonly beforeMs: number } {
  let names: readonly string[] = [];
  try {
    names = readdirSync(path.dirname(file));
  } catch {} // the journal can't be read either
  const aside = journalsAmong(names, file);
  const loss = joinedLoss(aside.map((one) => readLoss(path.join(path.dirname(file), one.file)) ?? allUnsure));
  return { loss, beforeMs: aside[0]?.atMs ?? 0 };
}

/** What this journal has now was not lost with one that was put aside at this time. The numbers are looked up in one pass: there may be thousands. */
export function sinceThen(journal: JournalReader, beforeMs: number): Since {
  const content = 'LEFT JOIN representations ON position = 0 AND representations.fragment_id';
  const sql = `SELECT value AS number, sha256 FROM json_each(?1) JOIN fragments ON fragments.id = value ${content} = value
    UNION ALL SELECT number, sha256 FROM json_each(?1) JOIN earlier_copies ON number = value ${content} = earlier_copies.fragment_id`;
  const inHistory: Since['inHistory'] = ({ contents }, numbers) => {
    const found = new Map<number, 'its own' | 'maybe another'>();
    if (numbers.length === 0) return found;
    for (const row of journal.statement(sql).all(JSON.stringify(numbers))) {
      const number = wholeNumber(row.number) ?? 0;
      const isOwn = isHeldContent(journal, contents, number, row.sha256);
      if (isOwn !== false && found.get(number) !== 'its own') found.set(number, isOwn ? 'its own' : 'maybe another');
    }
    return found;
  };
  return { beforeMs, inHistory };
}

/** Whether it is the content that a hold knows by this number; null if that can't be told. */
function isHeldContent(journal: JournalReader, contents: HeldContents | null, number: number, sha256: unknown): boolean | null {
  const held = contents?.byNumber.get(number);
  if (contents === null || held === undefined) return null;
  const digest = rememberedDigest(journal, contents.key, contentDigestOf(sha256));
  return digest === null ? null : digest === held;
}

/** By the SHA-256 of the content, with one key: the core asks for the same ones twice a minute, and computing them takes half a second for some ten thousand. Those for which there is no room are computed each time. */
const digests = { key: '', of: new Map<string, string>() };
const mostDigests = 50_000;

function rememberedDigest(journal: JournalReader, key: string, content: string | null): string | null {
  const known = content !== null && digests.key === key ? digests.of.get(content) : undefined;
  if (known !== undefined) return known;
  const digest = keyedDigestIn(retentionFolder(journal), key, content);
  if (digest === null || content === null) return null;
  if (digests.key !== key) digests.of.clear();
  digests.key = key;
  if (digests.of.size < mostDigests) digests.of.set(content, digest);
  return digest;
}

/** Whether no copy was carried over, although there may have been some. */
export function isBegunAnew(carried: KnownCarried | null): boolean {
  if (carried?.copies !== 0 || carried.isClosed) return false;
  return carried.loss === null || !(isNothingLost(carried.loss) || isWaiting(carried.loss));
}

/** Whether copies are not in the history, or may not be, because of that. */
export function hasLostCopies(carried: KnownCarried | null): boolean {
  return isBegunAnew(carried) || (carried !== null && carried.loss !== null && !isNothingLost(carried.loss));
}

/** The files that were put aside have the folder of the large contents beside them. */
function besideBlobs({ blobs }: JournalReader, file: string): string {
  return path.join(path.dirname(blobs), file);
}

/** The message about them, for as long as the files exist. `isAnew`: the history is empty because of that. */
export interface PutAsideNotice {
  readonly says: string | null;
  readonly isAnew: boolean;
}

/** Of what is wrong, the first that is said: why the history is empty, then what is wrong now (`others`), and last what is past, which stays as long as the file. */
export function firstSaid({ says, isAnew }: PutAsideNotice, others: readonly (string | null)[]): string | null {
  return (isAnew ? says : null) ?? others.find((one) => one !== null) ?? says;
}

/** About the one of which the worst is known, and the newest of those. `holds`: those in force; null if they can't be read, and then each copy is on hold. */
export function noticeNow(journal: JournalReader, aside: readonly PutAside[], holds: readonly Hold[] | null): PutAsideNotice {
  const known = aside.map((one) => ({ one, carried: carriedOver(journal, one.file) }));
  const worst = known.toSorted((one, other) => severity(other.carried) - severity(one.carried))[0];
  if (worst === undefined) return { says: null, isAnew: false };
  const isHeld = ({ one, carried }: (typeof known)[number]): boolean =>
    hasLostCopies(carried) && (holds === null || mayBeOnHold(carried?.loss ?? nothingLost, holds, sinceThen(journal, one.atMs)));
  const says = putAsideNotice([worst.one, ...aside.filter((one) => one !== worst.one)], worst.carried, known.some(isHeld));
  return { says, isAnew: isBegunAnew(worst.carried) };
}

/** Copies that were lost, copies that are still to be carried over, copies of which nobody knows, copies or other things that lack something, nothing. */
function severity(carried: KnownCarried | null): number {
  if (hasLostCopies(carried)) return 4;
  if (carried === null || carried.loss === null) return 2;
  if (isWaiting(carried.loss) || carried.restWaits) return 3;
  return carried.incomplete > 0 || carried.isCut ? 1 : 0;
}

/**
 * The message about the first of them; null if there is none. At most 200 characters. `carried`: from the first one, null if not known. `isOnHold`: whether a
 * copy that was lost with any of them may be on a legal hold. It never advises to delete a file of which nobody knows what was lost with it.
 */
export function putAsideNotice([first, ...others]: readonly PutAside[], carried: KnownCarried | null, isOnHold: boolean): string | null {
  if (first === undefined) return null;
  const at = localTimestamp(first.atMs).slice(0, 16).replace('T', ' ');
  const [file, count, cause] = [first.file, others.length, whatBecameOfIt(carried, isOnHold)];
  return count === 0
    ? told('the journal was damaged and put aside at {at} as data/{file}: {cause}', { at, file, cause })
    : told('the journal was damaged and put aside at {at} as data/{file} (and {count} more): {cause}', { at, file, count, cause });
}

function whatBecameOfIt(carried: KnownCarried | null, isOnHold: boolean): string {
  const { loss, incomplete, restWaits, isCut: lacksOthers } = carried ?? { loss: null, incomplete: 0 };
  if (isBegunAnew(carried)) return told('no copy could be carried over, so the history began anew');
  if (carried?.isClosed) return told('what it lost, if anything, cannot be read now; keep it; see: hub doctor journal');
  if (loss !== null && !isNothingLost(loss)) return lossInWords(loss, isOnHold);
  if (loss !== null && isWaiting(loss)) return told('older copies are still to be carried over; see: hub doctor journal');
  if (loss !== null && restWaits) return told('what belongs to its copies is still to be carried over; see: hub doctor journal');
  if (incomplete === 1) return told('about 1 copy may lack formats or notes; see: hub doctor journal');
  if (incomplete > 0) return told('about {known} copies may lack formats or notes; see: hub doctor journal', { known: incomplete });
  if (lacksOthers) return told('not all that it knew of deletions came over; see: hub doctor journal');
  return loss === null
    ? told('what was unreadable is not in the history; keep it; see: hub doctor journal')
    : told('no copy was lost with it; to delete its files: hub doctor journal');
}

function lossInWords({ lost, unsure }: Loss, isOnHold: boolean): string {
  const known = countOf(lost);
  if (known === 0)
    return isOnHold
      ? told('copies may be lost, maybe on a legal hold; see: hub doctor journal')
      : told('copies may be lost; see: hub doctor journal');
  if (unsure.length > 0)
    return isOnHold
      ? told('copies were lost ({known} or more), maybe on a legal hold; see: hub doctor journal', { known })
      : told('copies were lost ({known} or more); see: hub doctor journal', { known });
  return isOnHold
    ? told('copies were lost ({known}), maybe on a legal hold; see: hub doctor journal', { known })
    : told('copies were lost ({known}); see: hub doctor journal', { known });
}
