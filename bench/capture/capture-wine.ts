/**
 * The clipboard of Windows, under Wine: a second program copies, and Hub's clipboard reads. Node 26 does not start in Wine 8, and so no whole Hub: what is
 * measured ends with the text in the monitor's hands, without journal and file. Nobody else that watches a clipboard can be brought here, so Hub is
 * compared with two readers of the bench's own, one of each kind that such programs are. They take turns in one system of Wine, because its clipboard can be open in
 * one program only.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CopyingOrder } from '../../test/harness/windows/copying-program.ts';
import { endWine, type NodeInWine, openNodeInWine } from '../../tools/wine.ts';
import { ProgramMissing } from '../bench.ts';
import { median, summarize } from '../measuring/percentiles.ts';
import { tryProcessorMs } from '../measuring/process-time.ts';
import { type Report, statisticCells, statisticColumns } from '../measuring/report.ts';
import { pollsEveryMs } from '../programs/windows-readers.ts';
import type { HeardCommand, HeardCopies, WindowsWatcher } from '../programs/windows-watching-program.ts';
import { WineProgram } from '../programs/wine-program.ts';
import { copies } from './burst-round.ts';

type Copying = WineProgram<CopyingOrder, readonly number[]>;
type Watching = WineProgram<HeardCommand, HeardCopies>;

const watchers: Readonly<Record<WindowsWatcher, string>> = {
  hub: 'Hub',
  listening: 'reads when it is told',
  polling: `asks every ${pollsEveryMs} ms`,
};
const all = Object.keys(watchers) as readonly WindowsWatcher[];

const rounds = 3;
const gapsMs = [50, 10, 5, 2] as const;
const quietMs = 700;
const settleTries = 8;
const warmUp = { do: 'burst', times: 10, everyMs: 100, text: 'warming up' } as const;
/** One copy after the other, as a person makes them; not a multiple of the poll. */
const slow = { do: 'burst', times: 150, everyMs: 145, text: 'long '.repeat(819) } as const;
const [settlesMs, watchedMs] = [5_000, 30_000];

/** Measures idle cost, latency and losses. @throws Error without Wine. */
export async function measureOnWine(report: Report, parts: AsyncDisposableStack): Promise<void> {
  const { stdout } = spawnSync('wine', ['--version'], { encoding: 'utf8', env: { ...process.env, WINEDEBUG: '-all' } });
  if (!stdout) throw new ProgramMissing('Wine is not installed. On Debian: apt-get install --no-install-recommends wine wine64');
  const wine = openNodeInWine('bench');
  const server = spawn('wineserver', ['--foreground', '--persistent'], { env: wine.env, stdio: 'ignore' });
  parts.defer(() => void server.kill());
  // Before the server is gone: it ends the programs, also those that an interrupted run has left.
  parts.defer(() => endWine(wine));
  report.note(
    `${stdout.trim()}. Hub: its clipboard alone, without journal and files. Compared with two readers of this bench: one that Windows tells of changes, one that asks for their number.`,
  );
  await measureIdle(report, wine, server);
  await measureLatency(report, wine);
  await measureLosses(report, wine);
}

function watch(wine: NodeInWine, watcher: WindowsWatcher): Promise<Watching> {
  return WineProgram.start(wine, programFile('windows-watching-program.ts'), [watcher]);
}

function copying(wine: NodeInWine): Promise<Copying> {
  return WineProgram.start(wine, path.join(import.meta.dirname, '../../test/harness/windows/copying-program.ts'));
}

function programFile(name: string): string {
  return path.join(import.meta.dirname, '../programs', name);
}

/** The server of Wine does what the kernel of Windows does, for all of its programs. */
async function measureIdle(report: Report, wine: NodeInWine, server: ChildProcess): Promise<void> {
  const rows: string[][] = [];
  for (const watcher of all) {
    await using program = await watch(wine, watcher);
    await pause(settlesMs);
    const spent = (): readonly number[] => [program.pid, server.pid ?? 0].map((pid) => tryProcessorMs(pid) ?? Number.NaN);
    const before = spent();
    await pause(watchedMs);
    const percent = spent().map((ms, index) => ((ms - (before[index] ?? Number.NaN)) / watchedMs) * 100);
    rows.push([watchers[watcher], ...percent.map((each) => each.toFixed(2))]);
    if (watcher === 'hub')
      report.target({ what: 'the watcher while nobody copies', figure: percent[0] ?? 0, limit: 0.1, better: 'lower', unit: '% of a core' });
  }
  report.table('while nobody copies, % of a core', ['', 'its process', 'the server of Wine'], rows);
}

async function measureLatency(report: Report, wine: NodeInWine): Promise<void> {
  const rows: (readonly string[])[] = [];
  await using copier = await copying(wine);
  for (const watcher of all) {
    await using program = await watch(wine, watcher);
    await copier.ask(warmUp);
    await whenHeard(program, warmUp.times);
    const begunAtMs = await copier.ask(slow);
    const heard = (await whenHeard(program, slow.times)).copies.filter(({ text }) => text.startsWith(slow.text));
    const tookMs = heard.map(({ text, atMs }) => atMs - (begunAtMs[Number(text.slice(slow.text.length))] ?? Number.NaN));
    if (tookMs.length > 0) rows.push([watchers[watcher], ...statisticCells(summarize(tookMs))]);
    const readMs = heard.flatMap((each) => each.readMs ?? []);
    if (readMs.length > 0) rows.push(['… of which after its thread has told the rest of Hub', ...statisticCells(summarize(readMs))]);
    if (watcher !== 'hub' || readMs.length === 0) continue;
    report.target({ what: 'step → read, p50', figure: summarize(readMs).p50, limit: 2, better: 'lower', unit: 'ms' });
  }
  report.table(`from the copy of ${slow.text.length} characters to the text, ms`, ['', ...statisticColumns], rows);
}

interface WineRound {
  readonly gaps: readonly number[];
  readonly kept: number;
  readonly missed: number;
}

async function measureLosses(report: Report, wine: NodeInWine): Promise<void> {
  const rows: (readonly (string | number)[])[] = [];
  await using copier = await copying(wine);
  for (const gapMs of gapsMs) {
    const each = new Map<WindowsWatcher, readonly WineRound[]>();
    for (const watcher of all) each.set(watcher, await roundsOf(wine, watcher, copier, gapMs));
    const of = (watcher: WindowsWatcher): readonly WineRound[] => each.get(watcher) ?? [];
    const keptBy = (watcher: WindowsWatcher): readonly number[] => of(watcher).map(({ kept }) => kept);
    const hub = of('hub');
    rows.push([
      `${gapMs} ms`,
      median(hub.flatMap(({ gaps }) => gaps)).toFixed(2),
      median(keptBy('hub')),
      keptBy('hub').join(' '),
      hub.map(({ missed }) => missed).join(' '),
      hub.map(({ kept, missed }) => kept + missed).join(' '),
      ...all.slice(1).flatMap((rival) => [median(keptBy(rival)), keptBy(rival).join(' ')]),
    ]);
    if (gapMs === 10)
      report.target({
        what: 'kept at 10 ms, worst round',
        figure: Math.min(...keptBy('hub')),
        limit: 100,
        better: 'higher',
        unit: 'of 100',
      });
    if (gapMs === 5)
      report.target({ what: 'kept at 5 ms, median round', figure: median(keptBy('hub')), limit: 90, better: 'higher', unit: 'of 100' });
  }
  const rivals = all.slice(1).flatMap((rival) => [watchers[rival], 'rounds']);
  const columns = ['gap', 'actual gap', watchers.hub, 'rounds', 'missed', 'kept+missed', ...rivals];
  report.table(`copies read: ${copies} per round by one program, ${rounds} rounds (median, then each round)`, columns, rows);
}

async function roundsOf(wine: NodeInWine, watcher: WindowsWatcher, copier: Copying, gapMs: number): Promise<readonly WineRound[]> {
  await using program = await watch(wine, watcher);
  await copier.ask(warmUp);
  await whenHeard(program, warmUp.times);
  const made: WineRound[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const text = `copy in round ${round}, ${gapMs} ms after the one before`;
    const begunAtMs = await copier.ask({ do: 'burst', times: copies, everyMs: gapMs, text });
    const heard = await whenHeard(program, copies);
    const kept = new Set(heard.copies.map((copy) => copy.text).filter((each) => each.startsWith(text))).size;
    made.push({ gaps: begunAtMs.slice(1).map((atMs, index) => atMs - (begunAtMs[index] ?? 0)), kept, missed: heard.missed });
  }
  return made;
}

/** What it has heard, once that is so many copies or no more come. */
async function whenHeard(program: Watching, count: number): Promise<HeardCopies> {
  const heard: HeardCopies['copies'][number][] = [];
  let missed = 0;
  for (let tries = 0; tries < settleTries; tries += 1) {
    await pause(quietMs);
    const more = await program.ask({ do: 'heard' });
    heard.push(...more.copies);
    missed += more.missed;
    if (heard.length + missed >= count || more.copies.length + more.missed === 0) break;
  }
  return { copies: heard, missed };
}
