/** The files with GTK's settings, read and watched. A folder that is not there yet is watched for. */
import { type FSWatcher, readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { Debounced } from '../../base/debounced.ts';

const folders = ['gtk-4.0', 'gtk-3.0'];
const fileName = 'settings.ini';
/** Settings are longer nowhere; what is longer is no settings. */
const maxCharacters = 100_000;
/** A program that writes settings makes several changes to the folder. */
const quietMs = 100;

export class GtkFiles {
  readonly #configFolder: string;
  readonly #changed: Debounced;
  #watchers: FSWatcher[] = [];

  /** `configFolder` is `$XDG_CONFIG_HOME`. `onChanged` is called when a file may be another one. */
  constructor(configFolder: string, onChanged: () => void) {
    this.#configFolder = configFolder;
    this.#changed = new Debounced(quietMs, () => {
      this.#watch();
      onChanged();
    });
    this.#watch();
  }

  /** What the files have, that of GTK 4 first; empty where there is none. */
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
    this.#changed.stop();
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }

  /** Anew each time: a folder that was replaced tells its old watcher nothing more. */
  #watch(): void {
    for (const watcher of this.#watchers) watcher.close();
    const inFolders = folders.map((folder) => this.#watchFolder(path.join(this.#configFolder, folder), [fileName]));
    this.#watchers = [this.#watchFolder(this.#configFolder, folders), ...inFolders].filter((watcher) => watcher !== null);
  }

  #watchFolder(folder: string, names: readonly string[]): FSWatcher | null {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || names.includes(name)) this.#changed.request();
      });
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return null;
    }
  }
}
