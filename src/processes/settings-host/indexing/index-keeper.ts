/** Keeps the index of the WorkSpaces: what is asked for, what is due and what changed becomes orders to the indexer. */
import { existsSync } from 'node:fs';
import type { ComponentMessage } from '../../../contract/components.ts';
import type { ContentFilter } from '../../../contract/documents/content-filter.ts';
import type { WorkspacesDocument } from '../../../contract/documents/workspaces.ts';
import { listedWorkspaces, workspacePath } from '../../../domain/saving/workspace.ts';
import type { IndexedWorkspace } from '../../../file-index/workspace-rows.ts';
import type { Component } from '../../component.ts';
import { Indexer } from './indexer.ts';
import type { RefreshOrder } from './indexer-messages.ts';

export interface IndexKeeperParts {
  readonly component: Pick<Component, 'places' | 'log' | 'env'>;
  readonly catalog: () => WorkspacesDocument;
  /** Null while it is unknown what is excluded: then nothing is indexed. */
  readonly filter: () => ContentFilter | null;
}

export class IndexKeeper implements AsyncDisposable {
  readonly #parts: IndexKeeperParts;
  readonly #indexer: Indexer;

  constructor(parts: IndexKeeperParts) {
    this.#parts = parts;
    const { log, env } = parts.component;
    this.#indexer = new Indexer({ log, env, folders: () => {}, ended: () => {} });
  }

  /** What the core passes on. */
  hear(message: ComponentMessage): void {
    if (message.kind !== 'index') return;
    if (message.ask === 'stop') this.#indexer.stop();
    else this.#refresh(message.requestId, message.workspaceId);
  }

  /** Tells the indexer which WorkSpaces there are: those that were removed leave the index. */
  catalogChanged(): void {
    if (this.#hasIndex()) this.#order({ requestId: 0, refresh: [], folders: [] });
  }

  /** What is excluded now leaves the index, and what is not excluded any more gets into it. */
  filterChanged(): void {
    if (this.#hasIndex()) this.#refresh(0, null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#indexer[Symbol.asyncDispose]();
  }

  #hasIndex(): boolean {
    return existsSync(this.#parts.component.places.index);
  }

  #refresh(requestId: number, workspaceId: string | null): void {
    const refresh = workspaceId === null ? this.#workspaces().map(({ id }) => id) : [workspaceId];
    this.#order({ requestId, refresh, folders: null });
  }

  #order(order: Pick<RefreshOrder, 'requestId' | 'refresh' | 'folders'>): void {
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
