/**
 * Reports when something in a folder may have changed, even if the folder does not exist yet, is removed and created again, or is replaced, alone or
 * with the folder above. It also watches the two nearest existing folders above, each for the name that leads down: a link to a folder can be replaced
 * without a word from that folder.
 *
 * A watch can end without a word (at the system's limit of watches, on a network disk), so every few seconds it checks whether the folder is still
 * the one that is watched. Before that, and before each report, it asks the disk in the background, and does not ask a disk again that has not responded
 * yet: a disk that stops responding holds up nobody. Only at the start it does not wait, because its caller reads the folder then.
 */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { onEachBeat } from '../aligned-interval.ts';
import { Debounced } from '../debounced.ts';

const lookEveryMs = 2_400;

export interface FolderListener {
  /** The names of interest in the folder. */
  readonly names: readonly string[];
  /** A program makes several changes in a row: one report, this long after the last of them, covers all. */
  readonly quietMs: number;
  /** Something with one of these names may have changed, or the folder was created, removed or replaced. Its disk has just responded. */
  readonly changed: () => void;
  /** Called every few seconds unless `changed` is, after the disk has responded. */
  readonly look?: () => void;
}

/** Does not keep the process alive. */
export function watchFolder(folder: string, hearer: FolderListener): Disposable {
  return new WatchedFolder(path.resolve(folder), hearer);
}

class WatchedFolder implements Disposable {
  readonly #folder: string;
  readonly #hearer: FolderListener;
  readonly #inside = new Watch();
  /** The nearest one first. */
  readonly #above = [new Watch(), new Watch()];
  readonly #heard: Debounced;
  readonly #looks: Disposable;
  #isAsking = false;
  /** There was an event that is not reported yet. */
  #isNews = false;
  #isClosed = false;

  constructor(folder: string, hearer: FolderListener) {
    this.#folder = folder;
    this.#hearer = hearer;
    this.#heard = new Debounced(hearer.quietMs, () => {
      this.#isNews = true;
      void this.#look();
    });
    this.#arm();
    this.#looks = onEachBeat(lookEveryMs, () => void this.#look()).unref();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#looks[Symbol.dispose]();
    this.#heard.stop();
    this.#inside.end();
    for (const above of this.#above) above.end();
  }

  async #look(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    await stat(this.#folder).catch(() => null);
    this.#isAsking = false;
    if (this.#isClosed) return;
    if (this.#arm() || this.#isNews) {
      this.#isNews = false;
      this.#hearer.changed();
    } else this.#hearer.look?.();
  }

  /** Whether the folder was replaced. Starts from above, so that no new folder goes unnoticed in between. */
  #arm(): boolean {
    while (this.#armAbove());
    return this.#inside.becomes(this.#folder, this.#hearer.names, this.#heard);
  }

  /** Whether one of those above was replaced. */
  #armAbove(): boolean {
    let isReplaced = false;
    let below = this.#folder;
    for (const watched of this.#above) {
      const above = nearestAbove(below);
      if (above === null) break;
      if (watched.becomes(above.folder, [above.name], this.#heard)) isReplaced = true;
      below = above.folder;
    }
    return isReplaced;
  }
}

/** The watch of one folder at a time. */
class Watch {
  #watcher: FSWatcher | null = null;
  #watched: string | null = null;

  /** Watches that folder from now on, if it exists. Returns whether it was replaced. */
  becomes(folder: string, names: readonly string[], heard: Debounced): boolean {
    const identity = identityOf(folder);
    const wanted = identity === null ? null : `${identity} ${folder}`;
    if (wanted === this.#watched) return false;
    this.end();
    if (wanted === null) return true;
    // That the folder itself is removed or renamed is reported under its own name.
    const ownName = path.basename(folder);
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        // A folder made anew may get the same inode number: this watch must not be taken for one of the new folder.
        if (name === ownName && this.#watcher === watcher) this.end();
        if (name === null || name === ownName || names.includes(name)) heard.request();
      });
      watcher.on('error', () => this.end());
      this.#watcher = watcher;
      this.#watched = wanted;
      return true;
    } catch {
      // The system has no more watches, or the folder was just removed: tried again later.
      return false;
    }
  }

  end(): void {
    this.#watcher?.close();
    this.#watcher = null;
    this.#watched = null;
  }
}

/** The nearest existing folder above, and the name in it that leads down. */
function nearestAbove(folder: string): { readonly folder: string; readonly name: string } | null {
  const above = path.dirname(folder);
  if (above === folder) return null;
  return identityOf(above) === null ? nearestAbove(above) : { folder: above, name: path.basename(folder) };
}

/** Null if there is no folder, or it can't be inspected. */
function identityOf(folder: string): string | null {
  try {
    const facts = statSync(folder, { bigint: true, throwIfNoEntry: false });
    return facts?.isDirectory() ? `${facts.dev}-${facts.ino}` : null;
  } catch {
    return null;
  }
}
