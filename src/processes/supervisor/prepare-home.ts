/** Creates the folders of a home, and refuses one that is not safe to use. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../../base/files/make-folders.ts';
import { ensurePrivateFolder } from '../../base/files/private-folder.ts';
import { errorCode, type Log, vetted } from '../../base/log.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { told } from '../../domain/language/say.ts';
import { isFoundDamaged } from '../../journal/damage/find-damage.ts';
import { openJournalOrFresh } from '../../journal/damage/quarantine.ts';
import { NewerJournal } from '../../journal/journal.ts';
import type { Places } from '../../platform/locations.ts';

const because = {
  'not-a-folder': told('is not a folder'),
  'foreign-owner': told('belongs to another user'),
  'writable-by-others': told('can be written by other users'),
} as const;

/** All folders that the components rely on, each accessible to this user alone. The detail is a sentence that says what to do. */
export function prepareHome(places: Places): Outcome<null, 'unsafe' | 'unusable'> {
  try {
    makeFolders(places.home, 0o700);
    // The home itself may be a link, for example to another disk; its target has to be as private as the rest.
    const home = realpathSync(places.home);
    const within = [path.dirname(places.journal), places.blobs, places.lastGood, places.run, places.logs];
    const folders = [home, ...within, ...(places.sockets === null ? [] : [places.sockets])];
    for (const folder of folders) {
      const ensured = ensurePrivateFolder(folder);
      if (!ensured.ok)
        return failed(
          'unsafe',
          told('{folder} {flaw}; remove it, or set HUB_HOME to a folder of your own', { folder, flaw: because[ensured.reason] }),
        );
    }
    return done(null);
  } catch (error) {
    return failed(
      'unusable',
      told("{home} can't be used ({code}); set HUB_HOME to a folder that you can write to", { home: places.home, code: errorCode(error) }),
    );
  }
}

/**
 * Creates the journal on a first start, and puts a damaged one aside, before any component has it open. One of a newer Hub is refused, in a sentence: no
 * component could use it, and nothing would be kept. Each component that opens it notices any other problem by itself.
 */
export function prepareJournal(places: Places, log: Log): Outcome<null, 'newer'> {
  try {
    const { journal, putAside } = openJournalOrFresh({ file: places.journal, blobs: places.blobs }, Date.now(), isFoundDamaged);
    journal[Symbol.dispose]();
    if (putAside !== null) log.error('journal damaged, put aside', { as: vetted(putAside) });
  } catch (error) {
    log.error('journal cannot be opened', { code: errorCode(error) });
    if (error instanceof NewerJournal) return failed('newer', error.message);
  }
  return done(null);
}
