/** One Hub per home, with real processes: the first launch, later launches, and their verbs. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { askLine } from '../../../src/base/pipes/ask-line.ts';
import type { SingleInstanceResponse } from '../../../src/contract/single-instance.ts';
import { startupSteps } from '../../../src/processes/supervisor/startup-report.ts';
import { isAlive, TestHub } from '../../harness/hub.ts';
import { until } from '../../harness/until.ts';

const program = path.join(import.meta.dirname, '../../../bin/hub.ts');
const crowd = 20;

interface Run {
  readonly child: ChildProcess;
  output: string;
}

/** Runs `hub run`, whether or not a Hub is running. */
function run(hub: TestHub): Run {
  const child = spawn(process.execPath, [program, 'run'], { env: hub.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const started: Run = { child, output: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      started.output += chunk.toString();
    });
  }
  return started;
}

function hasEnded({ child }: Run): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function ask(hub: TestHub, message: string): Promise<SingleInstanceResponse | null> {
  const asked = await askLine(hub.places.pipe('single-instance'), { message }, { timeoutMs: 10_000 });
  return asked.ok ? (asked.value as SingleInstanceResponse) : null;
}

/** The supervisor's log lines of one event, in order. */
function logged(hub: TestHub, event: string): readonly Record<string, unknown>[] {
  return readFileSync(path.join(hub.places.logs, 'supervisor.log'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((entry) => entry.event === event);
}

test(`${crowd} launches at once start one Hub, and no verb is lost or handled twice`, async () => {
  for (let round = 1; round <= 3; round++) {
    await using hub = new TestHub();
    const runs = Array.from({ length: crowd }, () => run(hub));
    await until('end of all launches but one', () => runs.filter(hasEnded).length >= crowd - 1, 60_000);
    const status = await hub.until(({ components }) => components.every(({ state }) => state !== 'starting'));
    const primary = runs.find(({ child }) => child.pid === status.components.find(({ id }) => id === 'supervisor')?.pid);
    assert.ok(primary !== undefined && !hasEnded(primary), 'the one that stays is the Hub');
    for (const other of runs) {
      if (other === primary) continue;
      assert.equal(other.child.exitCode, 0, other.output);
      assert.match(other.output, /already running/);
    }
    assert.deepEqual(
      logged(hub, 'action').map(({ verb, dispatched }) => ({ verb, dispatched })),
      Array.from({ length: crowd - 1 }, () => ({ verb: 'restore', dispatched: true })),
    );
    await hub.stop();
    await until('end of the Hub', () => hasEnded(primary));
    assert.equal(primary.child.exitCode, 0);
  }
});

test('a start takes the lock and the pipe first, then opens the log, then sets the DPI awareness, and only then starts components', async () => {
  await using hub = new TestHub();
  await hub.start();
  assert.deepEqual(
    logged(hub, 'startup').map(({ step }) => step),
    startupSteps,
  );
  const entries = readFileSync(path.join(hub.places.logs, 'supervisor.log'), 'utf8').trim().split('\n');
  const at = (part: string): number => entries.findIndex((line) => line.includes(part));
  assert.ok(at('"dpi-awareness"') < at('"state":"starting"'), 'no component, and so no window, starts before');
});

test('the verb exit stops all processes, and an unknown verb does nothing and is logged once', async () => {
  await using hub = new TestHub();
  const { components } = await hub.start();
  const pids = components.flatMap(({ pid }) => (pid === null ? [] : [pid]));
  for (let time = 1; time <= 3; time++) assert.deepEqual(await ask(hub, 'format-disk; rm -rf /'), { ok: false, error: 'unknown_verb' });
  assert.equal(logged(hub, 'unknown verb').length, 1);
  for (const never of ['', '__proto__', 'constructor', 'x'.repeat(10_000)]) assert.equal((await ask(hub, never))?.ok, false);
  assert.ok(pids.every(isAlive));
  assert.deepEqual(await ask(hub, 'exit'), { ok: true });
  await until('end of every process', () => !pids.some(isAlive));
});

test('open-workspace and open-logs open their folder with the file manager of the desktop', async () => {
  await using hub = new TestHub({ DISPLAY: ':59535' });
  const programs = path.join(hub.root, 'programs');
  const opened = path.join(hub.root, 'opened');
  mkdirSync(programs);
  writeFileSync(path.join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> ${opened}\n`);
  chmodSync(path.join(programs, 'xdg-open'), 0o755);
  hub.env.PATH = `${programs}:${process.env.PATH}`;
  await hub.start();
  assert.deepEqual(await ask(hub, 'open-workspace'), { ok: true });
  assert.deepEqual(await ask(hub, 'open-logs'), { ok: true });
  await until('both folders', () => existsSync(opened) && readFileSync(opened, 'utf8') === `${hub.workspace}\n${hub.places.logs}\n`);
});

test('a launch while Hub is stopping waits until it has stopped, and then becomes the next Hub', async () => {
  await using hub = new TestHub();
  await hub.start();
  const first = hub.supervisorPid;
  const stopped = hub.stop();
  await until('begin of the stop', () => hub.output.includes('Hub is stopping.'));
  const next = run(hub);
  await stopped;
  const status = await hub.until(({ components }) => components.every(({ state }) => state !== 'starting'));
  const pid = status.components.find(({ id }) => id === 'supervisor')?.pid;
  assert.notEqual(pid, first);
  assert.equal(pid, next.child.pid, next.output);
});

test('a launch while the running Hub is halted reports that in time, and changes nothing', async () => {
  await using hub = new TestHub();
  const before = await hub.start();
  process.kill(hub.supervisorPid, 'SIGSTOP');
  try {
    const second = run(hub);
    await until('end of the second launch', () => hasEnded(second));
    assert.equal(second.child.exitCode, 1);
    assert.match(second.output, /^hub: Hub is already running for .* but does not answer/);
    assert.equal(second.output.trim().split('\n').length, 1);
  } finally {
    process.kill(hub.supervisorPid, 'SIGCONT');
  }
  const after = await hub.until(() => true);
  assert.deepEqual(
    after.components.map(({ id, pid }) => ({ id, pid })),
    before.components.map(({ id, pid }) => ({ id, pid })),
  );
});
