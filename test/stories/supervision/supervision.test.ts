/** A Hub whose processes are killed, halted or prevented from starting, with real processes and signals. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { type ComponentId, heartbeat } from '../../../src/contract/components.ts';
import type { HubStatus } from '../../../src/contract/supervisor.ts';
import { isAlive, TestHub } from '../../harness/hub.ts';
import { until } from '../../harness/until.ts';

const skip = process.platform === 'win32' && 'needs signals';

function pidOf(status: HubStatus, id: ComponentId): number {
  return status.components.find((component) => component.id === id)?.pid ?? 0;
}

/** The pid of each process, including the supervisor. */
function pidsOf(status: HubStatus): Record<string, number> {
  return Object.fromEntries(status.components.flatMap(({ id, pid }) => (pid === null ? [] : [[id, pid]])));
}

function allUp({ components }: HubStatus): boolean {
  return components.every(({ id, state }) => id === 'hub' || state === 'running' || state === 'degraded');
}

/** Waits until a component has a new process, other than `pid`. */
function replaced(hub: TestHub, id: ComponentId, pid: number): Promise<HubStatus> {
  return hub.until((status) => allUp(status) && pidOf(status, id) !== pid);
}

/** Whether the supervisor logged an event about a component. */
function supervisorLogged(hub: TestHub, event: string, of: ComponentId): boolean {
  const lines = readFileSync(path.join(hub.places.logs, 'supervisor.log'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).some((entry) => entry.event === event && entry.of === of);
}

test('any component that is killed is replaced and ready again, without affecting the others', { skip }, async () => {
  await using hub = new TestHub();
  let before = await hub.start();
  for (const id of ['settings_host', 'save_worker', 'python_core', 'clipboard', 'web_listener'] as const) {
    const pid = pidOf(before, id);
    process.kill(pid, 'SIGKILL');
    const after = await replaced(hub, id, pid);
    assert.deepEqual({ ...pidsOf(after), [id]: pid }, pidsOf(before));
    assert.equal(after.components.find((component) => component.id === id)?.restarts, 1);
    before = after;
  }
  assert.equal((await hub.request('GET', '/api/health/status')).status, 200);
  assert.equal((await hub.command(['save', '--name', 'after.txt'], 'after five deaths')).status, 0);
});

test('a component that is halted is detected by its missing heartbeat, and replaced', { skip }, async () => {
  await using hub = new TestHub();
  const before = await hub.start();
  const pid = pidOf(before, 'save_worker');
  const after = await hub.haltUntilReplaced('save_worker');
  assert.deepEqual({ ...pidsOf(after), save_worker: pid }, pidsOf(before));
  assert.ok(!isAlive(pid));
  assert.ok(supervisorLogged(hub, 'component hung and was killed', 'save_worker'));
});

test('a supervisor that was halted, alone or with the whole machine, does not restart components because of the silence', {
  skip,
}, async () => {
  await using hub = new TestHub();
  let before = await hub.start();
  for (const halts of ['supervisor', 'machine'] as const) {
    const halted = halts === 'machine' ? Object.values(pidsOf(before)) : [hub.supervisorPid];
    for (const pid of halted) process.kill(pid, 'SIGSTOP');
    await pass(2 * heartbeat.hungAfterMs); // time itself is what this test is about: two silences long
    for (const pid of halted) process.kill(pid, 'SIGCONT');
    const after = await hub.haltUntilReplaced('web_listener');
    assert.deepEqual({ ...pidsOf(after), web_listener: 0 }, { ...pidsOf(before), web_listener: 0 }, halts);
    before = after;
  }
});

test('a component that cannot start is given up, the others continue, and its last log lines are kept', { skip }, async () => {
  await using hub = new TestHub();
  const log = path.join(hub.places.logs, 'clipboard.log');
  mkdirSync(log, { recursive: true, mode: 0o700 });
  const status = await hub.start();
  const clipboard = status.components.find(({ id }) => id === 'clipboard');
  assert.equal(clipboard?.state, 'failed');
  assert.match(
    clipboard.reason ?? '',
    /^ended with code 1 \(.*EISDIR\); Logs\/clipboard\.failed\.log has its last lines; hub restart clipboard/,
  );
  assert.equal(clipboard.restarts, 4);
  const kept = readFileSync(path.join(hub.places.logs, 'clipboard.failed.log'), 'utf8').trim().split('\n');
  assert.equal(kept.length, 5);
  assert.ok(kept.every((line) => JSON.parse(line).event === 'component ended'));
  assert.equal((await hub.request('GET', '/api/health/status')).status, 200);
  rmdirSync(log);
  const restarted = await hub.command(['restart', 'clipboard']);
  assert.equal(restarted.status, 0, restarted.stderr);
  await hub.until(allUp);
});

test('a port that another program uses is reported with its pid and name, and used once it is free', {
  skip: process.platform !== 'linux',
}, async () => {
  const program = "const s = require('net').createServer().listen(0, '127.0.0.1', () => process.stdout.write(String(s.address().port)))";
  const stranger = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [printed] = (await once(stranger.stdout, 'data')) as [Buffer];
    const port = Number(printed.toString());
    await using hub = new TestHub({ HUB_BRIDGE_PORT: String(port) });
    const core = (await hub.start()).components.find(({ id }) => id === 'python_core');
    const name = readFileSync(`/proc/${stranger.pid}/comm`, 'utf8').trim();
    assert.equal(core?.state, 'degraded');
    assert.equal(
      core.reason,
      `port ${port} is taken by another program: ${name} (process ${stranger.pid}); end it, or set another port with HUB_BRIDGE_PORT`,
    );
    stranger.kill('SIGKILL');
    const after = await hub.until((status) => allUp(status) && status.ports.bridge !== null);
    assert.equal(pidOf(after, 'python_core'), core.pid, 'by the same process');
    assert.equal(after.ports.bridge, port);
    assert.equal(after.components.find(({ id }) => id === 'python_core')?.state, 'running');
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('a component that is halted does not delay the stop, and no process or record is left', { skip }, async () => {
  await using hub = new TestHub();
  const pids = Object.values(pidsOf(await hub.start()));
  process.kill(pidOf(await hub.until(allUp), 'python_core'), 'SIGSTOP');
  assert.deepEqual(await hub.stop(), []);
  assert.ok(!pids.some(isAlive));
  assert.ok(!existsSync(path.join(hub.places.run, 'processes.json')), 'no record of processes is left for the next supervisor');
});

test('when a supervisor is killed, all of its components exit', { skip }, async () => {
  await using hub = new TestHub();
  const before = await hub.start();
  process.kill(hub.supervisorPid, 'SIGKILL');
  await until('end of every process', () => !Object.values(pidsOf(before)).some(isAlive));
  await hub.start();
  await hub.until(allUp);
});

test('a component that outlives its supervisor is killed by the next one before any component starts', { skip }, async (t) => {
  await using hub = new TestHub();
  const before = await hub.start();
  const survivor = pidOf(before, 'clipboard');
  t.after(() => isAlive(survivor) && process.kill(survivor, 'SIGKILL'));
  process.kill(survivor, 'SIGSTOP');
  process.kill(hub.supervisorPid, 'SIGKILL');
  await until('end of the others', () => Object.values(pidsOf(before)).filter(isAlive).length === 1);
  assert.ok(isAlive(survivor));
  await hub.start();
  assert.ok(!isAlive(survivor));
  await hub.until(allUp);
  assert.ok(supervisorLogged(hub, 'survivor of the last supervisor killed', 'clipboard'));
});

test('another program that now has the pid of an earlier component is not killed', { skip }, async () => {
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' });
  try {
    await using hub = new TestHub();
    const before = await hub.start();
    const record = path.join(hub.places.run, 'processes.json');
    const written = readFileSync(record, 'utf8').replaceAll(`"pid":${pidOf(before, 'clipboard')},`, `"pid":${stranger.pid},`);
    assert.match(written, new RegExp(`"pid":${stranger.pid},`));
    process.kill(hub.supervisorPid, 'SIGKILL');
    await until('end of every process', () => !Object.values(pidsOf(before)).some(isAlive));
    writeFileSync(record, written);
    assert.ok(allUp(await hub.start()));
    assert.ok(isAlive(stranger.pid ?? 0));
  } finally {
    stranger.kill('SIGKILL');
  }
});
