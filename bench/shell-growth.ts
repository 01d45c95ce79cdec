/**
 * Whether a copy costs the same in a journal of a hundred fragments and in one of many. Two Hubs, both showing the history, run side by side, and copies are
 * made in them alternately, so that other load on the machine affects both. Then the long list is scrolled to its end.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { programName } from '../src/platform/jump-list/index.ts';
import { logLines, numberIn } from './component-log.ts';
import { type FilledHub, startFilled } from './filled-hub.ts';
import { hubProcesses } from './measuring/hub-processes.ts';
import { median } from './measuring/percentiles.ts';
import { tryProcessorMs } from './measuring/process-time.ts';
import type { Report } from './measuring/report.ts';
import { sampleText } from './measuring/sample-text.ts';
import { measureScrolling } from './shell-scrolling.ts';

const few = 100;
const rounds = 8;
const copiesPerRound = 20;
/** Each copy is judged, saved and shown before the next one. */
const betweenCopiesMs = 350;
const settleMs = 8_000;
const fillWithinSeconds = 120;
const mostRatio = 1.3;
const log = 'Hub.App.log';

/** The measured processes. */
const measured = ['shell', 'web process', 'core', 'clipboard', 'save worker'] as const;
type Measured = (typeof measured)[number];

/** The cost of each copy in one round. */
interface Cost {
  readonly processorMs: Readonly<Record<Measured, number>>;
  /** The bytes sent to the page; null if the shell does not log them. */
  readonly pageBytes: number | null;
}

export async function measureGrowth(report: Report, parts: AsyncDisposableStack, fragments: number): Promise<void> {
  const startMs = performance.now();
  const small = await startFilled(parts, few, () => {});
  const large = await startFilled(parts, fragments, (filled) => {
    if (filled % 200_000 === 0) report.note(`${filled} fragments after ${Math.round((performance.now() - startMs) / 1_000)} s`);
  });
  report.target({
    what: 'journal filled and both Hubs started',
    figure: (performance.now() - startMs) / 1_000,
    limit: fillWithinSeconds,
    better: 'lower',
    unit: 's',
  });
  await pause(settleMs);
  const costs: Readonly<Record<'small' | 'large', Cost[]>> = { small: [], large: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const);
    for (const which of order) {
      const cost = await costOfCopies({ small, large }[which], round);
      if (round > 0) costs[which].push(cost); // the first one warms up
    }
  }
  tell(report, costs, fragments);
  await measureScrolling(report, large);
}

/** The current processes of each kind: a web process may have been replaced. */
function processesOf({ hub }: FilledHub): Readonly<Record<Measured, readonly number[]>> {
  const all = hubProcesses(hub.places.home);
  const of = (isOne: (program: string) => boolean): readonly number[] => {
    const pids = all.filter(({ program }) => isOne(program)).map(({ pid }) => pid);
    if (pids.length === 0) throw new Error(`a process is missing from ${all.map(({ program }) => program).join(', ')}`);
    return pids;
  };
  return {
    shell: of((program) => program.startsWith(programName)),
    'web process': of((program) => program.includes('WebKit')),
    core: of((program) => program === 'core/main.ts'),
    clipboard: of((program) => program === 'clipboard-monitor/main.ts'),
    'save worker': of((program) => program === 'save-worker/main.ts'),
  };
}

async function costOfCopies(filled: FilledHub, round: number): Promise<Cost> {
  const { hub, owner } = filled;
  const processes = processesOf(filled);
  const times = (): readonly number[] =>
    measured.map((name) => processes[name].reduce((sum, pid) => sum + (tryProcessorMs(pid) ?? Number.NaN), 0));
  const sinceMs = Date.now();
  const before = times();
  let text = '';
  for (let copy = 0; copy < copiesPerRound; copy += 1) {
    text = sampleText(round * copiesPerRound + copy, 2_000);
    await owner.ask({ text });
    await pause(betweenCopiesMs);
  }
  await hub.source(({ clipboardFragments: [first] }) => first?.text === text && first.state === 'saved');
  await pause(betweenCopiesMs);
  const after = times();
  const perCopy = measured.map((name, at) => [name, ((after[at] ?? Number.NaN) - (before[at] ?? Number.NaN)) / copiesPerRound] as const);
  return { processorMs: Object.fromEntries(perCopy) as Record<Measured, number>, pageBytes: pageBytesSince(filled, sinceMs) };
}

function pageBytesSince({ hub }: FilledHub, sinceMs: number): number | null {
  const answers = logLines(hub.places.logs, log, 'page answered').filter(({ time }) => Date.parse(String(time)) >= sinceMs);
  return answers.length === 0 ? null : answers.reduce((sum, line) => sum + numberIn(line, 'bytes'), 0) / copiesPerRound;
}

function tell(report: Report, { small, large }: Readonly<Record<'small' | 'large', readonly Cost[]>>, fragments: number): void {
  const ofProcess = (costs: readonly Cost[], name: Measured): number => median(costs.map(({ processorMs }) => processorMs[name]));
  const rows = measured.map((name) => {
    const [atFew, atMany] = [ofProcess(small, name), ofProcess(large, name)];
    report.target({
      what: `${name}: cost of a copy at ${fragments} fragments, relative to ${few}`,
      figure: atMany / atFew,
      limit: mostRatio,
      better: 'lower',
      unit: '',
    });
    return [name, atFew.toFixed(2), atMany.toFixed(2), (atMany / atFew).toFixed(2)];
  });
  report.table(
    `Processor time per copy of 2 kB, ms, median of ${rounds} rounds of ${copiesPerRound} copies`,
    ['', `at ${few}`, `at ${fragments}`, 'ratio'],
    rows,
  );
  const bytes = [small, large].map((costs) => costs.flatMap(({ pageBytes }) => pageBytes ?? []));
  if (bytes.some((all) => all.length === 0))
    return report.note('The bytes sent to the page are unknown, because the shell does not log them.');
  const [atFew = 0, atMany = 0] = bytes.map((all) => median(all));
  report.table(
    'Sent to the page per copy, kB',
    ['', `at ${few}`, `at ${fragments}`, 'ratio'],
    [['bytes', (atFew / 1e3).toFixed(1), (atMany / 1e3).toFixed(1), (atMany / atFew).toFixed(2)]],
  );
  report.target({
    what: `bytes sent to the page per copy at ${fragments} fragments, relative to ${few}`,
    figure: atMany / atFew,
    limit: mostRatio,
    better: 'lower',
    unit: '',
  });
}
