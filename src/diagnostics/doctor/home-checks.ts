/** Whether Hub may write where it has to, there is room for it, and nobody else may read it; whether the documents are valid, and the clock is right. */
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../base/files/disk-error.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import type { Writability } from '../../configuration/folder-presence.ts';
import { fallbacksOf } from '../../configuration/workspace-changes.ts';
import { documentNames } from '../../contract/documents.ts';
import { believedClock } from '../../domain/believed-clock.ts';
import { flawInWords, inForceInWords } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import { activeWorkspace } from '../../domain/saving/workspace.ts';
import { readFolderFacts } from '../machine/folder-facts.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, fine, note } from './check.ts';

const mib = 1_048_576;
/** Below the first, Hub keeps only what is small; below the second, people should know. */
const [tooLittleBytes, littleBytes] = [100 * mib, 1_024 * mib];

async function lookAtHome({ places }: CheckFacts): Promise<readonly CheckFinding[]> {
  const data = path.dirname(places.journal);
  const inside = [
    places.home,
    data,
    places.logs,
    places.run,
    path.dirname(places.document('config/hub.json')),
    places.journal,
    `${places.journal}-wal`,
  ];
  const looked = await Promise.all(inside.map((file) => rightsOf(file)));
  if (looked[0]?.word === 'missing') return [note('missing', say('there is none yet; the first start makes it'), 'hub start')];
  const wrong = looked.flatMap((finding) => (finding === null || finding.word === 'missing' ? [] : [finding]));
  return wrong.length > 0 ? wrong : [fine(say('only you may read it'), 'private')];
}

/** Null if nobody but this user may do anything there. */
async function rightsOf(file: string): Promise<CheckFinding | null> {
  const facts = await lstat(file).catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error)));
  if (facts === null) return note('missing', '');
  const user = process.getuid?.();
  if (user === undefined) return null; // Windows has other rights
  const mode = (facts.mode & 0o777).toString(8);
  if (facts.isSymbolicLink())
    return failure('link', say('{place} is a link', { place: file }), say('stop Hub, and put what it leads to in its place'));
  if (facts.uid !== user)
    return failure('foreign-owner', say('{place} belongs to another user', { place: file }), `sudo chown -R $USER ${quoted(file)}`);
  if ((facts.mode & 0o022) !== 0)
    return failure(
      'writable-by-others',
      say('others may write into {place} ({mode})', { place: file, mode }),
      `chmod go-rwx ${quoted(file)}`,
    );
  if ((facts.mode & 0o077) !== 0)
    return failure('readable-by-others', say('others may read {place} ({mode})', { place: file, mode }), `chmod go-rwx ${quoted(file)}`);
  return null;
}

/** For a shell. */
function quoted(file: string): string {
  return `'${file.replaceAll("'", String.raw`'\''`)}'`;
}

async function lookAtRoom({ places, env }: CheckFacts): Promise<readonly CheckFinding[]> {
  const facts = await readFolderFacts(places.home, env);
  if (facts === null) return [noAnswer(places.home)];
  return [judgeRoom(facts.freeBytes, say('choose smaller limits for the history: hub config set hub history.max_megabytes 2000'))];
}

/** How much is left for this user; null if the disk does not tell. */
export function judgeRoom(freeBytes: number | null, mend: string): CheckFinding {
  if (freeBytes === null) return fine(say('its disk does not tell'));
  const free = say('{count} MB free', { count: Math.floor(freeBytes / mib) });
  const freeSome = say('free some space on that disk; {mend}', { mend });
  if (freeBytes < tooLittleBytes) return failure('full', free, freeSome);
  return freeBytes < littleBytes ? note('little-room', free, freeSome) : fine(free);
}

const another = () => say('or choose another one: hub workspace select ID');
const noAnswer = (folder: string): CheckFinding =>
  failure(
    'no-answer',
    say('the disk of {place} does not answer', { place: folder }),
    say('reconnect the drive, {other}', { other: another() }),
  );
const unwritable: Readonly<Record<Exclude<Writability, 'folder' | 'missing'>, (folder: string) => CheckFinding>> = {
  'no-folder': (folder) =>
    failure('no-folder', say('{place} is a file', { place: folder }), say('move that file away, {other}', { other: another() })),
  closed: (folder) =>
    failure('closed', say('you may not write into {place}', { place: folder }), `chmod u+rwx ${quoted(folder)}; ${another()}`),
  'read-only': (folder) =>
    failure(
      'read-only',
      say('{place} is on a disk that takes nothing', { place: folder }),
      say('make the disk writable, {other}', { other: another() }),
    ),
  unknown: noAnswer,
};

async function lookAtWorkspace({ places, env }: CheckFacts): Promise<readonly CheckFinding[]> {
  const folder = activeWorkspace(effectiveDocument(places, 'workspaces').value, fallbacksOf(places));
  const facts = await readFolderFacts(folder, env);
  if (facts === null) return [noAnswer(folder)];
  const { writability, above, freeBytes } = facts;
  if (writability === 'missing' && above === 'folder')
    return [note('missing', say('{place} is not there; the first save makes it', { place: folder }))];
  if (writability === 'missing')
    return [
      failure(
        'missing',
        say('{place} is missing, and cannot be made', { place: folder }),
        say('reconnect its drive, {other}', { other: another() }),
      ),
    ];
  if (writability !== 'folder') return [unwritable[writability](folder)];
  const room = judgeRoom(freeBytes, another());
  return [{ ...room, says: `${folder}, ${room.says}` }];
}

async function lookAtDocuments({ places }: CheckFacts): Promise<readonly CheckFinding[]> {
  const wrong = documentNames.flatMap((name) => {
    const { unused } = effectiveDocument(places, name);
    if (unused === null) return [];
    const says = `${unused.file} ${flawInWords(unused.fault)}; ${inForceInWords(unused.instead)}`;
    return [failure(`document-${unused.fault.reason}`, says, `hub config edit ${name}`)];
  });
  return wrong.length > 0 ? wrong : [fine(say('{count} are valid', { count: documentNames.length }))];
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
  if (seenMs !== null && nowMs < seenMs - dayMs) return failure('set-back', say('was set back by more than a day since Hub ran last'), set);
  if (!believedClock(seenMs === null ? null : { seenMs, aheadMs: 0 }, nowMs, 0).isBelieved)
    return note('ahead', say('is more than a week ahead of the last time that Hub ran; for a day nothing old is removed'));
  return fine(say('is right as far as can be told'));
}

export const homeChecks: readonly Check[] = [
  { id: 'home', title: () => say('Hub’s home'), run: lookAtHome },
  { id: 'room', title: () => say('Room for the history'), run: lookAtRoom },
  { id: 'workspace', title: () => 'WorkSpace', run: lookAtWorkspace },
  { id: 'configuration', title: () => say('Configuration'), run: lookAtDocuments },
  { id: 'clock', title: () => say('Clock'), run: lookAtClock },
];
