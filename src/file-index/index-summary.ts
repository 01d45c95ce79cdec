/** What the index holds, for its status. */
import { type IndexDatabase, indexBytes, tryOpenIndexReader } from './index-database.ts';
import {
  countFiles,
  lastRun,
  numberFact,
  type RefreshCondition,
  type RefreshRun,
  refreshConditions,
  type WatchCounts,
  watchCounts,
} from './workspace-rows.ts';

export interface IndexedWorkspaceSummary {
  readonly id: string;
  readonly path: string;
  readonly files: number;
  readonly textBytes: number;
  /** When the last refresh of all of it ended; null if there was none. */
  readonly refreshedAtMs: number | null;
  readonly condition: RefreshCondition | null;
}

export interface IndexSummary {
  /** Bytes of the database. */
  readonly bytes: number;
  readonly run: RefreshRun | null;
  /** Null if the watcher never counted. */
  readonly watch: WatchCounts | null;
  /** When the last refresh of everything began; null if there was none. */
  readonly scheduledAtMs: number | null;
  readonly workspaces: readonly IndexedWorkspaceSummary[];
}

/** Null if there is no index that can be read now. */
export function indexSummary(file: string): IndexSummary | null {
  return readIndex(file, (index) => ({
    bytes: indexBytes(file),
    run: lastRun(index),
    watch: watchCounts(index),
    scheduledAtMs: numberFact(index, 'scheduled'),
    workspaces: workspacesOf(index),
  }));
}

/** The last refresh; null if there was none, or the index cannot be read now. */
export function readLastRun(file: string): RefreshRun | null {
  return readIndex(file, lastRun);
}

/** Null if there is no index that can be read now: the indexer makes a damaged one anew. */
export function readIndex<Value>(file: string, read: (index: IndexDatabase) => Value): Value | null {
  using index = tryOpenIndexReader(file);
  if (index === null) return null;
  try {
    return read(index);
  } catch {
    return null;
  }
}

function workspacesOf(index: IndexDatabase): readonly IndexedWorkspaceSummary[] {
  return index.all('SELECT * FROM workspaces ORDER BY id').map((row) => ({
    id: String(row.catalog_id),
    path: String(row.path),
    ...countFiles(index, Number(row.id)),
    refreshedAtMs: typeof row.refreshed_at === 'number' ? row.refreshed_at : null,
    condition: refreshConditions.find((condition) => condition === row.condition) ?? null,
  }));
}
