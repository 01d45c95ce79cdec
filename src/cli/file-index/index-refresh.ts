/** `hub index refresh`: the running Hub does it; the command follows it in the database of the index until it ends. */
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '../../domain/language/say.ts';
import { readLastRun } from '../../file-index/index-summary.ts';
import type { RefreshRun } from '../../file-index/workspace-rows.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { notDone, withBridge } from '../with-bridge.ts';
import { workspaceIds } from '../workspace-catalog.ts';
import { progressOf } from './index-status.ts';

interface Options {
  readonly json?: boolean;
  readonly workspace?: string;
  readonly stop?: boolean;
}

const lookEveryMs = 200;
/** The process that does it has started by then, unless it does something else. */
const beginsWithinMs = 20_000;
/** Without any progress for so long, nobody works on it any more. */
const standstillMs = 120_000;
/** On a terminal, a line at most so often. */
const sayEveryMs = 2_000;

export async function indexRefresh(surface: Surface, options: Options): Promise<ExitStatus> {
  const { workspace, stop } = options;
  if (workspace !== undefined && !workspaceIds(surface.places).includes(workspace))
    return failedBecause(surface, say('there is no WorkSpace with this id; run "hub index status" to see the ids'), 'unknown_workspace');
  const asked = await withBridge(surface.places, (bridge) => (stop ? bridge.stopIndex() : bridge.refreshIndex(workspace)));
  if (asked.kind !== 'answer') return notDone(surface, asked);
  return stop ? stopped(surface, options) : followed(surface, options, asked.value.requestId);
}

async function stopped(surface: Surface, options: Options): Promise<ExitStatus> {
  const end = await follow(
    surface,
    (run) => run === null || run.state !== 'running',
    () => {},
  );
  if (end === 'no-end') return failedBecause(surface, say('the refresh has not stopped yet; see: hub index status'), 'timeout');
  if (options.json) printJson(surface, { ok: true });
  else surface.print(say('No refresh of the index is under way.'));
  return 0;
}

async function followed(surface: Surface, options: Options, requestId: number): Promise<ExitStatus> {
  let saidMs = performance.now();
  const end = await follow(
    surface,
    (run) => run !== null && run.requestId >= requestId && run.state !== 'running',
    (run) => {
      if (!surface.terminal || options.json || performance.now() - saidMs < sayEveryMs) return;
      saidMs = performance.now();
      surface.print(`${progressOf(run)} …`);
    },
  );
  if (end === 'no-end' || end === null)
    return failedBecause(surface, say('the refresh was stopped, or did not begin; see: hub index status'), 'timeout');
  if (end.state === 'failed') return failedBecause(surface, say('the refresh failed; the log of the settings host says why'), 'failed');
  if (options.json) printJson(surface, { ok: true, run: end });
  else
    surface.print(
      end.state === 'stopped'
        ? say('Stopped: {progress}.', { progress: progressOf(end) })
        : say('Done: {progress}.', { progress: progressOf(end) }),
    );
  return 0;
}

/** Looks until `isEnd`, or there is no progress. */
async function follow(
  { places }: Surface,
  isEnd: (run: RefreshRun | null) => boolean,
  running: (run: RefreshRun) => void,
): Promise<RefreshRun | null | 'no-end'> {
  let last = '';
  let endMs = performance.now() + beginsWithinMs;
  for (;;) {
    const run = readLastRun(places.index);
    if (isEnd(run)) return run;
    const now = JSON.stringify(run);
    if (run?.state === 'running') {
      running(run);
      if (now !== last) endMs = performance.now() + standstillMs;
    }
    last = now;
    if (performance.now() > endMs) return 'no-end';
    await pause(lookEveryMs);
  }
}
