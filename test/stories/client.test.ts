/** The client module and a real Hub: every call, to a Hub that is running, halted, killed or missing. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { type HubClient, openHubClient } from '../../src/client/hub-client.ts';
import { version } from '../../src/contract/version.ts';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { isAlive, TestHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';

const checkout = path.join(import.meta.dirname, '../..');
const patientMs = 20_000;
const briefMs = 500;
/** Far over `briefMs` and the own deadline of the snapshot. */
const inTimeMs = 15_000;
const signals = process.platform === 'win32' && 'needs signals';

/** The results of all calls, each with a short timeout. */
async function answersOf(client: HubClient): Promise<Record<string, unknown>> {
  const beganMs = performance.now();
  const [restart, verb, snapshot, catalog, shutdown] = await Promise.all([
    client.requestRestart('web_listener', briefMs),
    client.trySend('restore', briefMs),
    client.tryGetSnapshot(),
    client.tryGetWorkspaceSnapshot(briefMs),
    client.requestShutdown(briefMs),
  ]);
  assert.ok(performance.now() - beganMs < inTimeMs, 'in time');
  return { restart, verb, snapshot, catalog, shutdown };
}
const nothing = { restart: false, verb: false, snapshot: null, catalog: null, shutdown: false };

async function pidOf(hub: TestHub, id: string): Promise<number> {
  return (await hub.until(() => true)).components.find((component) => component.id === id)?.pid ?? 0;
}

test('every call is answered by a running Hub, and by none that is not running', async () => {
  await using hub = new TestHub();
  const client = openHubClient({ env: hub.env });
  assert.deepEqual(await answersOf(client), nothing);
  const { components } = await hub.start();
  const before = await pidOf(hub, 'web_listener');
  assert.equal(await client.requestRestart('web_listener', patientMs), true);
  assert.notEqual(await pidOf(hub, 'web_listener'), before, 'it is another process');
  for (const id of ['', 'hub', 'nobody', '__proto__', 'x'.repeat(10_240)]) assert.equal(await client.requestRestart(id, patientMs), false);
  assert.equal(await client.trySend('restore', patientMs), true);
  for (const verb of ['', 'send-to-chat', 'constructor', 'x'.repeat(10_240)]) assert.equal(await client.trySend(verb, patientMs), false);
  const snapshot = await client.tryGetSnapshot(AbortSignal.timeout(patientMs));
  assert.deepEqual([snapshot?.coreVersion, snapshot?.fragments], [version, []]);
  const catalog = await client.tryGetWorkspaceSnapshot(patientMs);
  assert.deepEqual(catalog?.connection, { component: 'settings_host', version });
  assert.equal(catalog?.payload.workspaces.find(({ id }) => id === catalog.payload.activeId)?.path, hub.workspace);
  assert.deepEqual(await Promise.all([client.requestShutdown(patientMs), client.requestShutdown(patientMs)]), [true, true]);
  await until('end of the Hub', () => components.every(({ pid }) => pid === null || !isAlive(pid)));
  assert.deepEqual(await answersOf(client), nothing);
});

test('the snapshot shows what was copied', { skip: withoutXvfb() }, async () => {
  await using desk = await startHubDesk();
  const { hub, owner } = desk;
  await owner.own({ UTF8_STRING: { content: { text: '# Harbour\n\n- tide **tables**\n- the lock gate\n' } } });
  await hub.fragment(({ state }) => state === 'saved');
  const client = openHubClient({ env: hub.env });
  const snapshot = await until('such a snapshot', async () => (await client.tryGetSnapshot()) ?? undefined);
  assert.match(snapshot.clipboardText, /^# Harbour\n/);
  assert.equal(snapshot.detection.typeId, 'markdown');
  assert.equal(snapshot.fragments.length, 1);
  assert.ok(Date.parse(snapshot.capturedAt ?? '') > 0);
  assert.ok(Object.isFrozen(snapshot.fragments[0]));
});

test('a halted supervisor fails only its own calls, in time, and so does a settings host', { skip: signals }, async () => {
  await using hub = new TestHub();
  await hub.start();
  const client = openHubClient({ env: hub.env });
  const settingsHost = await pidOf(hub, 'settings_host');
  process.kill(hub.supervisorPid, 'SIGSTOP');
  try {
    const { catalog, ...others } = await answersOf(client);
    assert.deepEqual({ ...others, catalog: null }, nothing);
    assert.notEqual(catalog, null, 'the settings host has a pipe of its own');
    const known = openHubClient({ env: { ...hub.env, HUB_BRIDGE_PORT: String(hub.bridgePort) } });
    assert.equal((await known.tryGetSnapshot(AbortSignal.timeout(patientMs)))?.coreVersion, version, 'the core answers for itself');
    process.kill(settingsHost, 'SIGSTOP');
    assert.equal(await client.tryGetWorkspaceSnapshot(briefMs), null);
  } finally {
    process.kill(settingsHost, 'SIGCONT');
    process.kill(hub.supervisorPid, 'SIGCONT');
  }
});

test('a killed supervisor answers nothing, and the next one everything', { skip: signals }, async () => {
  await using hub = new TestHub();
  const { components } = await hub.start();
  const client = openHubClient({ env: hub.env });
  const asking = answersOf(client);
  process.kill(hub.supervisorPid, 'SIGKILL');
  await asking;
  await until('end of the components', () => components.every(({ pid }) => pid === null || !isAlive(pid)));
  assert.deepEqual(await answersOf(client), nothing);
  await hub.start();
  assert.equal(await client.trySend('restore', patientMs), true);
  assert.notEqual(await client.tryGetSnapshot(AbortSignal.timeout(patientMs)), null);
});

test('the example of docs/client.md runs in another project, with a Hub and without', async () => {
  await using hub = new TestHub();
  const project = path.join(hub.root, 'project');
  mkdirSync(path.join(project, 'node_modules'), { recursive: true });
  symlinkSync(checkout, path.join(project, 'node_modules/hub-desktop'), 'junction');
  const example = /```js\n(.*?)```/s.exec(readFileSync(path.join(checkout, 'docs/client.md'), 'utf8'))?.[1] ?? '';
  writeFileSync(path.join(project, 'example.mjs'), example);
  const run = () => promisify(execFile)(process.execPath, ['example.mjs'], { cwd: project, env: hub.env, timeout: 30_000 });
  assert.deepEqual(await run(), { stdout: 'Hub is not running\nNo Hub accepted the verb\n', stderr: '' });
  await hub.start();
  const { stdout, stderr } = await run();
  assert.equal(stderr, '');
  assert.match(stdout, new RegExp(`^From nobody, source type other, says Hub ${version}\n.*Hub was asked to show itself\n$`, 's'));
});
