/** The files with GTK's settings, read and watched. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { watchFolder } from '../../base/files/watched-folder.ts';

const folders = ['gtk-4.0', 'gtk-3.0'];
const fileName = 'settings.ini';
/** An upper bound; anything longer is cut off. */
const maxCharacters = 100_000;
const quietMs = 100;

export class GtkFiles {
  readonly #configFolder: string;
  readonly #watched: readonly Disposable[];

  /** `configFolder` is `$XDG_CONFIG_HOME`. `onChanged` is called when a file may have changed. */
  constructor(configFolder: string, onChanged: () => void) {
    this.#configFolder = configFolder;
    const hearer = { names: [fileName], quietMs, changed: onChanged };
    this.#watched = folders.map((folder) => watchFolder(path.join(configFolder, folder), hearer));
  }

  /** The contents of the files, that of GTK 4 first; empty if there is none. */
  read(): readonly string[] {
    return folders.map((folder) => {
      try {
        return readFileSync(path.join(this.#configFolder, folder, fileName), 'utf8').slice(0, maxCharacters);
      } catch {
        return '';
      }
    });
  }

  close(): void {
    for (const watched of this.#watched) watched[Symbol.dispose]();
  }
}
