/**
 * How soon a process that exits or hangs is detected and replaced, how long a start and a stop take, and whether any process is left over. The times are
 * from Hub's own log, which uses the same clock of the machine as the benchmark. For comparison: the same with Node alone, and with other programs that
 * restart processes, if they are installed (supervisord, s6).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ComponentStatus } from '../src/contract/supervisor.ts';
import { Desktop } from '../test/harness/desktop/desktop.ts';
import { TestHub } from '../test/harness/hub.ts';
import { until } from '../test/harness/until.ts';
import type { Bench } from './bench.ts';
import { type LoggedAt, loggedSince } from './measuring/log-times.ts';
import { median, summarize } from './measuring/percentiles.ts';
import { type Report, statisticCells, statisticColumns } from './measuring/report.ts';
import { measureBare } from './programs/bare-supervision.ts';
import { measureRivals } from './programs/restarting-rivals.ts';
import { killAtRandom } from './soak/random-kills.ts';
import { measureStarts } from './supervision-starts.ts';

const killRounds = 8;
const hangRounds = 2;
/** The pause between two kills of a component, because a process that ends sooner after its start counts as a failed start. */
const wellMs = 3_200;

export const supervision: Bench = {
  about: 'detection and replacement of processes that exit or hang, start, stop, 200 random kills; --kills N, --seed N',
  options: { kills: 200, seed: 1 },
  run: async (report, parts, { kills = 200, seed = 1 }) => {
    // Without a window manager, nobody makes the window active, and a start waits for that.
    const { place: env } = parts.use(await Desktop.start());
    await measureStarts(report, parts, env);
    const hub = parts.use(new TestHub(env));
    await hub.start();
    await measureKills(report, parts, hub);
    await measureHangs(report, hub);
    await hub.stop();
    const victim = parts.use(new TestHub(env));
    const result = await killAtRandom(victim, { kills, seed, note: (line) => report.note(line) });
    report.table(`${kills} random kills, seed ${seed}`, ['victim', 'kills'], [...result.victims]);
    report.note(`Components given up, and restarted by hand: ${result.givenUp}.`);
    report.never('processes left after all kills and a stop', result.orphans);
    report.never('components that ran twice at the same time', result.doubled);
  },
};

async function measureKills(report: Report, parts: AsyncDisposableStack, hub: TestHub): Promise<void> {
  const seen: number[] = [];
  const ready = new Map<string, number[]>();
  for (let round = 0; round < killRounds; round += 1) {
    await pause(wellMs);
    for (const { id, pid } of await processesOf(hub)) {
      const killedAtMs = Date.now();
      process.kill(pid, 'SIGKILL');
      await isBack(hub, id, pid);
      seen.push((await firstOf(hub, 'component ended', id, killedAtMs)) - killedAtMs);
      ready.set(id, [...(ready.get(id) ?? []), (await backAt(hub, id, killedAtMs)) - killedAtMs]);
    }
  }
  const bare = await measureBare();
  const missing = (program: string): void =>
    report.note(`${program} is not installed, so it is not compared with Hub. On Debian: apt-get install supervisor s6`);
  const rivals = await measureRivals(parts, missing);
  const all = [...ready.values()].flat();
  report.table(
    'SIGKILL until the supervisor notices the exit, ms',
    ['', ...statisticColumns],
    [
      ['Hub', ...statisticCells(summarize(seen))],
      ['bare Node', ...statisticCells(summarize(bare.exitSeenMs))],
      ...rivals.flatMap(({ name, seenMs }) => (seenMs.length === 0 ? [] : [[name, ...statisticCells(summarize(seenMs))]])),
    ],
  );
  report.table(
    'SIGKILL until the component is ready again, ms',
    ['', ...statisticColumns],
    [
      ...[...ready].map(([id, times]) => [id, ...statisticCells(summarize(times))]),
      ['Hub, all', ...statisticCells(summarize(all))],
      ['Node alone, restarted at once', ...statisticCells(summarize(bare.backMs))],
      ...rivals.map(({ name, backMs }) => [`${name}, with Node alone`, ...statisticCells(summarize(backMs))]),
    ],
  );
  report.target({ what: 'exit noticed, worst', figure: Math.max(...seen), limit: 100, better: 'lower', unit: 'ms' });
  report.target({ what: 'ready again, median', figure: median(all) / 1_000, limit: 1, better: 'lower', unit: 's' });
}

async function measureHangs(report: Report, hub: TestHub): Promise<void> {
  const [seen, back]: [number[], number[]] = [[], []];
  for (let round = 0; round < hangRounds; round += 1) {
    await pause(wellMs);
    for (const { id, pid } of await processesOf(hub)) {
      const haltedAtMs = Date.now();
      process.kill(pid, 'SIGSTOP');
      await isBack(hub, id, pid);
      seen.push((await firstOf(hub, 'component hung and was killed', id, haltedAtMs)) - haltedAtMs);
      back.push((await backAt(hub, id, haltedAtMs)) - haltedAtMs);
    }
  }
  report.table(
    'after SIGSTOP, ms',
    ['until', ...statisticColumns],
    [
      ['the hang is detected', ...statisticCells(summarize(seen))],
      ['the next process is ready', ...statisticCells(summarize(back))],
    ],
  );
  report.target({ what: 'hang detected, worst', figure: Math.max(...seen) / 1_000, limit: 5, better: 'lower', unit: 's' });
}

type Running = ComponentStatus & { readonly pid: number };

async function processesOf(hub: TestHub): Promise<readonly Running[]> {
  const { components } = await hub.until((status) => status.components.every(isUpOrAbsent));
  return components.filter((component): component is Running => component.pid !== null && component.id !== 'supervisor');
}

function isUpOrAbsent({ state }: ComponentStatus): boolean {
  return state === 'running' || state === 'degraded' || state === 'stopped';
}

async function isBack(hub: TestHub, id: string, before: number): Promise<void> {
  await hub.until(({ components }) => {
    const component = components.find((each) => each.id === id);
    return component !== undefined && component.pid !== null && component.pid !== before && isUpOrAbsent(component);
  });
}

/** The supervisor writes its log a moment after it tells its state. */
async function firstOf(
  hub: TestHub,
  event: 'component ended' | 'component hung and was killed',
  id: string,
  sinceMs: number,
): Promise<number> {
  return await until(`line of ${id}: ${event}`, () => loggedSince(hub.places.logs, event, sinceMs).find(({ of }) => of === id)?.atMs);
}

async function backAt(hub: TestHub, id: string, sinceMs: number): Promise<number> {
  const isUp = ({ of, state }: LoggedAt): boolean => of === id && (state === 'running' || state === 'degraded');
  return await until(`line of ${id} being ready again`, () => loggedSince(hub.places.logs, 'component state', sinceMs).find(isUp)?.atMs);
}
