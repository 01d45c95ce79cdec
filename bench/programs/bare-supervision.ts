/** How long the same takes with Node alone on this machine: to start a process, to notice that one was killed, to replace it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const rounds = 20;
/** Reports over its IPC channel that it is ready, as a component does. */
const program = `process.send('ready'); process.once('disconnect', () => process.exit());`;

export interface BareTimes {
  /** From the kill to the event of the exit. */
  readonly exitSeenMs: readonly number[];
  /** From the kill until the next process reports that it is ready, started as soon as the exit is noticed. */
  readonly backMs: readonly number[];
  /** `node -e 0`, from its start to its end. */
  readonly startMs: readonly number[];
}

export async function measureBare(): Promise<BareTimes> {
  const times = { exitSeenMs: [] as number[], backMs: [] as number[], startMs: [] as number[] };
  let child = await started();
  for (let round = 0; round < rounds; round += 1) {
    const killedAtMs = performance.now();
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    times.exitSeenMs.push(performance.now() - killedAtMs);
    child = await started();
    times.backMs.push(performance.now() - killedAtMs);
  }
  child.kill('SIGKILL');
  for (let round = 0; round < rounds; round += 1) {
    const startedAtMs = performance.now();
    await once(spawn(process.execPath, ['-e', '0']), 'exit');
    times.startMs.push(performance.now() - startedAtMs);
  }
  return times;
}

async function started(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  await once(child, 'message');
  return child;
}
