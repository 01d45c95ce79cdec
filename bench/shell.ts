/**
 * The window's speed as the user perceives it: from a copy to the frame that shows it, from a request for the window to the active window, and from the
 * start to the first frame. Also its cost while it is shown and while it is hidden, and whether it makes Hub miss copies. It is a real window under a
 * window manager, on a private display.
 *
 * The page records the time when a frame has been painted. The delay of the display after that is not measured.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { askAction } from '../src/client/ask-pipes.ts';
import { programName } from '../src/platform/jump-list/index.ts';
import { openX11Activation } from '../src/platform/window/x11-activation.ts';
import { Desktop } from '../test/harness/desktop/desktop.ts';
import { TestHub } from '../test/harness/hub.ts';
import { until } from '../test/harness/until.ts';
import type { Bench } from './bench.ts';
import { xclipBurst } from './capture/burst-round.ts';
import { logLines, numberIn } from './component-log.ts';
import { type HubProcess, hubProcesses } from './measuring/hub-processes.ts';
import { loggedSince } from './measuring/log-times.ts';
import { summarize } from './measuring/percentiles.ts';
import { tryMemory } from './measuring/process-memory.ts';
import { tryTicksMs } from './measuring/process-time.ts';
import { type Report, statisticCells, statisticColumns } from './measuring/report.ts';
import { sampleText } from './measuring/sample-text.ts';
import type { CopyCommand, CopyReply } from './programs/copying-program.ts';
import { Program } from './programs/program.ts';
import { measureGrowth } from './shell-growth.ts';
import { measureBursts } from './window-bursts.ts';

const log = 'Hub.App.log';
const settleMs = 8_000;

export const shell: Bench = {
  about:
    'the window: copy to frame, restore to active window, start to first frame; processor time and memory; --fragments N: a long journal',
  options: { copies: 60, restores: 20, starts: 5, rest: 20, bursts: 6, fragments: 0 },
  run: async (report, parts, { copies = 60, restores = 20, starts = 5, rest = 20, bursts = 6, fragments = 0 }) => {
    if (fragments > 0) return measureGrowth(report, parts, fragments);
    const desktop = parts.use(await Desktop.start());
    const hub = parts.use(new TestHub({ ...desktop.place, HUB_DEBUG: 'true' }, { withWindow: true }));
    await hub.start();
    const window = await until('window', async () => (await desktop.windows('Hub'))[0]);
    await pause(settleMs);
    if (copies > 0) await measureCopies(report, hub, desktop, copies);
    if (restores > 0) await measureRestores(report, hub, desktop, { window, restores });
    if (starts > 0) await measureStarts(report, hub, starts);
    if (bursts > 0) await measureBursts(report, parts, { hub, burst: xclipBurst(desktop.display) }, bursts);
    if (rest > 0) await measureRest(report, hub, rest);
  },
};

async function measureCopies(report: Report, hub: TestHub, desktop: Desktop, count: number): Promise<void> {
  await using owner = await Program.start<CopyCommand, CopyReply>('copying-program.ts', [desktop.display]);
  const times: number[] = [];
  for (let copy = 0; copy < count; copy += 1) {
    const { unixMs } = await owner.ask({ text: sampleText(copy, 2_000) });
    // A random pause, so that the copies do not follow the window's own rhythm; and the log is not read while it is written.
    await pause(500 + (copy % 7) * 40);
    times.push((await paintedAfter(hub, unixMs)) - unixMs);
  }
  const summary = summarize(times);
  report.table('From a copy of 2 kB to the frame that shows it, ms', ['', ...statisticColumns], [['copy', ...statisticCells(summary)]]);
  report.target({ what: 'copy to frame, p50', figure: summary.p50, limit: 60, better: 'lower', unit: 'ms' });
}

/** When the first view with the snapshot of this copy was painted: Unix time, ms. */
function paintedAfter(hub: TestHub, sinceMs: number): Promise<number> {
  return until('painted copy', () => {
    const since = (event: string) => logLines(hub.places.logs, log, event).filter(({ time }) => Date.parse(String(time)) >= sinceMs);
    const snapshot = since('snapshot')[0];
    if (snapshot === undefined) return undefined;
    const painted = since('painted').find((line) => numberIn(line, 'revision') >= numberIn(snapshot, 'revision'));
    return painted === undefined ? undefined : numberIn(painted, 'atMs');
  });
}

async function measureRestores(
  report: Report,
  hub: TestHub,
  desktop: Desktop,
  { window, restores }: { readonly window: number; readonly restores: number },
): Promise<void> {
  const eyes = await openX11Activation(desktop.display);
  if (eyes === null) throw new Error('the display is gone');
  using _cover = await desktop.coverWith('cover');
  const times: number[] = [];
  for (let round = 0; round < restores; round += 1) {
    await askAction(hub.places, 'toggle', { timeoutMs: 5_000 });
    await until('hidden window', async () => (await desktop.windows('Hub')).length === 0);
    await pause(1_000 + (round % 5) * 130);
    const startMs = performance.now();
    const asked = askAction(hub.places, 'restore', { timeoutMs: 5_000 });
    while (!(await eyes.isActive(window))) await pause(2);
    times.push(performance.now() - startMs);
    await asked;
    await pause(300);
  }
  await eyes[Symbol.asyncDispose]();
  const summary = summarize(times);
  report.table(
    'From `restore` to the active window, for a hidden window, ms',
    ['', ...statisticColumns],
    [['restore', ...statisticCells(summary)]],
  );
  report.target({ what: 'restore to active window, p50', figure: summary.p50, limit: 150, better: 'lower', unit: 'ms' });
}

async function measureStarts(report: Report, hub: TestHub, count: number): Promise<void> {
  const times: number[] = [];
  for (let start = 0; start < count; start += 1) {
    const sinceMs = Date.now();
    await hub.command(['restart', 'hub']);
    const started = await until('start of the window', () =>
      loggedSince(hub.places.logs, 'component state', sinceMs).find(({ of, state }) => of === 'hub' && state === 'starting'),
    );
    const first = await until('first picture', () =>
      logLines(hub.places.logs, log, 'painted').find(({ time }) => Date.parse(String(time)) >= started.atMs),
    );
    times.push(numberIn(first, 'atMs') - started.atMs);
    await pause(1_500);
  }
  const summary = summarize(times);
  report.table('From the start of the shell to the first frame, ms', ['', ...statisticColumns], [['start', ...statisticCells(summary)]]);
  report.target({ what: 'start to first frame, p50', figure: summary.p50, limit: 1_500, better: 'lower', unit: 'ms' });
}

async function measureRest(report: Report, hub: TestHub, seconds: number): Promise<void> {
  await pause(settleMs);
  const shown = await processorPercents(hub, seconds);
  await askAction(hub.places, 'toggle', { timeoutMs: 5_000 });
  await pause(settleMs);
  const hidden = await processorPercents(hub, seconds);
  const processes = ofWindow(hub);
  const memory = processes.map(({ pid }) => tryMemory(pid));
  report.table(
    'Idle: processor time, % of one core, and memory',
    ['', 'shown %', 'hidden %', 'PSS MB', 'private MB'],
    processes.map(({ pid, program }, index) => [
      program,
      (shown.get(pid) ?? Number.NaN).toFixed(2),
      (hidden.get(pid) ?? Number.NaN).toFixed(2),
      ((memory[index]?.proportionalBytes ?? Number.NaN) / 1e6).toFixed(1),
      ((memory[index]?.privateBytes ?? Number.NaN) / 1e6).toFixed(1),
    ]),
  );
  const total = (of: ReadonlyMap<number, number>): number => [...of.values()].reduce((sum, percent) => sum + percent, 0);
  const bytes = memory.reduce((sum, each) => sum + (each?.proportionalBytes ?? 0), 0);
  report.target({ what: 'processor time while hidden, of one core', figure: total(hidden), limit: 0.5, better: 'lower', unit: '%' });
  report.target({ what: 'processor time while shown and idle, of one core', figure: total(shown), limit: 1, better: 'lower', unit: '%' });
  report.note(`The shell and its web processes use ${(bytes / 1e6).toFixed(1)} MB PSS in total.`);
}

/** The shell and the processes of its web view. */
function ofWindow(hub: TestHub): readonly HubProcess[] {
  const found = hubProcesses(hub.places.home).filter(({ program }) => program.startsWith(programName) || /WebKit/.test(program));
  if (found.length < 2 || !found.some(({ program }) => program.startsWith(programName)))
    throw new Error('the processes of the window were not found');
  return found;
}

async function processorPercents(hub: TestHub, seconds: number): Promise<ReadonlyMap<number, number>> {
  const processes = ofWindow(hub);
  const before = processes.map(({ pid }) => tryTicksMs(pid));
  const startMs = performance.now();
  await pause(seconds * 1_000);
  const tookMs = performance.now() - startMs;
  return new Map(
    processes.map(({ pid }, index) => [pid, (((tryTicksMs(pid) ?? Number.NaN) - (before[index] ?? Number.NaN)) / tookMs) * 100]),
  );
}
