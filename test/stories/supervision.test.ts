/** What becomes of a Hub when its processes are killed, halted or hindered, with real processes and signals. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { type ComponentId, heartbeat } from '../../src/contract/components.ts';
import type { HubStatus } from '../../src/contract/supervisor.ts';
import { isAlive, TestHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';

const skip = process.platform === 'win32' && 'needs signals';

function pidOf(status: HubStatus, id: ComponentId): number {
  return status.components.find((component) => component.id === id)?.pid ?? 0;
}

/** The pid of each process, the supervisor's too. */
function pidsOf(status: HubStatus): Record<string, number> {
  return Object.fromEntries(status.components.flatMap(({ id, pid }) => (pid === null ? [] : [[id, pid]])));
}

function allUp({ components }: HubStatus): boolean {
  return components.every(({ id, state }) => id === 'hub' || state === 'running' || state === 'degraded');
}

/** Waits until another process than `pid` does the work of a component. */
function replaced(hub: TestHub, id: ComponentId, pid: number): Promise<HubStatus> {
  return hub.until((status) => allUp(status) && pidOf(status, id) !== pid);
}

/** Whether the supervisor logged an event about a component. */
function supervisorLogged(hub: TestHub, event: string, of: ComponentId): boolean {
  const lines = readFileSync(path.join(hub.places.logs, 'supervisor.log'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).some((entry) => entry.event === event && entry.of === of);
}

test('whichever component is killed is back, ready for work, and no other one notices', { skip }, async () => {
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

test('a component that is halted is found by its silence, and replaced', { skip }, async () => {
  await using hub = new TestHub();
  const before = await hub.start();
  const pid = pidOf(before, 'save_worker');
  process.kill(pid, 'SIGSTOP');
  const after = await replaced(hub, 'save_worker', pid);
  assert.deepEqual({ ...pidsOf(after), save_worker: pid }, pidsOf(before));
  assert.ok(!isAlive(pid));
  assert.ok(supervisorLogged(hub, 'component hangs, it is killed', 'save_worker'));
});

test('a supervisor that was halted, alone or with all of its machine, blames nobody for the silence', { skip }, async () => {
  await using hub = new TestHub();
  const before = await hub.start();
  const { supervisor = 0, ...components } = pidsOf(before);
  for (const halted of [[supervisor], [supervisor, ...Object.values(components)]]) {
    // Two silences long, and then one more in which it could blame somebody: here time itself is what is waited for.
    for (const pid of halted) process.kill(pid, 'SIGSTOP');
    await pass(2 * heartbeat.hungAfterMs);
    for (const pid of halted) process.kill(pid, 'SIGCONT');
    await pass(heartbeat.hungAfterMs + 1_000);
    const after = await hub.until(() => true);
    assert.deepEqual(pidsOf(after), pidsOf(before));
    assert.ok(after.components.every(({ restarts }) => restarts === 0));
  }
});

test('a component that can not even start is given up, the others go on, and its last words are kept', { skip }, async () => {
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

test('a port that a stranger has is told with its pid and program, and taken once it is free', {
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
    assert.equal(core.reason, `port ${port} is taken by ${name} (process ${stranger.pid}); end that program, or set another port`);
    stranger.kill('SIGKILL');
    const after = await hub.until((status) => allUp(status) && status.ports.bridge !== null);
    assert.equal(pidOf(after, 'python_core'), core.pid, 'by the same process');
    assert.equal(after.ports.bridge, port);
    assert.equal(after.components.find(({ id }) => id === 'python_core')?.state, 'running');
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('a component that is halted does not hold up the stop, and nothing is left', { skip }, async () => {
  await using hub = new TestHub();
  const pids = Object.values(pidsOf(await hub.start()));
  process.kill(pidOf(await hub.until(allUp), 'python_core'), 'SIGSTOP');
  assert.deepEqual(await hub.stop(), []);
  assert.ok(!pids.some(isAlive));
  assert.ok(!existsSync(path.join(hub.places.run, 'processes.json')), 'there is nothing to find for the next one');
});

test('a supervisor that is killed takes all of its components along', { skip }, async () => {
  await using hub = new TestHub();
  const before = await hub.start();
  process.kill(hub.supervisorPid, 'SIGKILL');
  await until('end of every process', () => !Object.values(pidsOf(before)).some(isAlive));
  const after = await hub.start();
  assert.ok(allUp(after));
});

test('a component that outlives its supervisor is ended by the next one, before anything starts', { skip }, async (t) => {
  await using hub = new TestHub();
  const before = await hub.start();
  const survivor = pidOf(before, 'clipboard');
  t.after(() => isAlive(survivor) && process.kill(survivor, 'SIGKILL'));
  process.kill(survivor, 'SIGSTOP');
  process.kill(hub.supervisorPid, 'SIGKILL');
  await until('end of the others', () => Object.values(pidsOf(before)).filter(isAlive).length === 1);
  assert.ok(isAlive(survivor));
  const after = await hub.start();
  assert.ok(!isAlive(survivor));
  assert.ok(allUp(after));
  assert.ok(supervisorLogged(hub, 'survivor of the last supervisor killed', 'clipboard'));
});

test('a stranger that has the number of a component of before is left alone', { skip }, async () => {
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
