/** What the doctor says of a folder that Hub writes to, and of the room on its disk. */
import type { Writability } from '../../../configuration/folder-presence.ts';
import { readOnlyInWords } from '../../../domain/conditions/folders/home-flaw.ts';
import { quotedPath } from '../../../domain/conditions/folders/quoted-path.ts';
import { say } from '../../../domain/language/say.ts';
import { type CheckFinding, failure, fine, note } from '../check.ts';

const mib = 1_048_576;
/** Below the first, Hub keeps only what is small; below the second, people should know. */
const [tooLittleBytes, littleBytes] = [100 * mib, 1_024 * mib];

/** How much is left for this user; null if the disk does not tell. */
export function judgeRoom(freeBytes: number | null, mend: string): CheckFinding {
  if (freeBytes === null) return fine(say('its disk does not say how much is free'));
  const megabytes = Math.floor(freeBytes / mib);
  const free =
    megabytes < 10_240 ? say('{count} MB free', { count: megabytes }) : say('{count} GB free', { count: Math.floor(megabytes / 1_024) });
  const freeSome = say('free some space on that disk; {mend}', { mend });
  if (freeBytes < tooLittleBytes) return failure('full', free, freeSome);
  return freeBytes < littleBytes ? note('little-room', free, freeSome) : fine(free);
}

/** Its disk hangs. */
export const noAnswer = (folder: string, other: string): CheckFinding =>
  failure('no-answer', say('the disk of {place} does not answer', { place: folder }), say('reconnect the drive, {other}', { other }));
/** Why nothing can be written there. `other`: what can be done instead, after "or". */
export const unwritable: Readonly<Record<Exclude<Writability, 'folder' | 'missing'>, (folder: string, other: string) => CheckFinding>> = {
  'no-folder': (folder, other) =>
    failure('no-folder', say('{place} is a file', { place: folder }), say('move that file away, {other}', { other })),
  closed: (folder, other) =>
    failure('closed', say('you are not allowed to write to {place}', { place: folder }), `chmod u+rwx ${quotedPath(folder)}; ${other}`),
  'read-only': (folder, other) => {
    const { says, mend } = readOnlyInWords(folder, other);
    return failure('read-only', says, mend);
  },
  unknown: noAnswer,
};
