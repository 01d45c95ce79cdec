import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { done, failed } from '../../base/outcome.ts';
import { locatePlaces } from '../../platform/locations.ts';
import type { PortHolder } from '../../platform/port-holder.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { hubChecks } from './hub-checks.ts';
import { heldBy, portChecks } from './port-checks.ts';
import { runChecks } from './run-checks.ts';

const held = { port: 5_001, variable: 'HUB_BRIDGE_PORT', isRunning: false, home: '/home/ada/hub' };

function holder(words: readonly string[], variables: Readonly<Record<string, string>> = {}): PortHolder {
  return { pid: 7, program: 'node', words, variable: (name) => variables[name] ?? null };
}

test('a port of another Hub is not freed by killing its process, which would be started again', () => {
  const words = ['/opt/node', '/opt/hub/src/processes/core/main.ts'];
  const other = heldBy(holder(words, { HUB_INSTANCE: 'x', HUB_HOME: '/home/ada/second' }), held);
  assert.deepEqual([other.word, other.says], ['held-by-hub', '5001 is held by another Hub (home /home/ada/second)']);
  const usual = heldBy(holder(words, { HUB_INSTANCE: 'x' }), held);
  assert.equal(usual.says, '5001 is held by another Hub');
  const own = heldBy(holder(words, { HUB_INSTANCE: 'x', HUB_HOME: '/home/ada/hub/' }), held);
  assert.equal(own.says, '5001 is held by a process of this Hub');
  for (const { mend } of [other, usual, own]) assert.doesNotMatch(String(mend), /kill/);
});

test('another program is named with the command that ends it, and nothing is claimed of one that is not known', () => {
  assert.match(String(heldBy(holder(['node', 'server.js'], { HUB_INSTANCE: 'x' }), held).mend), /^end it: kill 7; or choose/);
  const unknown = heldBy(null, held);
  assert.equal(unknown.says, '5001 is held by another program');
  assert.doesNotMatch(String(unknown.mend), /kill/);
});

test('one number for both ports is told as that', async () => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: '/nowhere' }));
  const facts = { places, env: { HUB_BRIDGE_PORT: '5990', HUB_WEB_PORT: '5990' }, status: failed('absent'), nowMs: 0 } as const;
  for (const check of portChecks) {
    const [found] = await check.run(facts);
    assert.deepEqual([found?.word, found?.says], ['same-port', 'both HUB_BRIDGE_PORT and HUB_WEB_PORT are 5990']);
    assert.doesNotMatch(String(found?.mend), /kill/);
    assert.equal((await runChecks([check], facts))[0]?.findings[0]?.verdict, 'failure', `${check.id} alone`);
  }
  const both = await runChecks(portChecks, facts);
  assert.deepEqual(
    both.map(({ findings }) => findings[0]?.verdict),
    ['failure', 'note'],
    'one fault is one failure',
  );
});

test('where the server has failed, its port alone is not well, and beside the components the fault is told once', async () => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: '/nowhere' }));
  const component = (id: 'python_core', state: 'failed' | 'backoff') => ({
    id,
    state,
    pid: null,
    restarts: 9,
    reason: null,
    uptimeSeconds: null,
  });
  const verdicts = async (ids: readonly string[], state: 'failed' | 'backoff') => {
    const components = [component('python_core', state)];
    const status = done({ ok: true as const, home: '', workspace: '', ports: { bridge: null, web: null }, components });
    const checks = [...portChecks, ...hubChecks].filter(({ id }) => ids.includes(id));
    const results = await runChecks(checks, { places, env: { HUB_BRIDGE_PORT: String(await freePort()) }, status, nowMs: 0 });
    return Object.fromEntries(results.map(({ check, findings }) => [check.id, findings.map(({ verdict }) => verdict)]));
  };
  assert.deepEqual(await verdicts(['bridge-port'], 'failed'), { 'bridge-port': ['failure'] });
  assert.deepEqual(await verdicts(['bridge-port', 'components'], 'failed'), { 'bridge-port': ['note'], components: ['failure'] });
  assert.deepEqual(await verdicts(['bridge-port'], 'backoff'), { 'bridge-port': [] }, 'it is on its way');
});

/** One that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
