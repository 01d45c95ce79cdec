/** `hub index status`: what the index holds, and what its last refresh did. It reads the database, so it works with no Hub running. */
import { localTimestamp, systemTimeZone } from '../../base/timestamp.ts';
import type { HubDocument } from '../../contract/documents/hub.ts';
import { dueMs } from '../../domain/indexing/schedule.ts';
import { sayNumber } from '../../domain/language/numbers.ts';
import { say } from '../../domain/language/say.ts';
import { type IndexedWorkspaceSummary, type IndexSummary, indexSummary } from '../../file-index/index-summary.ts';
import type { RefreshCondition, RefreshRun, WatchCounts } from '../../file-index/workspace-rows.ts';
import { type ExitStatus, printJson, type Surface } from '../surface.ts';
import { formatTable, padded } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { readHubDocument } from '../workspace-catalog.ts';

const conditions: Readonly<Record<RefreshCondition, () => string>> = {
  'no-folder': () => say('its folder is not there'),
  'not-connected': () => say('its drive is not connected'),
  'no-answer': () => say('its drive does not respond'),
  'too-many-files': () => say('it has more files than Hub indexes'),
  crashed: () => say('a folder in it could not be read'),
};

export function indexStatus(surface: Surface, options: { readonly json?: boolean }): ExitStatus {
  const summary = indexSummary(surface.places.index);
  if (options.json) printJson(surface, { ok: true, index: summary });
  else if (summary === null) surface.print(say('There is no index yet. Make one with: hub index refresh'));
  else for (const line of lines(summary, readHubDocument(surface.places))) surface.print(line);
  return 0;
}

function lines({ bytes, run, workspaces, scheduledAtMs, watch }: IndexSummary, hub: HubDocument): readonly string[] {
  const rows = workspaces.map((workspace) => [
    workspace.id,
    sayNumber(workspace.files),
    megabytes(workspace.textBytes),
    workspace.refreshedAtMs === null ? say('never') : localTime(workspace.refreshedAtMs),
    stateOf(workspace),
    visibleText(workspace.path),
  ]);
  return [
    ...formatTable([say('WORKSPACE'), say('FILES'), say('TEXT'), say('REFRESHED'), say('STATE'), say('FOLDER')], rows),
    '',
    fact(say('Index'), say('{files}; {size} on the disk', { files: total(workspaces), size: megabytes(bytes) })),
    fact(say('Refresh'), hasRefreshed(run, workspaces) ? whatItDid(run) : say('nothing has been refreshed yet')),
    fact(say('Next'), nextOf(hub.index_refresh, scheduledAtMs, run)),
    fact(say('Watcher'), hub.enable_filesystem_watcher ? watchedOf(watch) : say('off, by enable_filesystem_watcher')),
  ];
}

function stateOf({ condition, refreshedAtMs }: IndexedWorkspaceSummary): string {
  if (condition !== null) return conditions[condition]();
  return refreshedAtMs === null ? say('not refreshed yet') : say('complete');
}

/** A refresh that found no folder of a WorkSpace saw no files, which would read as if there were none. */
function hasRefreshed(run: RefreshRun | null, workspaces: readonly IndexedWorkspaceSummary[]): run is RefreshRun {
  if (run === null) return false;
  return run.state === 'running' || run.seen > 0 || workspaces.some(({ refreshedAtMs, files }) => refreshedAtMs !== null || files > 0);
}

function nextOf(schedule: HubDocument['index_refresh'], lastMs: number | null, run: RefreshRun | null): string {
  const timeZone = systemTimeZone();
  const nowMs = Date.now();
  const dueAtMs = dueMs({ schedule, lastMs, nowMs, startedMs: 0, timeZone });
  if (dueAtMs === null) return say('never: the schedule has no day of the week');
  const when = dueAtMs <= nowMs ? say('is due') : localTime(dueAtMs);
  if (schedule.idle_after === 0) return when;
  if (run?.isIdleKnown === false)
    return say('{when}; it does not wait until nobody uses the computer, because this desktop does not say so', { when });
  return say('{when}, once nobody has used the computer for {minutes} min', { when, minutes: schedule.idle_after });
}

function watchedOf(counts: WatchCounts | null): string {
  if (counts === null) return say('on');
  const rest =
    counts.unwatched === 0
      ? ''
      : say('; {unwatched} are not: changes in them are found by the next refresh', { unwatched: sayNumber(counts.unwatched) });
  return say('on: {watched} folders are watched while Hub runs{rest}', { watched: sayNumber(counts.watched), rest });
}

function total(workspaces: readonly IndexedWorkspaceSummary[]): string {
  const files = workspaces.reduce((sum, workspace) => sum + workspace.files, 0);
  return say('{files, plural, one {# file} other {# files}}', { files });
}

function whatItDid(run: RefreshRun): string {
  if (run.state === 'running') return say('under way: {progress}', { progress: progressOf(run) });
  const words = { complete: say('complete'), stopped: say('stopped'), failed: say('failed; see: hub status') } as const;
  const seconds = ((run.endedAtMs ?? run.startedAtMs) - run.startedAtMs) / 1_000;
  return say('{end}: {progress}, began {began}, took {seconds} s', {
    end: words[run.state],
    progress: progressOf(run),
    began: localTime(run.startedAtMs),
    seconds: sayNumber(seconds, 1),
  });
}

/** How far a refresh is. */
export function progressOf({ seen, indexed, expected, state }: RefreshRun): string {
  if (state === 'running' && seen === 0) return say('no files seen yet');
  const of =
    state === 'running' && expected !== null && expected > seen ? say(' of about {expected}', { expected: sayNumber(expected) }) : '';
  return say('{seen}{of} files seen, {indexed} indexed', { seen: sayNumber(seen), of, indexed: sayNumber(indexed) });
}

function fact(name: string, value: string): string {
  return `${padded(name, 8)} ${value}`;
}

function megabytes(bytes: number): string {
  return `${sayNumber(bytes / 1_048_576, 1)} MiB`;
}

/** In the machine's time zone, to the minute. */
export function localTime(atMs: number): string {
  return localTimestamp(atMs).slice(0, 16).replace('T', ' ');
}
