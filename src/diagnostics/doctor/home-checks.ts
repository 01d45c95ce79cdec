/** Whether Hub may write where it has to, there is room for it, and nobody else may read it; whether the documents are valid, and the clock is right. */
import type { Stats } from 'node:fs';
import { lstat, opendir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { diskReason, isMissing } from '../../base/files/disk-error.ts';
import { effectiveDocument, mendOf } from '../../configuration/effective-document.ts';
import type { Writability } from '../../configuration/folder-presence.ts';
import { documentNames } from '../../contract/documents.ts';
import { believedClock } from '../../domain/believed-clock.ts';
import { flawInWords, inForceInWords } from '../../domain/conditions/document-condition.ts';
import { diskInWords } from '../../domain/conditions/folders/disk-words.ts';
import { type HomeFlaw, homeFlawInWords, orAnotherHome } from '../../domain/conditions/folders/home-flaw.ts';
import { say } from '../../domain/language/say.ts';
import { readFolderFacts } from '../machine/folder-facts.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, fine, note, seeHome } from './check.ts';
import { judgeRoom, noAnswer, unwritable } from './folders/folder-findings.ts';
import { workspaceCheck } from './folders/workspace-check.ts';

/** A folder may have been given many files that are none of Hub's. */
const mostFiles = 1_000;
/** One command often mends more than one, and the next run tells the rest. */
const mostTold = 10;

async function firstFilesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) if (files.push(path.join(folder, name)) >= mostFiles) break;
  } catch (error) {
    diskReason(error); // the folder itself is looked at too
  }
  return files.toSorted();
}

async function lookAtHome({ places, env }: CheckFacts): Promise<readonly CheckFinding[]> {
  const data = path.dirname(places.journal);
  const folders = [
    // As for a start (`prepareHome`): the home itself may be a link.
    await realpath(places.home).catch(() => places.home),
    data,
    places.blobs,
    places.retention,
    places.logs,
    places.run,
    path.dirname(places.document('config/hub.json')),
  ];
  const looked = await Promise.all([
    ...folders.map((folder) => rightsOf(folder, 'folder')),
    ...[
      ...[places.journal, `${places.journal}-wal`, places.allowedCommands, places.pairedExtensions],
      ...(await firstFilesIn(places.retention)),
    ].map((file) => rightsOf(file, 'file')),
  ]);
  if (looked[0]?.word === 'unusable' || looked[0]?.word === 'no-folder') return [looked[0]];
  if (looked[0]?.word === 'missing') return [note('missing', say('there is none yet; the first start creates it'), 'hub start')];
  const found = looked.flatMap((finding) => (finding === null || finding.word === 'missing' ? [] : [finding]));
  // Whatever is below a file in the place of a folder, or in a folder that is closed, can't be used: that is what is wrong.
  const wrong = found.some(({ word }) => word === 'no-folder' || word === 'closed')
    ? found.filter(({ word }) => word !== 'unusable')
    : found;
  if (wrong.length > 0) return wrong.slice(0, mostTold);
  return [
    judgeHomeWritability(places.home, (await readFolderFacts(places.home, env))?.writability ?? null) ??
      fine(say('only you can read it'), 'private'),
  ];
}

/** Null if Hub can write there. `writability`: null if its disk does not answer. */
export function judgeHomeWritability(home: string, writability: Writability | null): CheckFinding | null {
  if (writability === 'folder' || writability === 'missing') return null;
  return writability === null ? noAnswer(home, orAnotherHome()) : unwritable[writability](home, orAnotherHome());
}

const elsewhere = () => say('set HUB_HOME to a folder of your own, or unset it');

/** Null if it is what it has to be, and nobody but this user may do anything there. */
async function rightsOf(file: string, what: 'folder' | 'file'): Promise<CheckFinding | null> {
  const facts = await lstat(file).catch((error: unknown) => (isMissing(error) ? null : diskReason(error)));
  if (typeof facts === 'string') {
    const says = say('{place} cannot be used: {why}', { place: file, why: diskInWords(facts) });
    return failure('unusable', says, elsewhere());
  }
  if (facts === null) return note('missing', '');
  const flaw = flawOf(facts, what, process.getuid?.());
  if (flaw === null) return null;
  const { says, mend } = homeFlawInWords(flaw, file, facts.mode);
  return failure(flaw === 'file' ? 'no-folder' : flaw, says, mend);
}

/** `user`: the one who asks; undefined on Windows, which has other rights. */
export function flawOf(
  facts: Pick<Stats, 'mode' | 'uid' | 'isDirectory' | 'isSymbolicLink'>,
  what: 'folder' | 'file',
  user: number | undefined,
): HomeFlaw | null {
  if (what === 'folder' && !facts.isDirectory() && !facts.isSymbolicLink()) return 'file';
  if (user === undefined) return null;
  if (facts.isSymbolicLink()) return 'link';
  if (facts.uid !== user) return 'foreign-owner';
  if ((facts.mode & 0o022) !== 0) return 'writable-by-others';
  // Root needs no permission.
  if (what === 'folder' && user !== 0 && (facts.mode & 0o700) !== 0o700) return 'closed';
  return (facts.mode & 0o077) === 0 ? null : 'readable-by-others';
}

async function lookAtRoom({ places, env }: CheckFacts): Promise<readonly CheckFinding[]> {
  const facts = await readFolderFacts(places.home, env);
  if (facts === null) return [noAnswer(places.home, elsewhere())];
  return [judgeRoom(facts.freeBytes, say('or set HUB_HOME to a folder on another disk'))];
}

async function lookAtDocuments({ places }: CheckFacts): Promise<readonly CheckFinding[]> {
  const isHidden = seeHome(places.home, path.dirname(places.document('config/hub.json')));
  if (isHidden !== null) return [isHidden];
  const wrong = documentNames.flatMap((name) => {
    const { unused } = effectiveDocument(places, name);
    if (unused === null) return [];
    const says = `${unused.file} ${flawInWords(unused.fault)}; ${inForceInWords(unused.instead)}`;
    return [failure(`document-${unused.fault.reason}`, says, mendOf(name, unused.fault))];
  });
  return wrong.length > 0 ? wrong : [fine(say('all {count} are valid', { count: documentNames.length }))];
}

async function lookAtClock({ places, nowMs }: CheckFacts): Promise<readonly CheckFinding[]> {
  const text = await readFile(places.clock, 'utf8').catch(() => null);
  return [judgeClock(text === null ? null : seenIn(text), nowMs)];
}

function seenIn(text: string): number | null {
  try {
    const record: unknown = JSON.parse(text);
    const seen = typeof record === 'object' && record !== null && 'seenMs' in record ? record.seenMs : null;
    return typeof seen === 'number' && Number.isFinite(seen) ? seen : null;
  } catch {
    return null;
  }
}

const dayMs = 86_400_000;
/** Before this program was written. */
const earliestMs = Date.UTC(2026, 0, 1);

/** `seenMs`: the time that it showed when Hub looked last. */
export function judgeClock(seenMs: number | null, nowMs: number): CheckFinding {
  const set = say('set the clock: timedatectl set-ntp true');
  if (nowMs < earliestMs) return failure('behind', say('shows a time before this version of Hub was made'), set);
  if (seenMs !== null && nowMs < seenMs - dayMs) return failure('set-back', say('was set back by more than a day since Hub last ran'), set);
  if (!believedClock(seenMs === null ? null : { seenMs, aheadMs: 0 }, nowMs, 0).isBelieved)
    return note('ahead', say('is more than a week ahead of when Hub last ran; for a day nothing old is removed'));
  return fine(say('appears to be right'));
}

export const homeChecks: readonly Check[] = [
  { id: 'home', title: () => say('Hub’s home'), run: lookAtHome },
  { id: 'room', title: () => say('Room for the history'), run: lookAtRoom },
  workspaceCheck,
  { id: 'configuration', title: () => say('Configuration'), run: lookAtDocuments },
  { id: 'clock', title: () => say('Clock'), run: lookAtClock },
];
