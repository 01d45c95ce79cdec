/**
 * The cost of Hub when nobody copies anything: processor time and memory of each process, compared with the same number of bare Node processes.
 *
 * Before that, some texts are copied, judged and saved. The threads that judge and save wait a minute for the next copy, and their memory is freed some
 * seconds later; then the first idle period begins. The memory before that is reported too. A second idle period shows how stable the figures are.
 *
 * The very first start fills a separate compile cache (Node stores the compiled sources there, without types), and is not measured: a user's Hub was
 * started once by setup, and saved a text then. PSS divides the pages of the Node binary among all running Node processes, including this one and
 * unrelated ones; the private bytes are what Hub alone uses.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startXDisplay, type XDisplay } from '../test/harness/desktop/x-display.ts';
import { TestHub } from '../test/harness/hub.ts';
import type { Bench } from './bench.ts';
import { median } from './measuring/percentiles.ts';
import { type Memory, tryMemory } from './measuring/process-memory.ts';
import { tryProcessorMs, tryTicksMs } from './measuring/process-time.ts';
import type { Report } from './measuring/report.ts';
import { sampleText } from './measuring/sample-text.ts';
import { flagsOf } from './node-flags.ts';
import type { CopyCommand, CopyReply } from './programs/copying-program.ts';
import { Program } from './programs/program.ts';

const rounds = 2;
const copies = 20;
/** The threads end a minute after the last copy, and their memory is freed 10 s later. */
const settleSeconds = 90;
const soonSeconds = 10;
const restSeconds = 30;
const bareProcesses = 6;

export const idle: Bench = {
  about: 'processor time and memory of an idle Hub, compared with bare Node processes',
  run: async (report, parts) => {
    const display = parts.use(await startXDisplay());
    const cacheHome = parts.use(new TestHub());
    const env = { DISPLAY: display.name, NODE_COMPILE_CACHE: path.join(cacheHome.root, 'compile-cache') };
    const first = parts.use(new TestHub(env));
    await first.start();
    await first.command(['save'], 'A text to try it with.\n');
    await first[Symbol.asyncDispose]();
    await (await Program.start('bare-node-program.ts', [], { env: first.env }))[Symbol.asyncDispose]();
    report.note(
      `Started once before, with one text saved, to fill the compile cache. ${settleSeconds} s to settle after ${copies} copies, then two idle periods of ${restSeconds} s.`,
    );
    const totals: Totals[] = [];
    for (let round = 1; round <= rounds; round += 1) totals.push(await measureOnce(report, parts, { env, display, round }));
    const memory = median(totals.map(({ proportionalBytes }) => proportionalBytes)) / 1e6;
    report.target({ what: 'memory while idle, PSS of all components', figure: memory, limit: 180, better: 'lower', unit: 'MB' });
    for (const [rest, name] of ['the first', 'the second'].entries()) {
      const figure = median(totals.map(({ processorPercents }) => processorPercents[rest] ?? Number.NaN));
      report.target({
        what: `processor time in ${name} ${restSeconds} idle s, of one core`,
        figure,
        limit: 0.5,
        better: 'lower',
        unit: '%',
      });
    }
  },
};

interface Totals {
  readonly proportionalBytes: number;
  /** In each idle period. */
  readonly processorPercents: readonly number[];
}

interface Round {
  readonly env: Readonly<Record<string, string>>;
  readonly display: XDisplay;
  readonly round: number;
}

interface Running {
  readonly name: string;
  readonly pid: number;
}

async function measureOnce(report: Report, parts: AsyncDisposableStack, { env, display, round }: Round): Promise<Totals> {
  const hub = parts.use(new TestHub(env));
  const { components } = await hub.start();
  await copySome(hub, display);
  const running = components.flatMap(({ id, pid }): Running[] => (pid === null ? [] : [{ name: id, pid }]));
  const flags = flagsOf(components.find(({ id }) => id === 'save_worker')?.pid ?? 0);
  const bare = await Promise.all(
    Array.from({ length: bareProcesses }, () => Program.start('bare-node-program.ts', [], { flags, env: hub.env })),
  );
  for (const program of bare) parts.use(program);
  const all = [...running, ...bare.map(({ pid }, index) => ({ name: `bare Node ${index + 1}`, pid }))];
  await pause(soonSeconds * 1_000);
  const soonBytes = running.reduce((sum, { pid }) => sum + (tryMemory(pid)?.proportionalBytes ?? Number.NaN), 0);
  report.note(`round ${round}: ${soonSeconds} s after the last copy all components had ${(soonBytes / 1e6).toFixed(1)} MB (PSS).`);
  await pause((settleSeconds - soonSeconds) * 1_000);
  const rows = await watchAtRest(all);
  await Promise.all(bare.map((program) => program[Symbol.asyncDispose]()));
  await hub[Symbol.asyncDispose]();

  const ours = rows.filter(({ name }) => running.some((each) => each.name === name));
  const others = rows.filter((row) => !ours.includes(row));
  const columns = ['', 'CPU %', 'then', 'by ticks', 'PSS MB', 'private MB', 'RSS MB'];
  report.table(`round ${round}: idle Hub, % of one core`, columns, [
    ...ours.map(cellsOf),
    cellsOf(sum('all components', ours)),
    ...others.map(cellsOf),
    cellsOf(sum(`${bareProcesses} bare Node processes with SQLite`, others)),
  ]);
  const { memory, processorPercents } = sum('', ours);
  return { proportionalBytes: memory.proportionalBytes, processorPercents };
}

async function copySome(hub: TestHub, display: XDisplay): Promise<void> {
  await using owner = await Program.start<CopyCommand, CopyReply>('copying-program.ts', [display.name]);
  for (let copy = 1; copy <= copies; copy += 1) {
    const text = sampleText(copy, 4_096);
    await owner.ask({ text });
    await hub.source(({ clipboardFragments: [first] }) => first?.text === text && first.state === 'saved');
  }
}

interface AtRest {
  readonly name: string;
  readonly processorPercents: readonly number[];
  /** For the last idle period, as a cross-check. */
  readonly ticksPercent: number;
  readonly memory: Memory;
}

async function watchAtRest(running: readonly Running[]): Promise<readonly AtRest[]> {
  const first = await usedIn(restSeconds, running);
  const second = await usedIn(restSeconds, running);
  return running.map(({ name, pid }, index) => {
    const memory = tryMemory(pid);
    if (memory === null) throw new Error(`${name} ended while it was watched`);
    const percents = [first[index]?.percent ?? Number.NaN, second[index]?.percent ?? Number.NaN];
    return { name, memory, processorPercents: percents, ticksPercent: second[index]?.ticksPercent ?? Number.NaN };
  });
}

interface Used {
  readonly percent: number;
  readonly ticksPercent: number;
}

/** What each process uses in the given time from now on; NaN if it exits. */
async function usedIn(seconds: number, running: readonly Running[]): Promise<readonly Used[]> {
  const times = () => running.map(({ pid }) => ({ ms: tryProcessorMs(pid) ?? Number.NaN, ticksMs: tryTicksMs(pid) ?? Number.NaN }));
  const startedAtMs = performance.now();
  const before = times();
  await pause(seconds * 1_000);
  const after = times();
  const percent = 100 / (performance.now() - startedAtMs);
  return after.map(({ ms, ticksMs }, index) => ({
    percent: (ms - (before[index]?.ms ?? Number.NaN)) * percent,
    ticksPercent: (ticksMs - (before[index]?.ticksMs ?? Number.NaN)) * percent,
  }));
}

function sum(name: string, rows: readonly AtRest[]): AtRest {
  const total = (of: (row: AtRest) => number): number => rows.reduce((all, row) => all + of(row), 0);
  return {
    name,
    processorPercents: [0, 1].map((rest) => total(({ processorPercents }) => processorPercents[rest] ?? Number.NaN)),
    ticksPercent: total((row) => row.ticksPercent),
    memory: {
      proportionalBytes: total(({ memory }) => memory.proportionalBytes),
      privateBytes: total(({ memory }) => memory.privateBytes),
      residentBytes: total(({ memory }) => memory.residentBytes),
    },
  };
}

function cellsOf({ name, processorPercents, ticksPercent, memory }: AtRest): readonly string[] {
  const { proportionalBytes, privateBytes, residentBytes } = memory;
  const sizes = [proportionalBytes, privateBytes, residentBytes].map((bytes) => (bytes / 1e6).toFixed(1));
  return [name, ...processorPercents.map((percent) => percent.toFixed(3)), ticksPercent.toFixed(2), ...sizes];
}
