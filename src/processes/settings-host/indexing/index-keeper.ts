/** Keeps the index of the WorkSpaces: what is asked for, what is due and what changed becomes orders to the indexer. */
import { existsSync } from 'node:fs';
import { tooLate } from '../../../base/deadline.ts';
import type { DiskQuestions } from '../../../base/disk-questions.ts';
import { isOwn, type OwnPart, ownPartOf } from '../../../configuration/own-part.ts';
import type { ComponentMessage } from '../../../contract/components.ts';
import { type ContentFilter, contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import type { HubDocument } from '../../../contract/documents/hub.ts';
import type { WorkspacesDocument } from '../../../contract/documents/workspaces.ts';
import { listedWorkspaces, workspacePath } from '../../../domain/saving/workspace.ts';
import type { DiskPath } from '../../../file-index/disk-path.ts';
import { allFolders } from '../../../file-index/file-rows.ts';
import { openIndex } from '../../../file-index/index-database.ts';
import { readIndex } from '../../../file-index/index-summary.ts';
import { endRun, type IndexedWorkspace, indexedPaths, lastRun, numberFact } from '../../../file-index/workspace-rows.ts';
import type { Component } from '../../component.ts';
import { ChangedFolders } from './changed-folders.ts';
import { Indexer } from './indexer.ts';
import type { RefreshOrder } from './indexer-messages.ts';
import { ScheduledRefreshes } from './refresh-schedule.ts';
import { ReturningWorkspaces } from './returning-workspaces.ts';
import { mostWatchedFolders, WorkspaceWatch } from './workspace-watch.ts';

export interface IndexKeeperParts {
  readonly component: Pick<Component, 'places' | 'log' | 'env'>;
  readonly questions: DiskQuestions;
  readonly catalog: () => WorkspacesDocument;
  /** Null while it is unknown what is excluded: then nothing is indexed. */
  readonly filter: () => ContentFilter | null;
  readonly hub: () => HubDocument;
}

/** The rest of Hub starts first. */
const watchAfterMs = 3_000;
/** A save is recorded by then, and the indexer still runs. */
const linkAfterMs = 3_000;

export class IndexKeeper implements AsyncDisposable {
  readonly #parts: IndexKeeperParts;
  readonly #indexer: Indexer;
  readonly #schedule: ScheduledRefreshes;
  readonly #watch: WorkspaceWatch;
  readonly #changed: ChangedFolders;
  readonly #returning: ReturningWorkspaces;
  readonly #firstWatch: NodeJS.Timeout;
  readonly #own = new Map<string, OwnPart>();
  #later: NodeJS.Timeout | undefined;
  #lastExcluded: string;
  #isWatching: boolean;

  constructor(parts: IndexKeeperParts) {
    this.#parts = parts;
    const { log, env, places } = parts.component;
    const { questions } = parts;
    this.#changed = new ChangedFolders({
      report: (workspaceId, folders) => this.#order({ requestId: 0, refresh: [workspaceId], folders, isIdleKnown: null }),
    });
    this.#watch = new WorkspaceWatch({
      log,
      questions,
      changed: (workspaceId, folder) => {
        if (!this.#isOwn(workspaceId, folder)) this.#changed.add(workspaceId, folder);
      },
      counted: (counts) => this.#indexer.watching(counts),
    });
    this.#indexer = new Indexer({
      log,
      env,
      folders: ({ workspaceId, paths }) => {
        if (this.#isWatching) this.#watch.add(workspaceId, paths);
      },
      ended: ({ folders, refresh }, isDone) => {
        if (folders !== null) this.#changed.indexed();
        if (folders !== null && folders.length > 0) this.#linkLater();
        // One that only ends it may be given up too.
        if (!isDone && refresh.length > 0) this.#endLost();
      },
    });
    this.#isWatching = parts.hub().enable_filesystem_watcher;
    this.#returning = new ReturningWorkspaces({
      questions,
      workspaces: () => (this.#isWatching ? this.#workspaces() : []),
      returned: (id) => {
        if (this.#hasIndex()) this.#refresh(0, id);
      },
    });
    void this.#lookForOwn();
    this.#firstWatch = setTimeout(() => this.#watchKnown(), watchAfterMs).unref();
    this.#lastExcluded = this.#excluded();
    this.#schedule = new ScheduledRefreshes({
      log,
      rules: () => parts.hub().index_refresh,
      lastMs: readIndex(places.index, (index) => numberFact(index, 'scheduled')),
      hasIndex: this.#hasIndex(),
      // Loaded once a refresh waits for the computer to be idle.
      idleMs: async () => (await import('../../../platform/idle-time/index.ts')).readIdleMs({ platform: process.platform, env, log }),
      isBusy: () => this.#indexer.isBusy,
      refresh: (isIdleKnown) => this.#refresh(0, null, isIdleKnown),
    });
    // By a Hub that was killed.
    if (readIndex(places.index, lastRun)?.state === 'running') this.#endLost();
  }

  /** What the core passes on. */
  hear(message: ComponentMessage): void {
    if (message.kind !== 'index') return;
    if (message.ask === 'stop') return this.#indexer.stop();
    this.#refresh(message.requestId, message.workspaceId);
    if (message.workspaceId === null) this.#schedule.began();
  }

  /** The WorkSpaces that were removed leave the index, and new ones get into it. */
  catalogChanged(): void {
    const workspaces = this.#workspaces();
    this.#watch.keepOnly(new Set(workspaces.map(({ id }) => id)));
    void this.#lookForOwn();
    if (!this.#hasIndex()) return;
    const known = readIndex(this.#parts.component.places.index, indexedPaths) ?? [];
    const added = workspaces.filter(({ path }) => !known.includes(path)).map(({ id }) => id);
    this.#order({ requestId: 0, refresh: added, folders: added.length === 0 ? [] : null, isIdleKnown: null });
    this.#watchKnown(); // by the ids that they have now
  }

  /** What is excluded now leaves the index, and what is not excluded any more gets into it. */
  filterChanged(): void {
    const excluded = this.#excluded();
    if (excluded === this.#lastExcluded) return;
    this.#lastExcluded = excluded;
    if (this.#hasIndex()) this.#refresh(0, null);
  }

  /** The watcher may be switched on or off. */
  hubChanged(): void {
    const isWatching = this.#parts.hub().enable_filesystem_watcher;
    if (isWatching === this.#isWatching) return;
    this.#isWatching = isWatching;
    if (!isWatching) this.#watch.keepOnly(new Set());
    else if (this.#hasIndex()) this.#refresh(0, null); // for what changed meanwhile; it tells which folders there are
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#firstWatch);
    clearTimeout(this.#later);
    this.#schedule[Symbol.dispose]();
    this.#watch[Symbol.dispose]();
    this.#returning[Symbol.dispose]();
    this.#changed[Symbol.dispose]();
    const wasBusy = this.#indexer.isBusy;
    await this.#indexer[Symbol.asyncDispose]();
    if (wasBusy) this.#endStopped();
  }

  /** The file of a save is there a moment before its receipt is in the journal. */
  #linkLater(): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#order({ requestId: 0, refresh: [], folders: [], isIdleKnown: null }), linkAfterMs).unref();
  }

  /** The status says that a refresh is under way on which nobody works any more: an order without work corrects that (`refresh.ts`). */
  #endLost(): void {
    this.#order({ requestId: 0, refresh: [], folders: [], isIdleKnown: null });
  }

  /** The same at the end of this process, which serves nobody any more and has no indexer. Best effort: the next refresh writes another one. */
  #endStopped(): void {
    try {
      using index = openIndex(this.#parts.component.places.index);
      endRun(index, 'stopped');
    } catch {}
  }

  /** Watches the folders that are in the index already. */
  #watchKnown(): void {
    if (!this.#isWatching) return;
    const ids = new Map(this.#workspaces().map(({ id, path }) => [path, id]));
    const folders = readIndex(this.#parts.component.places.index, (index) => allFolders(index, mostWatchedFolders)) ?? [];
    for (const { workspacePath: root, path } of folders) {
      const id = ids.get(root);
      if (id !== undefined && !this.#isOwn(id, path)) this.#watch.add(id, [path]);
    }
  }

  /** What Hub writes itself changes with each refresh. One watch for all of a WorkSpace reports that too. */
  #isOwn(workspaceId: string, folder: DiskPath): boolean {
    return isOwn(this.#own.get(workspaceId) ?? [], folder.text);
  }

  async #lookForOwn(): Promise<void> {
    const { component, questions } = this.#parts;
    for (const { id, path } of this.#workspaces()) {
      const own = await questions.ask(path, () => ownPartOf(path, component.places));
      if (own !== tooLate) this.#own.set(id, own);
    }
  }

  #excluded(): string {
    const filter = this.#parts.filter();
    return JSON.stringify([filter?.excluded_dirs, filter?.excluded_extensions]);
  }

  #hasIndex(): boolean {
    return existsSync(this.#parts.component.places.index);
  }

  #refresh(requestId: number, workspaceId: string | null, isIdleKnown: boolean | null = null): void {
    const refresh = workspaceId === null ? this.#workspaces().map(({ id }) => id) : [workspaceId];
    this.#order({ requestId, refresh, folders: null, isIdleKnown });
  }

  #order(order: Pick<RefreshOrder, 'requestId' | 'refresh' | 'folders' | 'isIdleKnown'>): void {
    const filter = this.#parts.filter();
    if (filter === null) this.#parts.component.log.warn('index not refreshed, the content filter is unknown');
    // What has left the catalog leaves the index all the same.
    const refresh = filter === null ? [] : order.refresh;
    this.#indexer.refresh({
      ...order,
      refresh,
      workspaces: this.#workspaces(),
      unresponsive: [],
      filter: filter ?? contentFilterDocument.parse({}),
    });
  }

  #workspaces(): readonly IndexedWorkspace[] {
    const { workspaceOverride, defaultWorkspace, userHome } = this.#parts.component.places;
    const fallbacks = { override: workspaceOverride, defaultPath: defaultWorkspace, userHome };
    const { workspaces } = listedWorkspaces(this.#parts.catalog(), fallbacks);
    // A folder that is listed twice is one WorkSpace.
    const byPath = new Map<string, IndexedWorkspace>();
    for (const { id, path } of workspaces) {
      if (workspacePath(path, userHome) === null || byPath.has(withoutSlash(path))) continue;
      byPath.set(withoutSlash(path), { id, path: withoutSlash(path) });
    }
    return [...byPath.values()];
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && /[\\/]$/.test(path) ? path.slice(0, -1) : path;
}
