/** Kills random processes of a Hub, including its supervisor, and counts processes that are left afterwards or ran twice meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestHub } from '../../test/harness/hub.ts';
import { hubProcesses } from '../measuring/hub-processes.ts';
import { oneOf, randomFrom } from './random.ts';

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  readonly note: (line: string) => void;
}

export interface KillsResult {
  /** How often each process was killed. */
  readonly victims: ReadonlyMap<string, number>;
  /** Components that had two processes at a time after a new supervisor was ready. Must be 0. */
  readonly doubled: number;
  /** Given up by the supervisor, and started again by hand. */
  readonly givenUp: number;
  /** Processes of this Hub that were still running after it was stopped. Must be 0. */
  readonly orphans: number;
}

const gapMs = { shortest: 100, longest: 500 } as const;
/** The wait after the last stop, in which processes that end by themselves have ended. */
const goneWithinMs = 5_000;

/** Starts Hub and kills its processes; restarts Hub in the background whenever its supervisor was killed; finally stops it. */
export async function killAtRandom(hub: TestHub, { kills, seed, note }: KillOptions): Promise<KillsResult> {
  const random = randomFrom(seed);
  const victims = new Map<string, number>();
  let [doubled, givenUp] = [0, 0];
  await mustStart(hub);
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(gapMs.shortest + random() * (gapMs.longest - gapMs.shortest));
    const status = await hub.until(() => true);
    for (const { id, state } of status.components) {
      if (state !== 'failed') continue;
      givenUp += 1;
      await hub.command(['restart', id]);
    }
    const victim = oneOf(
      status.components.filter(({ pid }) => pid !== null),
      random,
    );
    victims.set(victim.id, (victims.get(victim.id) ?? 0) + 1);
    tryKill(victim.pid ?? 0);
    if (victim.id === 'supervisor') {
      await mustStart(hub);
      doubled += countDoubled(hub.places.home);
    }
    if (kill % 50 === 0) note(`${kill} of ${kills} kills`);
  }
  const stopped = await hub.command(['stop']);
  if (stopped.status !== 0) note(`hub stop: ${stopped.stderr.trim()}`);
  const endMs = performance.now() + goneWithinMs;
  while (hubProcesses(hub.places.home).length > 0 && performance.now() < endMs) await pause(50);
  const orphans = hubProcesses(hub.places.home);
  for (const { pid } of orphans) tryKill(pid);
  return { victims, doubled, givenUp, orphans: orphans.length };
}

async function mustStart(hub: TestHub): Promise<void> {
  const started = await hub.command(['start']);
  if (started.status !== 0) throw new Error(`hub start: ${started.stderr}`);
}

function countDoubled(home: string): number {
  const programs = hubProcesses(home)
    .map(({ program }) => program)
    .filter((program) => program.endsWith('/main.ts'));
  return programs.length - new Set(programs).size;
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has just ended because of an earlier kill
  }
}
