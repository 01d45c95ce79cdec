/**
 * Shows a folder to the person at the desktop, in the program that the desktop has for folders. It opens folders of Hub's own choosing only,
 * and never a file: opening one would run whatever is registered for its type.
 */
import type { Outcome } from '../../base/outcome.ts';

/** `no-display`: there is no desktop to show it on. `no-opener`: the system has no program for it. `refused`: that program gave up. */
export type OpenFolderFailure = 'no-display' | 'no-opener' | 'refused';

export interface FolderOpener {
  /** Resolves once the program has taken the folder, or has not given up for a second; what it does then is its own. Never rejects. */
  open(folder: string): Promise<Outcome<null, OpenFolderFailure>>;
}
