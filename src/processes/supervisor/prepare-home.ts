/** Creates the folders of a home, and refuses one that is not safe to use. */
import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../../base/files/make-folders.ts';
import { ensurePrivateFolder, type PrivateFolderFlaw } from '../../base/files/private-folder.ts';
import { takeProcessLock } from '../../base/files/process-lock.ts';
import { errorCode, type Log, type Vetted, vetted } from '../../base/log.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { holdsForDeleting } from '../../configuration/reading/retention-documents.ts';
import { homeFlawInWords, orAnotherHome, readOnlyInWords } from '../../domain/conditions/folders/home-flaw.ts';
import { say, told } from '../../domain/language/say.ts';
import { homeLockName } from '../../home-processes/last-run.ts';
import { isFoundDamaged } from '../../journal/damage/find-damage.ts';
import { dropLeftParts } from '../../journal/damage/put-aside.ts';
import { openJournalOrFresh } from '../../journal/damage/quarantine.ts';
import { type Journal, NewerJournal } from '../../journal/journal.ts';
import { storeHolds } from '../../journal/retention/holds-in-force.ts';
import type { Places } from '../../platform/locations.ts';

/**
 * All folders that the components rely on, each accessible to this user alone. Null if they are; otherwise what says why not, and what to do, in the language
 * that is spoken when it is called.
 */
export function prepareHome(places: Places, access: (folder: string, mode: number) => void = accessSync): (() => string) | null {
  let at = places.home;
  try {
    makeFolders(places.home, 0o700);
    // The home itself may be a link, for example to another disk; its target has to be as private as the rest.
    const home = realpathSync(places.home);
    for (const folder of [home, path.dirname(places.journal), places.blobs, places.lastGood, places.run, places.logs]) {
      at = folder;
      const ensured = ensurePrivateFolder(folder);
      if (!ensured.ok) return () => homeFolderRefused(folder, ensured.reason);
      access(folder, constants.W_OK | constants.X_OK);
    }
    // Nothing in it is worth keeping, and whoever could write to it may have put something there.
    const sockets = places.sockets === null ? null : ensurePrivateFolder(places.sockets);
    return sockets === null || sockets.ok ? null : () => socketsRefused(places.sockets ?? '', sockets.reason);
  } catch (error) {
    const [folder, code] = [at, errorCode(error)];
    return () => cannotBeUsed(folder, code);
  }
}

function cannotBeUsed(folder: string, code: string): string {
  if (code === 'EACCES' && isClosed(folder)) {
    const { says, mend } = homeFlawInWords('closed', folder, 0);
    return `${says}; ${mend}`;
  }
  if (code !== 'EROFS') return say("{home} can't be used ({code}); set HUB_HOME to a folder that you can write to", { home: folder, code });
  const { says, mend } = readOnlyInWords(folder, orAnotherHome());
  return `${says}; ${mend}`;
}

/** Whether it is this user's, who may not use it all the same. */
function isClosed(folder: string): boolean {
  try {
    const { mode, uid } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o700) !== 0o700;
  } catch {
    return false;
  }
}

function homeFolderRefused(folder: string, reason: PrivateFolderFlaw): string {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  const flaw = reason === 'not-a-folder' ? (facts?.isSymbolicLink() ? 'link' : 'file') : reason;
  const { says, mend } = homeFlawInWords(flaw, folder, facts?.mode ?? 0);
  return `${says}; ${mend}`;
}

function socketsRefused(folder: string, reason: PrivateFolderFlaw): string {
  return say('{folder} {flaw}; remove it: it is the place of Hub’s sockets', { folder, flaw: becauseOfSockets[reason]() });
}

const becauseOfSockets: Readonly<Record<PrivateFolderFlaw, () => string>> = {
  'not-a-folder': () => say('is not a folder'),
  'foreign-owner': () => say('belongs to another user'),
  'writable-by-others': () => say('can be written by other users'),
};

/** SQLITE_FULL (https://sqlite.org/rescode.html#full). */
const sqliteFull = 13;

/** The lock that makes this the Hub of the home. On a full disk it can't be made: `refuse` gets a sentence that says what to do. Throws what else is wrong with it. */
export function takeHomeLock(
  places: Places,
  refuse: (sentence: string) => never,
  take: typeof takeProcessLock = takeProcessLock,
): Outcome<Disposable, 'held'> {
  try {
    return take(path.join(places.run, homeLockName));
  } catch (error) {
    const isFull = error instanceof Error && 'errcode' in error && error.errcode === sqliteFull;
    if (!isFull) throw error;
    return refuse(told('the disk of Hub’s home is full; free some space on it, then: hub start'));
  }
}

/**
 * Creates the journal on a first start, and puts a damaged one aside, before any component has it open. One of a newer Hub is refused, in a sentence: no
 * component could use it, and nothing would be kept. Each component that opens it notices any other problem by itself.
 */
export function prepareJournal(places: Places, log: Log): Outcome<null, 'newer'> {
  try {
    logOpened(openOnce(places, isFoundDamaged), log);
  } catch (error) {
    log.error('journal cannot be opened', { code: errorCode(error) });
    if (error instanceof NewerJournal) return failed('newer', error.message);
  }
  return done(null);
}

/** `putAside`: the name of the damaged file now; null if the journal was sound, or was put aside by another process. `holdsNotStored`: why they are not; null if they are. */
export interface OpenedOnce {
  readonly putAside: Vetted | null;
  readonly holdsNotStored: Vetted | null;
}

/**
 * Opens and closes the journal, or a new one in the place of a damaged one, while nothing else has it open, so that the legal holds are in it before any copy
 * is: a new journal must not give one a number that a hold names. Throws if it can't be opened.
 */
export function openOnce(places: Places, isStillDamaged: (file: string) => boolean): OpenedOnce {
  const { journal: opened, putAside } = openJournalOrFresh({ file: places.journal, blobs: places.blobs }, Date.now(), isStillDamaged);
  using journal = opened;
  dropLeftParts(places.journal);
  return { putAside: putAside === null ? null : vetted(putAside), holdsNotStored: whyHoldsNotStored(journal, places) };
}

/** What has become of the journal is told all the same. */
function whyHoldsNotStored(journal: Journal, places: Places): Vetted | null {
  try {
    storeHolds(journal, () => holdsForDeleting(places));
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

export function logOpened({ putAside, holdsNotStored }: OpenedOnce, log: Log): void {
  if (putAside !== null) log.error('journal damaged, put aside', { as: putAside });
  if (holdsNotStored !== null) log.error('holds not stored', { code: holdsNotStored });
}
