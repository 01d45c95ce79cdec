/** The files with GTK's settings, read and watched. A folder that is not there yet, or no more, is watched for in the nearest one that is. */
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

  /** Anew each time: a folder that was replaced tells its old watcher nothing more. From above, so that none can come unseen in between. */
  #watch(): void {
    for (const watcher of this.#watchers) watcher.close();
    const above = this.#watchAbove(this.#configFolder);
    const inConfig = this.#watchFolder(this.#configFolder, folders);
    const inFolders = folders.map((folder) => this.#watchFolder(path.join(this.#configFolder, folder), [fileName]));
    this.#watchers = [above, inConfig, ...inFolders].filter((watcher) => watcher !== null);
  }

  /** Watches the nearest folder above that is there, for what leads down again. */
  #watchAbove(folder: string): FSWatcher | null {
    const parent = path.dirname(folder);
    if (parent === folder) return null;
    return this.#watchFolder(parent, [path.basename(folder)]) ?? this.#watchAbove(parent);
  }

  #watchFolder(folder: string, names: readonly string[]): FSWatcher | null {
    // A folder that goes is told of under its own name.
    const telling = [...names, path.basename(folder)];
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || telling.includes(name)) this.#changed.request();
      });
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return null;
    }
  }
}
