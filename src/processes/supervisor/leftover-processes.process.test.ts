import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { isAlive } from '../../../test/harness/hub.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { instanceVariable, readProcessRecord } from '../../home-processes/process-record.ts';
import { openProcessIdentity, type ProcessIdentity } from '../../platform/process-identity/index.ts';
import { killLeftoverProcesses, type LeftoverCounts } from './leftover-processes.ts';
import { type OpenRecord, openProcessRecord } from './process-record.ts';

const skip = process.platform !== 'linux' && process.platform !== 'darwin' && 'needs process groups and a process identity that is tried';
const real = await openProcessIdentity();
const nobody: LeftoverCounts = { endedThemselves: 0, killed: 0, left: 0 };
const lives = "process.stdout.write('up'); setInterval(() => {}, 1e6);";
const endsAtHangup = `process.on('SIGHUP', () => process.exit(0)); ${lives}`;

interface Rig {
  readonly file: string;
  readonly record: OpenRecord;
  readonly logged: string[];
  /** A process in a group of its own, like a component, and its first output. */
  readonly start: (program: string, instance?: string) => Promise<ChildProcess & { readonly pid: number; readonly said: string }>;
  readonly reap: (identity?: ProcessIdentity, waitMs?: number) => Promise<LeftoverCounts>;
}

function killGroup(pid = 0): void {
  try {
    if (pid > 1) process.kill(-pid, 'SIGKILL');
  } catch {
    // it is gone, as expected
  }
}

function rig(t: TestContext, identity: ProcessIdentity = real): Rig {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'processes.json');
  const logged: string[] = [];
  const log = rememberingLog((line) => void logged.push(line));
  const record = openProcessRecord({ file, identity, log });
  return {
    file,
    record,
    logged,
    start: async (program, instance = record.instance) => {
      const env = { ...process.env, [instanceVariable]: instance };
      const child = spawn(process.execPath, ['-e', program], { detached: true, env, stdio: ['ignore', 'pipe', 'ignore'] });
      t.after(() => killGroup(child.pid));
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      return Object.assign(child, { pid: child.pid ?? 0, said: said.toString() });
    },
    reap: (by = real, waitMs = 100) => killLeftoverProcesses({ file, identity: by, log, waitMs }),
  };
}

test('a process that does not exit by itself is killed, with its whole group', { skip }, async (t) => {
  const { record, start, reap, logged } = rig(t);
  const survivor = await start(`const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
    process.on('SIGTERM', () => {}); process.stdout.write(String(child.pid)); setInterval(() => {}, 1e6);`);
  const busy = await start("process.stdout.write('up'); setTimeout(() => { for (;;); }, 1)");
  await record.started('clipboard', survivor.pid);
  await record.started('python_core', busy.pid);
  assert.deepEqual(await reap(), { endedThemselves: 0, killed: 2, left: 0 });
  assert.equal(logged.filter((line) => line === 'WARN survivor of the last supervisor killed').length, 2);
  await until('end of what it had started', () => !isAlive(Number(survivor.said)));
});

test('a component that is busy when its supervisor is killed is killed, and one that exits by itself is not', { skip }, async (t) => {
  const { file, reap } = rig(t);
  const folder = path.dirname(file);
  fs.writeFileSync(path.join(folder, 'busy.cjs'), "process.send({ kind: 'ready' }, () => { for (;;); });");
  fs.writeFileSync(path.join(folder, 'polite.cjs'), "process.send({ kind: 'ready' }); process.on('disconnect', () => process.exit(0));");
  const here = (name: string): string => JSON.stringify(path.join(import.meta.dirname, name));
  const program = `
    import { openProcessIdentity } from ${here('../../platform/process-identity/index.ts')};
    import { rememberingLog } from ${here('../../../test/doubles/fake-component.ts')};
    import { openProcessRecord } from ${here('process-record.ts')};
    import { createSupervisor } from ${here('supervisor.ts')};
    const log = rememberingLog(() => {});
    const record = openProcessRecord({ file: ${JSON.stringify(file)}, identity: await openProcessIdentity(), log });
    const plan = (id, program) => ({ id, program, stopsBefore: [], readyWithinMs: 20_000, stopWithinMs: 1_000, niceness: 0 });
    const plans = [plan('clipboard', 'busy.cjs'), plan('python_core', 'polite.cjs')];
    const supervisor = createSupervisor({ log, env: () => process.env, showOutput: false, plans, programs: ${JSON.stringify(folder)}, record });
    await supervisor.start();
    process.stdout.write(JSON.stringify(supervisor.status().map(({ pid }) => pid)));`;
  const supervisor = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => supervisor.kill('SIGKILL'));
  const [printed] = (await once(supervisor.stdout, 'data')) as [Buffer];
  const [, busy = 0, polite = 0] = JSON.parse(printed.toString()) as number[];
  t.after(() => [busy, polite].map(killGroup));
  assert.ok(isAlive(busy) && isAlive(polite));
  supervisor.kill('SIGKILL');
  await once(supervisor, 'exit');
  assert.equal((await reap(real, 1_500)).killed, 1);
  assert.deepEqual([busy, polite].filter(isAlive), []);
});

test('a process that exits by itself in time is waited for, and not killed', { skip }, async (t) => {
  const { record, start, reap, logged } = rig(t);
  const survivor = await start(endsAtHangup);
  await record.started('clipboard', survivor.pid);
  const ended = once(survivor, 'exit');
  const reaped = reap(real, 20_000);
  survivor.kill('SIGHUP');
  assert.deepEqual(await reaped, { endedThemselves: 1, killed: 0, left: 0 });
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(logged, []);
});

test('an innocent process that has the pid of a dead one is left alone', { skip }, async (t) => {
  // The record has another start time than the living process.
  const { file, record, start, reap } = rig(t, { startOf: (pid) => `${real.startOf(pid)}-of-before` });
  const innocent = await start(lives);
  await record.started('clipboard', innocent.pid);
  assert.ok(readProcessRecord(file).ok);
  assert.deepEqual(await reap(), nobody);
  assert.ok(isAlive(innocent.pid));
});

test('a process that this supervisor’s instance never started is left alone, whatever the record says', {
  skip: process.platform !== 'linux' && 'needs /proc of Linux',
}, async (t) => {
  const { record, start, reap } = rig(t);
  const innocent = await start(lives, '00000000-0000-4000-8000-000000000000');
  await record.started('clipboard', innocent.pid);
  assert.deepEqual(await reap(), nobody);
  assert.ok(isAlive(innocent.pid));
});

test('a process recorded before the machine was restarted is left alone', { skip }, async (t) => {
  const { record, start, reap } = rig(t);
  const innocent = await start(lives);
  await record.started('clipboard', innocent.pid);
  const afterBoot = { startOf: (pid: number) => real.startOf(pid)?.replace(/:[^:]+/, ':another-boot') ?? null };
  assert.notEqual(afterBoot.startOf(innocent.pid), null);
  assert.deepEqual(await reap(afterBoot), nobody);
  assert.ok(isAlive(innocent.pid));
});

test('a process that can not be inspected is left alone', { skip }, async (t) => {
  const { record, start, reap } = rig(t);
  const innocent = await start(lives);
  await record.started('clipboard', innocent.pid);
  assert.deepEqual(await reap({ startOf: () => null }), nobody);
  assert.ok(isAlive(innocent.pid));
});

test('this process, process 1 and process groups are never killed', { skip }, async (t) => {
  const always = { startOf: (pid: number) => `start-${pid}` };
  const { file, record, reap } = rig(t, always);
  await record.started('clipboard', process.pid);
  await record.started('python_core', 1);
  const kill = t.mock.method(process, 'kill', () => true);
  assert.deepEqual(await reap(always), nobody);
  assert.deepEqual(kill.mock.calls, []);
  assert.ok(readProcessRecord(file).ok);
});

test('a damaged record, or a copy of another Hub’s, kills nothing and is reported', { skip }, async (t) => {
  const { file, record, start, reap, logged } = rig(t);
  const innocent = await start(lives);
  await record.started('clipboard', innocent.pid);
  const good = fs.readFileSync(file, 'utf8');
  for (const text of [good.slice(0, -10), '[]', good.replace('processes.json', 'elsewhere.json'), '{"processes":[{"pid":-1}]}']) {
    fs.writeFileSync(file, text);
    assert.deepEqual(await reap(), nobody);
  }
  assert.deepEqual(
    logged,
    Array.from({ length: 4 }, () => 'WARN record of processes not usable'),
  );
  assert.ok(isAlive(innocent.pid));
});

test('after a normal stop there is nothing to do, and nothing is logged', { skip }, async (t) => {
  const { record, reap, logged } = rig(t);
  await record[Symbol.asyncDispose]();
  assert.deepEqual(await reap(), nobody);
  assert.deepEqual(logged, []);
});

test('a process that can not be killed is reported, and not waited for forever', { skip }, async (t) => {
  const { record, start, reap, logged } = rig(t);
  const immortal = await start(lives);
  await record.started('clipboard', immortal.pid);
  const kill = t.mock.method(process, 'kill', () => true);
  const reaped = await reap();
  kill.mock.restore();
  assert.deepEqual(reaped, { endedThemselves: 0, killed: 0, left: 1 });
  assert.equal(logged.at(-1), 'ERROR survivor of the last supervisor could not be killed');
});
