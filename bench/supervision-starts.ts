/** How long `hub start` and `hub stop` take, run as a user runs them. */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, TestHub } from '../test/harness/hub.ts';
import { until } from '../test/harness/until.ts';
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
  const cache = parts.use(new TestHub());
  // With an empty compile cache, the first start is like one after an update of Hub; normally, setup has filled the cache.
  const hub = parts.use(new TestHub({ ...env, NODE_COMPILE_CACHE: path.join(cache.root, 'compile-cache') }));
  const times: Times = { startsMs: [], goneMs: [], stopsMs: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.startsMs.push(await start(hub));
    await pause(restMs);
    await stop(hub, times);
  }
  tell(report, times, median((await measureBare()).startMs));
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

function tell(report: Report, { startsMs, goneMs, stopsMs }: Times, bareMs: number): void {
  const [first = Number.NaN, ...later] = startsMs;
  const row = (what: string, ms: number): readonly string[] => [what, ms.toFixed(0), (ms / bareMs).toFixed(1)];
  report.table(
    `hub start until every component is ready, and hub stop; node -e 0 takes ${bareMs.toFixed(0)} ms`,
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
  target('hub start to all ready, empty compile cache', first, 2);
  target('hub start to all ready, later starts, worst', Math.max(...later), 2);
  target('graceful stop until all processes have ended, worst', Math.max(...goneMs), 3);
}
