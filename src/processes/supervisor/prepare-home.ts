/** Makes the folders of a home, and refuses one that is not safe to use. */
import { mkdirSync } from 'node:fs';
import { errorCode } from '../../base/log.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { ensurePrivateFolder } from '../../base/private-folder.ts';
import type { Places } from '../../platform/locations.ts';

const because = {
  'not-a-folder': 'is not a folder',
  'foreign-owner': 'belongs to another user',
  'writable-by-others': 'can be written by other users',
} as const;

/** All folders that the components take for granted, each entered by this user alone. The detail is a sentence with the mend. */
export function prepareHome(places: Places): Outcome<null, 'unsafe' | 'unusable'> {
  const folders = [places.run, places.logs, places.blobs, places.lastGood, ...(places.sockets === null ? [] : [places.sockets])];
  try {
    mkdirSync(places.home, { recursive: true, mode: 0o700 });
    for (const folder of folders) {
      const ensured = ensurePrivateFolder(folder);
      if (!ensured.ok) return failed('unsafe', `${folder} ${because[ensured.reason]}; remove it, or set HUB_HOME to a folder of your own`);
    }
    return done(null);
  } catch (error) {
    return failed('unusable', `${places.home} can't be used (${errorCode(error)}); set HUB_HOME to a folder that you can write to`);
  }
}

/** Makes the WorkSpace of a first start. Where that can't be done, the saves say why. */
export function makeWorkspace(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // told by the first save
  }
}
