import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { test } from 'node:test';
import { lowerPriority } from './process-priority.ts';

const skip = process.platform !== 'linux' && 'it is read from /proc';

/** Leads a session, has threads of its own, and starts a process for each line that it reads. */
const program = `
  const { spawn } = require('node:child_process');
  process.stdout.write('ready\\n');
  process.stdin.on('data', () => process.stdout.write(spawn('sleep', ['60'], { stdio: 'ignore' }).pid + '\\n'));
`;

/** The priorities of all its threads, from field 19 of proc_pid_stat(5): the name before it may contain anything. */
function nicenessOf(pid: number): ReadonlySet<number> {
  const stats = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'));
  return new Set(stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])));
}

test('the priority is lowered for all threads of a process, its session, and the processes that it has started and will start', {
  skip,
}, async (t) => {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const pid = child.pid ?? assert.fail('not started');
  t.after(() => process.kill(-pid, 'SIGKILL'));
  await once(child.stdout, 'data');
  const start = async (): Promise<number> => {
    child.stdin.write('\n');
    const [line] = await once(child.stdout, 'data');
    return Number(String(line));
  };
  const own = os.getPriority();
  const before = await start();
  for (const each of [pid, before]) assert.deepEqual([...nicenessOf(each)], [own]);
  await lowerPriority(pid, 15);
  for (const each of [pid, before, await start()]) assert.deepEqual([...nicenessOf(each)], [15]);
  if (existsSync(`/proc/${pid}/autogroup`)) assert.match(readFileSync(`/proc/${pid}/autogroup`, 'utf8'), /nice 15$/m);
  assert.equal(os.getPriority(), own);
});

test('a process that has exited causes no failure', async () => {
  const child = spawn(process.execPath, ['-e', ''], { detached: true });
  await once(child, 'exit');
  await lowerPriority(child.pid ?? 0, 10);
});
