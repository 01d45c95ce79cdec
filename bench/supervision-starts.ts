/** How long `hub start` and `hub stop` take, run as a user runs them: from the checkout, and from the program that packages have. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, TestHub } from '../test/harness/hub.ts';
import { until } from '../test/harness/until.ts';
import { stageProgram } from '../tools/package/program/stage.ts';
import { hubProcesses } from './measuring/hub-processes.ts';
import { median } from './measuring/percentiles.ts';
import type { Report } from './measuring/report.ts';
import { measureBare } from './programs/bare-supervision.ts';

const rounds = 6;
/** The pause between a start and a stop. */
const restMs = 500;

interface Times {
  /** Until every component was ready and the command had returned. The first start has an empty compile cache. */
  readonly startsMs: number[];
  /** Until all processes had ended. A zombie counts as ended. */
  readonly goneMs: number[];
  /** Until the command had returned. */
  readonly stopsMs: number[];
}

export async function measureStarts(report: Report, parts: AsyncDisposableStack, env: Readonly<Record<string, string>>): Promise<void> {
  const { startMs } = await measureBare();
  tell(report, 'of the checkout', await measure(parts, env), median(startMs), { firstS: 2, laterS: 2 });
  const staged = parts.use(new TestHub());
  const root = path.join(import.meta.dirname, '..');
  await stageProgram(staged.root, { root, version: '0.0.0', installed: { form: 'archive' } });
  symlinkSync(path.join(root, 'node_modules'), path.join(staged.root, 'node_modules'));
  const packed = await measure(parts, env, path.join(staged.root, 'bin/hub.js'));
  tell(report, 'of a package', packed, median(startMs), { firstS: 4, laterS: 2 });
}

async function measure(parts: AsyncDisposableStack, env: Readonly<Record<string, string>>, program?: string): Promise<Times> {
  const cache = parts.use(new TestHub());
  // With an empty compile cache, the first start is like one after an update of Hub; normally, setup has filled the cache.
  const ownCache = { ...env, NODE_COMPILE_CACHE: path.join(cache.root, 'compile-cache') };
  const hub = parts.use(new TestHub(ownCache, program === undefined ? {} : { program }));
  const times: Times = { startsMs: [], goneMs: [], stopsMs: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.startsMs.push(await start(hub));
    await pause(restMs);
    await stop(hub, times);
  }
  return times;
}

async function start(hub: TestHub): Promise<number> {
  const startedAtMs = performance.now();
  const started = await hub.command(['start']);
  if (started.status !== 0) throw new Error(`hub start: ${started.stderr}`);
  return performance.now() - startedAtMs;
}

async function stop(hub: TestHub, { goneMs, stopsMs }: Times): Promise<void> {
  const running = hubProcesses(hub.places.home).map(({ pid }) => pid);
  const startedAtMs = performance.now();
  const gone = until('end of all processes', () => !running.some(isAlive)).then(() => goneMs.push(performance.now() - startedAtMs));
  const returned = hub.command(['stop']).then(() => stopsMs.push(performance.now() - startedAtMs));
  await Promise.all([gone, returned]);
  await until('home without a process', () => hubProcesses(hub.places.home).length === 0);
}

interface StartTargets {
  readonly firstS: number;
  readonly laterS: number;
}

function tell(report: Report, which: string, { startsMs, goneMs, stopsMs }: Times, bareMs: number, { firstS, laterS }: StartTargets): void {
  const [first = Number.NaN, ...later] = startsMs;
  const row = (what: string, ms: number): readonly string[] => [what, ms.toFixed(0), (ms / bareMs).toFixed(1)];
  report.table(
    `hub start ${which} until every component is ready, and hub stop; node -e 0 takes ${bareMs.toFixed(0)} ms`,
    ['', 'ms', 'multiple of node -e 0'],
    [
      row('first start of a home, empty compile cache', first),
      row('later starts, median', median(later)),
      row('later starts, worst', Math.max(...later)),
      row('stop until all processes have ended, median', median(goneMs)),
      row('stop until all processes have ended, worst', Math.max(...goneMs)),
      row('stop until the command has returned, median', median(stopsMs)),
      row('stop until the command has returned, worst', Math.max(...stopsMs)),
    ],
  );
  const target = (what: string, ms: number, limit: number): void =>
    report.target({ what, figure: ms / 1_000, limit, better: 'lower', unit: 's' });
  target(`hub start ${which} to all ready, empty compile cache`, first, firstS);
  target(`hub start ${which} to all ready, later starts, worst`, Math.max(...later), laterS);
  target(`graceful stop ${which} until all processes have ended, worst`, Math.max(...goneMs), 3);
}
