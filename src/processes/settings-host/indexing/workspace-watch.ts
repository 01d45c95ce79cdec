/**
 * Watches the folders that are in the index, and reports those in which something changed. On Linux every folder has a watch of its own (inotify(7)); on
 * Windows and macOS there is one for all of a WorkSpace. Before each call that a dead drive could hold up, the drive is asked in the background.
 *
 * It only saves time: what it misses, the next refresh finds. So whatever fails here is counted, and said once.
 */
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tooLate } from '../../../base/deadline.ts';
import type { DiskQuestions } from '../../../base/disk-questions.ts';
import { errorCode, type Log, type Vetted } from '../../../base/log.ts';
import { type DiskPath, onDisk, plainPath } from '../../../file-index/disk-path.ts';
import type { WatchCounts } from '../../../file-index/workspace-rows.ts';

export interface WorkspaceWatchParts {
  readonly log: Log;
  readonly questions: DiskQuestions;
  /** Something in this folder of the WorkSpace may have changed. */
  readonly changed: (workspaceId: string, folder: DiskPath) => void;
  /** How many folders are watched and how many are not, once that stands still. */
  readonly counted: (counts: WatchCounts) => void;
  readonly mostFolders?: number;
  /** One watch for all of a WorkSpace. */
  readonly isRecursive?: boolean;
}

/** A watch takes 1.7 kB here, and about 1 kB of the system's memory, of which each user gets a limited number. */
export const mostWatchedFolders = 10_000;
const answersWithinMs = 3_000;
/** Added in one turn of the event loop. */
const addedAtOnce = 32;

interface Watched {
  readonly watcher: FSWatcher;
  readonly workspaceId: string;
  readonly folder: DiskPath;
}

interface Wanted {
  readonly workspaceId: string;
  readonly folder: DiskPath;
}

export class WorkspaceWatch implements Disposable {
  readonly #parts: WorkspaceWatchParts;
  readonly #watched = new Map<string, Watched>();
  #waiting: Wanted[] = [];
  readonly #deaf = new Set<string>();
  #unwatched = 0;
  #isAdding = false;
  #isFull = false;
  #isClosed = false;

  constructor(parts: WorkspaceWatchParts) {
    this.#parts = parts;
  }

  /** Watches these folders too. */
  add(workspaceId: string, folders: readonly DiskPath[]): void {
    for (const folder of folders) if (!this.#watched.has(keyOf(folder))) this.#waiting.push({ workspaceId, folder });
    if (!this.#isAdding) void this.#addWaiting();
  }

  /** Ends the watches of all WorkSpaces but these. */
  keepOnly(workspaceIds: ReadonlySet<string>): void {
    this.#waiting = this.#waiting.filter(({ workspaceId }) => workspaceIds.has(workspaceId));
    const leaving = [...this.#watched].filter(([, { workspaceId }]) => !workspaceIds.has(workspaceId));
    for (const [key] of leaving) this.#end(key);
    if (leaving.length > 0) this.#isFull = false;
    if (workspaceIds.size === 0) this.#unwatched = 0;
    this.#count();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#waiting = [];
    for (const key of [...this.#watched.keys()]) this.#end(key);
  }

  async #addWaiting(): Promise<void> {
    this.#isAdding = true;
    for (let added = 1; !this.#isClosed; added += 1) {
      const next = this.#waiting.pop();
      if (next === undefined) break;
      if (this.#isFull || this.#deaf.has(next.workspaceId)) this.#unwatched += 1;
      else if (await this.#answers(next)) this.#watch(next);
      if (added % addedAtOnce === 0) await nextTurn();
    }
    this.#isAdding = false;
    if (!this.#isClosed) this.#count();
  }

  /** Whether there is such a folder. A disk that does not answer is not asked again until it does. */
  async #answers({ workspaceId, folder }: Wanted): Promise<boolean> {
    let asked: Promise<unknown> = Promise.resolve(); // it is not asked while too many others do not respond
    const isFolder = (): Promise<boolean> => {
      const answered = stat(onDisk(folder)).then(
        (facts) => facts.isDirectory(),
        () => false,
      );
      asked = answered;
      return answered;
    };
    const answer = await this.#parts.questions.ask(folder.text, isFolder, answersWithinMs);
    if (answer !== tooLate) return answer && !this.#isClosed;
    this.#parts.log.warn('a disk with folders to watch does not respond');
    this.#unwatched += 1;
    this.#deaf.add(workspaceId);
    void asked.then(() => this.#deaf.delete(workspaceId));
    return false;
  }

  #watch({ workspaceId, folder }: Wanted): void {
    const key = keyOf(folder);
    if (this.#watched.has(key)) return;
    if (this.#watched.size >= (this.#parts.mostFolders ?? mostWatchedFolders)) return this.#full('most');
    const recursive = this.#parts.isRecursive ?? process.platform !== 'linux';
    // With one watch for all of it, a folder inside needs none of its own.
    if (recursive && [...this.#watched.values()].some((one) => one.workspaceId === workspaceId)) return;
    const ownName = path.basename(folder.text);
    try {
      const watcher = watch(onDisk(folder), { persistent: false, recursive }, (event, name) => {
        if (recursive) return this.#parts.changed(workspaceId, folderOf(folder, name));
        // It was removed or renamed: its watch would report what happens elsewhere under this path.
        if (event === 'rename' && name === ownName && this.#watched.get(key)?.watcher === watcher) this.#endBelow(folder);
        this.#parts.changed(workspaceId, folder);
      });
      watcher.on('error', () => this.#end(key));
      this.#watched.set(key, { watcher, workspaceId, folder });
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE') this.#full(code);
      // Otherwise it was just removed, or is not for us.
    }
  }

  #full(because: 'most' | Vetted): void {
    this.#unwatched += 1;
    if (this.#isFull) return;
    this.#isFull = true;
    this.#parts.log.warn('not all folders are watched, refreshes find what changes in the others', {
      watched: this.#watched.size,
      because,
    });
  }

  #endBelow(folder: DiskPath): void {
    const [own, below] = [keyOf(folder), keyOf({ ...folder, text: `${folder.text}${path.sep}` })];
    for (const key of [...this.#watched.keys()]) if (key === own || key.startsWith(below)) this.#end(key);
    this.#count();
  }

  #end(key: string): void {
    this.#watched.get(key)?.watcher.close();
    this.#watched.delete(key);
  }

  #count(): void {
    this.#parts.counted({ watched: this.#watched.size, unwatched: this.#unwatched });
  }
}

function keyOf({ text, escaped }: DiskPath): string {
  return `${escaped ? 'x' : ' '}${text}`;
}

/** `name` is relative to the root; null if the system did not say. */
function folderOf(root: DiskPath, name: string | null): DiskPath {
  const above = name === null ? '.' : path.dirname(name);
  return above === '.' ? root : plainPath(path.join(root.text, above));
}
