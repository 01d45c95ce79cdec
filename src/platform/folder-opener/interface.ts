/**
 * Shows things to the person at the desktop, in the programs that the desktop has for them: a folder, a file in its folder, a page of the web,
 * and a file itself. Opening a file may run whatever is registered for its type: its caller says which ones may be (`domain/openable.ts`).
 */
import type { Outcome } from '../../base/outcome.ts';

/** `no-display`: there is no desktop to show it on. `no-opener`: the system has no program for it. `refused`: that program gave up. */
export type OpenFolderFailure = 'no-display' | 'no-opener' | 'refused';

export interface FolderOpener {
  /** Resolves once the program has taken the folder, or has not given up for a second; what it does then is its own. Never rejects. */
  open(folder: string): Promise<Outcome<null, OpenFolderFailure>>;
  /** Shows the folder that a file is in, with the file marked where the system can. */
  reveal(file: string): Promise<Outcome<null, OpenFolderFailure>>;
  /** Opens a file in the program for its type. */
  openFile(file: string): Promise<Outcome<null, OpenFolderFailure>>;
  /** Opens a page in the browser. `refused` for anything but http and https. */
  openAddress(address: string): Promise<Outcome<null, OpenFolderFailure>>;
}
