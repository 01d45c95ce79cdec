/** The WorkSpaces of the index, and the facts about it. */
import type { IndexDatabase } from './index-database.ts';

/** A WorkSpace as the indexer gets it: `id` is the one of the catalog. */
export interface IndexedWorkspace {
  readonly id: string;
  readonly path: string;
}

/** Why a WorkSpace was not refreshed, or not all of it. */
export const refreshConditions = ['no-folder', 'not-connected', 'no-answer', 'too-many-files', 'crashed'] as const;
export type RefreshCondition = (typeof refreshConditions)[number];

/** The state of the last refresh, or of the one under way. */
export interface RefreshRun {
  /** Of the last request that it answers; 0 if nobody asked. */
  readonly requestId: number;
  readonly state: 'running' | 'complete' | 'stopped' | 'failed';
  /** The WorkSpace that it is at. */
  readonly workspaceId: string | null;
  readonly seen: number;
  readonly indexed: number;
  /** About how many files there are; null in a first refresh. */
  readonly expected: number | null;
  /** False if the desktop did not say how long it was idle, so that a scheduled refresh did not wait for that; null if it was not asked. */
  readonly isIdleKnown: boolean | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
}

/** The folders that the watcher watches. */
export interface WatchCounts {
  readonly watched: number;
  /** For want of watches, or because a disk did not answer. */
  readonly unwatched: number;
}

/** The row of a WorkSpace, added if there is none. */
export function workspaceRow(index: IndexDatabase, { id, path }: IndexedWorkspace): number {
  const known = index.get('SELECT id, catalog_id FROM workspaces WHERE path = ?', path);
  if (known === undefined) return index.run('INSERT INTO workspaces (catalog_id, path) VALUES (?, ?)', id, path).id;
  if (known.catalog_id !== id) index.run('UPDATE workspaces SET catalog_id = ? WHERE id = ?', id, known.id ?? null);
  return Number(known.id);
}

/** Those whose folders are not among these. */
export function removedWorkspaces(index: IndexDatabase, paths: readonly string[]): readonly number[] {
  return index.all('SELECT id, path FROM workspaces').flatMap(({ id, path }) => (paths.includes(String(path)) ? [] : [Number(id)]));
}

/** Its files become missing, its folders and itself are gone. Call it in a transaction. */
export function forgetWorkspace(index: IndexDatabase, id: number): void {
  index.run('UPDATE files SET missing = 1 WHERE folder IN (SELECT id FROM folders WHERE workspace = ?)', id);
  index.run('DELETE FROM folders WHERE workspace = ?', id);
  index.run('DELETE FROM workspaces WHERE id = ?', id);
}

/** The disk that the WorkSpace was on, by its device number; null if it was never refreshed. */
export function knownDevice(index: IndexDatabase, id: number): number | null {
  const device = index.get('SELECT device FROM workspaces WHERE id = ?', id)?.device;
  return typeof device === 'number' ? device : null;
}

export function workspaceRefreshed(
  index: IndexDatabase,
  id: number,
  {
    device,
    atMs,
    condition,
  }: { readonly device: number | null; readonly atMs: number | null; readonly condition: RefreshCondition | null },
): void {
  index.run(
    'UPDATE workspaces SET device = coalesce(?, device), refreshed_at = coalesce(?, refreshed_at), condition = ? WHERE id = ?',
    ...[device, atMs, condition, id],
  );
}

export function countFiles(index: IndexDatabase, id: number): { readonly files: number; readonly textBytes: number } {
  const sql = `SELECT count(*) AS files, coalesce(sum(text_bytes), 0) AS text FROM files
    WHERE folder IN (SELECT id FROM folders WHERE workspace = ?)`;
  const row = index.get(sql, id);
  return { files: Number(row?.files ?? 0), textBytes: Number(row?.text ?? 0) };
}

/** `run`: the last refresh. `watch`: what is watched, as it was told last. `scheduled`: when the last one of everything began (ms). `linked`: the last fragment whose file was looked for. `left`: what left the index and has words in it (`leftBehind`). `cleared`: the last password whose file was removed, when words were erased last. */
export type FactName = 'run' | 'watch' | 'scheduled' | 'linked' | 'left' | 'cleared';

/** Words of files are erased by the next refresh of everything, those of a removed WorkSpace, and of the file of a password that was cleared, by the next order. */
export const leftBehind = { nothing: 0, files: 1, workspace: 2 } as const;

export function setFact(index: IndexDatabase, name: FactName, value: RefreshRun | WatchCounts | number): void {
  index.run('INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', name, JSON.stringify(value));
}

export function numberFact(index: IndexDatabase, name: 'scheduled' | 'linked' | 'left' | 'cleared'): number | null {
  const value = index.get('SELECT value FROM facts WHERE name = ?', name)?.value;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Only the indexer writes it, in this form. */
export function lastRun(index: IndexDatabase): RefreshRun | null {
  const value = index.get("SELECT value FROM facts WHERE name = 'run'")?.value;
  return typeof value === 'string' ? (JSON.parse(value) as RefreshRun) : null;
}

/** Ends the refresh that is under way, if there is one: nobody works on it any more. */
export function endRun(index: IndexDatabase, state: 'stopped' | 'failed'): void {
  const run = lastRun(index);
  if (run?.state === 'running') setFact(index, 'run', { ...run, state, workspaceId: null, endedAtMs: Date.now() });
}

export function watchCounts(index: IndexDatabase): WatchCounts | null {
  const value = index.get("SELECT value FROM facts WHERE name = 'watch'")?.value;
  return typeof value === 'string' ? (JSON.parse(value) as WatchCounts) : null;
}

/** The folders of the WorkSpaces that are in the index. */
export function indexedPaths(index: IndexDatabase): readonly string[] {
  return index.all('SELECT path FROM workspaces').map(({ path }) => String(path));
}
