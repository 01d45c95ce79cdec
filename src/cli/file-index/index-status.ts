/** `hub index status`: what the index holds, and what its last refresh did. It reads the database, so it works with no Hub running. */
import { localTimestamp } from '../../base/timestamp.ts';
import type { HubDocument } from '../../contract/documents/hub.ts';
import { dueMs } from '../../domain/indexing/schedule.ts';
import { type IndexedWorkspaceSummary, type IndexSummary, indexSummary } from '../../file-index/index-summary.ts';
import type { RefreshCondition, RefreshRun, WatchCounts } from '../../file-index/workspace-rows.ts';
import { type ExitStatus, printJson, type Surface } from '../surface.ts';
import { formatTable } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { readHubDocument } from '../workspace-catalog.ts';

const conditions: Readonly<Record<RefreshCondition, string>> = {
  'no-folder': 'its folder is not there',
  'not-connected': 'its drive is not connected',
  'no-answer': 'its drive does not respond',
  'too-many-files': 'it has more files than Hub indexes',
  crashed: 'a folder in it could not be read',
};

export function indexStatus(surface: Surface, options: { readonly json?: boolean }): ExitStatus {
  const summary = indexSummary(surface.places.index);
  if (options.json) printJson(surface, { ok: true, index: summary });
  else if (summary === null) surface.print('There is no index yet. Make one with: hub index refresh');
  else for (const line of lines(summary, readHubDocument(surface.places))) surface.print(line);
  return 0;
}

function lines({ bytes, run, workspaces, scheduledAtMs, watch }: IndexSummary, hub: HubDocument): readonly string[] {
  const rows = workspaces.map((workspace) => [
    workspace.id,
    workspace.files.toLocaleString('en'),
    megabytes(workspace.textBytes),
    workspace.refreshedAtMs === null ? 'never' : localTime(workspace.refreshedAtMs),
    workspace.condition === null ? 'complete' : conditions[workspace.condition],
    visibleText(workspace.path),
  ]);
  return [
    ...formatTable(['WORKSPACE', 'FILES', 'TEXT', 'REFRESHED', 'STATE', 'FOLDER'], rows),
    '',
    `Index    ${total(workspaces)}; ${megabytes(bytes)} on the disk`,
    `Refresh  ${run === null ? 'none yet' : whatItDid(run)}`,
    `Next     ${nextOf(hub.index_refresh, scheduledAtMs, run)}`,
    `Watcher  ${hub.enable_filesystem_watcher ? watchedOf(watch) : 'off, by enable_filesystem_watcher'}`,
  ];
}

function nextOf(schedule: HubDocument['index_refresh'], lastMs: number | null, run: RefreshRun | null): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const nowMs = Date.now();
  const dueAtMs = dueMs({ schedule, lastMs, nowMs, startedMs: 0, timeZone });
  if (dueAtMs === null) return 'never: the schedule has no day of the week';
  const when = dueAtMs <= nowMs ? 'is due' : localTime(dueAtMs);
  if (schedule.idle_after === 0) return when;
  if (run?.isIdleKnown === false) return `${when}; it does not wait until nobody uses the computer, because this desktop does not say so`;
  return `${when}, once nobody has used the computer for ${schedule.idle_after} min`;
}

function watchedOf(counts: WatchCounts | null): string {
  if (counts === null) return 'on';
  const rest =
    counts.unwatched === 0 ? '' : `; ${counts.unwatched.toLocaleString('en')} are not: changes in them are found by the next refresh`;
  return `on: ${counts.watched.toLocaleString('en')} folders are watched while Hub runs${rest}`;
}

function total(workspaces: readonly IndexedWorkspaceSummary[]): string {
  const files = workspaces.reduce((sum, workspace) => sum + workspace.files, 0);
  return `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`;
}

function whatItDid(run: RefreshRun): string {
  if (run.state === 'running') return `under way: ${progressOf(run)}`;
  const words = { complete: 'complete', stopped: 'stopped', failed: 'failed; see: hub status' } as const;
  const seconds = ((run.endedAtMs ?? run.startedAtMs) - run.startedAtMs) / 1_000;
  return `${words[run.state]}: ${progressOf(run)}, began ${localTime(run.startedAtMs)}, took ${seconds.toFixed(1)} s`;
}

/** How far a refresh is. */
export function progressOf({ seen, indexed, expected, state }: RefreshRun): string {
  const of = state === 'running' && expected !== null && expected > seen ? ` of about ${expected.toLocaleString('en')}` : '';
  return `${seen.toLocaleString('en')}${of} files seen, ${indexed.toLocaleString('en')} indexed`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

/** In the machine's time zone, to the minute. */
export function localTime(atMs: number): string {
  return localTimestamp(atMs).slice(0, 16).replace('T', ' ');
}
