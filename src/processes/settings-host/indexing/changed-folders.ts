/**
 * Collects the folders that changed until it is quiet, and reports them together. A file that is written all the time must not keep the indexer busy: it
 * rests ten times as long as it worked, 10 s at most.
 */
import type { DiskPath } from '../../../file-index/disk-path.ts';

export interface ChangedFoldersParts {
  /** Null: so many that all of the WorkSpace is to be refreshed. */
  readonly report: (workspaceId: string, folders: readonly DiskPath[] | null) => void;
  readonly quietMs?: number;
  readonly longestMs?: number;
}

const usualQuietMs = 500;
/** However much changes in between. */
const usualLongestMs = 10_000;
const mostFolders = 500;
const restsTimes = 10;

export class ChangedFolders implements Disposable {
  readonly #parts: ChangedFoldersParts;
  readonly #changed = new Map<string, Map<string, DiskPath>>();
  #timer: NodeJS.Timeout | undefined;
  #sinceMs = 0;
  #reportedMs = 0;
  #notBeforeMs = 0;

  constructor(parts: ChangedFoldersParts) {
    this.#parts = parts;
  }

  add(workspaceId: string, folder: DiskPath): void {
    const nowMs = performance.now();
    if (this.#changed.size === 0) this.#sinceMs = nowMs;
    const folders = this.#changed.get(workspaceId) ?? new Map<string, DiskPath>();
    this.#changed.set(workspaceId, folders);
    if (folders.size <= mostFolders) folders.set(`${folder.escaped} ${folder.text}`, folder);
    const { quietMs = usualQuietMs, longestMs = usualLongestMs } = this.#parts;
    const atMs = Math.max(Math.min(nowMs + quietMs, this.#sinceMs + longestMs), this.#notBeforeMs);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#report(), Math.max(0, atMs - nowMs)).unref();
  }

  /** What was reported last is indexed. */
  indexed(): void {
    const nowMs = performance.now();
    this.#notBeforeMs = nowMs + Math.min(restsTimes * (nowMs - this.#reportedMs), this.#parts.longestMs ?? usualLongestMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#changed.clear();
  }

  #report(): void {
    this.#reportedMs = performance.now();
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const [workspaceId, folders] of changed)
      this.#parts.report(workspaceId, folders.size > mostFolders ? null : [...folders.values()]);
  }
}
