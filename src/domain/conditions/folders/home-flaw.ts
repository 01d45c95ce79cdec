/** Why a folder or file of Hub's home is not safe to use, or can't be written, and what to do about it: for a start that is refused, and for the doctor. */
import { say } from '../../language/say.ts';
import { quotedPath } from './quoted-path.ts';

/** `file`: it is in the place of a folder. `closed`: its owner may not write to it. */
export type HomeFlaw = 'file' | 'link' | 'foreign-owner' | 'closed' | 'writable-by-others' | 'readable-by-others';

export interface HomeFlawWords {
  readonly says: string;
  readonly mend: string;
}

/** `mode`: its permissions, of which nine bits are shown. */
export function homeFlawInWords(flaw: HomeFlaw, place: string, mode: number): HomeFlawWords {
  const [quoted, shownMode] = [quotedPath(place), (mode & 0o777).toString(8)];
  switch (flaw) {
    case 'file':
      return {
        says: say('{place} is a file', { place }),
        mend: say('while Hub is not running, move that file away: {command}', { command: `mv ${quoted} ${quotedPath(`${place}.aside`)}` }),
      };
    case 'link':
      return { says: say('{place} is a link', { place }), mend: say('while Hub is not running, put what it points to in its place') };
    case 'foreign-owner':
      return { says: say('{place} belongs to another user', { place }), mend: onceLookedAt(`sudo chown -R $USER ${quoted}`) };
    case 'closed':
      return { says: say('you are not allowed to write to {place}', { place }), mend: `chmod u+rwx ${quoted}` };
    case 'writable-by-others':
      return (mode & 0o002) === 0
        ? { says: say('its group can write to {place} ({mode})', { place, mode: shownMode }), mend: `chmod go-rwx ${quoted}` }
        : { says: say('everyone can write to {place} ({mode})', { place, mode: shownMode }), mend: onceLookedAt(`chmod go-rwx ${quoted}`) };
    case 'readable-by-others':
      return {
        says:
          (mode & 0o007) === 0
            ? say('its group can read {place} ({mode})', { place, mode: shownMode })
            : say('everyone can read {place} ({mode})', { place, mode: shownMode }),
        mend: `chmod go-rwx ${quoted}`,
      };
  }
}

/** Somebody whom its user does not know may have put something there. */
function onceLookedAt(command: string): string {
  return say('look at what is in it first, then: {command}; or set HUB_HOME to a new folder', { command });
}

/** Of a folder that can't be written because of its disk. `other`: what to do instead of making the disk writable. */
export function readOnlyInWords(place: string, other: string): HomeFlawWords {
  return { says: say('{place} is on a read-only disk', { place }), mend: say('make the disk writable, {other}', { other }) };
}

/** What to do instead of mending the home. */
export function orAnotherHome(): string {
  return say('or set HUB_HOME to a folder that you can write to');
}
