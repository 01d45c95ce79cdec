import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { done, failed } from '../../base/outcome.ts';
import type { ComponentStatus, HubStatus } from '../../contract/supervisor.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { bridgeCheck } from './bridge-check.ts';
import { hubChecks } from './hub-checks.ts';
import { portChecks } from './port-checks.ts';
import { runChecks } from './run-checks.ts';

test('a core that answers nothing is told as that, with its restart as the mend, and not as an open gate', async (t) => {
  const server = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const status = done<HubStatus>({ ok: true, home: '/', workspace: '/none', ports: { bridge: port, web: port }, components: [] });
  const found = await bridgeCheck.run({ places: locatePlaces(readSurroundings({ HUB_HOME: '/none' })), env: {}, status, nowMs: 0 });
  assert.deepEqual(
    found.map(({ verdict, word, mend }) => [verdict, word, mend]),
    [
      ['failure', 'no-answer', 'hub restart python_core'],
      ['failure', 'no-answer', 'hub restart python_core'],
      ['failure', 'no-answer', 'hub restart web_listener'],
    ],
  );
});

const places = locatePlaces(readSurroundings({ HUB_HOME: '/none' }));
const core = { id: 'python_core', pid: null, restarts: 0, reason: null, uptimeSeconds: null } as const;

test('alone it never ends well while the bridge is not listening, whatever keeps it from that', async () => {
  for (const state of ['degraded', 'backoff', 'failed', 'stopped', 'starting', 'running'] satisfies ComponentStatus['state'][]) {
    const components = [{ ...core, state }];
    const status = done<HubStatus>({ ok: true, home: '/', workspace: '/none', ports: { bridge: null, web: null }, components });
    const [found] = await runChecks([bridgeCheck], { places, env: {}, status, nowMs: 0 });
    assert.deepEqual(
      found?.findings.map(({ verdict, mend }) => [verdict, (mend ?? '') !== '']),
      [['failure', true]],
      state,
    );
  }
  const [silent] = await runChecks([bridgeCheck], { places, env: {}, status: failed('no-answer'), nowMs: 0 });
  assert.equal(silent?.findings[0]?.verdict, 'failure');
});

test('a taken port is one fault, of the check of that port if it is run', async (t) => {
  const server = net.createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reason = `port ${port} is taken by another program; end it, or set another port with HUB_BRIDGE_PORT`;
  const components = [{ ...core, state: 'degraded' as const, reason }];
  const status = done<HubStatus>({ ok: true, home: '/', workspace: '/none', ports: { bridge: null, web: null }, components });
  const [componentsCheck, portCheck] = [hubChecks.find(({ id }) => id === 'components'), portChecks[0]];
  assert.ok(componentsCheck !== undefined && portCheck !== undefined);
  const facts = { places, env: { HUB_BRIDGE_PORT: String(port) }, status, nowMs: 0 };
  const failing = async (...checks: Parameters<typeof runChecks>[0]) =>
    (await runChecks(checks, facts)).flatMap(({ check, findings }) =>
      findings.some(({ verdict }) => verdict === 'failure') ? [check.id] : [],
    );
  assert.deepEqual(await failing(componentsCheck, portCheck, bridgeCheck), ['bridge-port']);
  assert.deepEqual(await failing(componentsCheck, bridgeCheck), ['components']);
  assert.deepEqual(await failing(bridgeCheck), ['bridge']);
});

test('a web listener that does not listen is told, whether the bridge is well or not', async (t) => {
  const server = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const components = [{ ...core, id: 'web_listener' as const, state: 'backoff' as const }];
  const status = done<HubStatus>({ ok: true, home: '/', workspace: '/none', ports: { bridge: port, web: null }, components });
  const [found] = await runChecks([bridgeCheck], { places, env: {}, status, nowMs: 0 });
  assert.deepEqual(found?.findings.map(({ verdict, word }) => [verdict, word]).at(-1), ['failure', 'see-web-listener']);
});
