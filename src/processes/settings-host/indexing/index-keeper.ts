/** Keeps the index of the WorkSpaces: what is asked for, what is due and what changed becomes orders to the indexer. */
import { existsSync } from 'node:fs';
import type { ComponentMessage } from '../../../contract/components.ts';
import type { ContentFilter } from '../../../contract/documents/content-filter.ts';
import type { HubDocument } from '../../../contract/documents/hub.ts';
import type { WorkspacesDocument } from '../../../contract/documents/workspaces.ts';
import { listedWorkspaces, workspacePath } from '../../../domain/saving/workspace.ts';
import { readIndex } from '../../../file-index/index-summary.ts';
import { type IndexedWorkspace, numberFact } from '../../../file-index/workspace-rows.ts';
import { tryReadIdleMs } from '../../../platform/x11/idle-time.ts';
import type { Component } from '../../component.ts';
import { Indexer } from './indexer.ts';
import type { RefreshOrder } from './indexer-messages.ts';
import { ScheduledRefreshes } from './refresh-schedule.ts';

export interface IndexKeeperParts {
  readonly component: Pick<Component, 'places' | 'log' | 'env'>;
  readonly catalog: () => WorkspacesDocument;
  /** Null while it is unknown what is excluded: then nothing is indexed. */
  readonly filter: () => ContentFilter | null;
  readonly hub: () => HubDocument;
}

export class IndexKeeper implements AsyncDisposable {
  readonly #parts: IndexKeeperParts;
  readonly #indexer: Indexer;
  readonly #schedule: ScheduledRefreshes;
  #lastExcluded: string;

  constructor(parts: IndexKeeperParts) {
    this.#parts = parts;
    const { log, env, places } = parts.component;
    this.#indexer = new Indexer({ log, env, folders: () => {}, ended: () => {} });
    this.#lastExcluded = this.#excluded();
    this.#schedule = new ScheduledRefreshes({
      log,
      rules: () => parts.hub().index_refresh,
      lastMs: readIndex(places.index, (index) => numberFact(index, 'scheduled')),
      hasIndex: this.#hasIndex(),
      idleMs: () => tryReadIdleMs({ display: env.DISPLAY, isWayland: Boolean(env.WAYLAND_DISPLAY), authorityFile: env.XAUTHORITY }),
      isBusy: () => this.#indexer.isBusy,
      refresh: (isIdleKnown) => this.#refresh(0, null, isIdleKnown),
    });
  }

  /** What the core passes on. */
  hear(message: ComponentMessage): void {
    if (message.kind !== 'index') return;
    if (message.ask === 'stop') this.#indexer.stop();
    else this.#refresh(message.requestId, message.workspaceId);
    if (message.ask === 'refresh' && message.workspaceId === null) this.#schedule.began();
  }

  /** Tells the indexer which WorkSpaces there are: those that were removed leave the index. */
  catalogChanged(): void {
    if (this.#hasIndex()) this.#order({ requestId: 0, refresh: [], folders: [], isIdleKnown: null });
  }

  /** What is excluded now leaves the index, and what is not excluded any more gets into it. */
  filterChanged(): void {
    const excluded = this.#excluded();
    if (excluded === this.#lastExcluded) return;
    this.#lastExcluded = excluded;
    if (this.#hasIndex()) this.#refresh(0, null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#schedule[Symbol.dispose]();
    await this.#indexer[Symbol.asyncDispose]();
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
    if (filter === null) return this.#parts.component.log.warn('index not refreshed, the content filter is unknown');
    this.#indexer.refresh({ ...order, workspaces: this.#workspaces(), unresponsive: [], filter });
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
