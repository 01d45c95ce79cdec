import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import { type TestContext, test } from 'node:test';
import { type FakeComponent, fakeComponent } from '../../test/doubles/fake-component.ts';
import { locatePlaces } from '../platform/locations.ts';
import { openPeerUser } from '../platform/peer-user/index.ts';
import { type HttpEndpoint, openHttpEndpoint } from './http-endpoint.ts';

async function rig(
  t: TestContext,
  port: string | undefined,
  usualPort = 0,
  lastPort: string | undefined = undefined,
): Promise<{ component: FakeComponent; listening: HttpEndpoint }> {
  const folder = os.tmpdir();
  const component = fakeComponent(
    'python_core',
    locatePlaces({ env: {}, platform: 'linux', userHome: folder, workingFolder: folder, temporaryFolder: folder, userId: '1' }),
  );
  const listening = await openHttpEndpoint({
    component,
    variable: 'HUB_BRIDGE_PORT',
    port,
    usualPort,
    lastPort,
    peerUser: openPeerUser(),
    routes: () => [],
    retryMs: 50,
  });
  t.after(() => listening[Symbol.asyncDispose]());
  return { component, listening };
}

async function holdPort(t: TestContext): Promise<{ server: net.Server; port: number }> {
  const server = net.createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('a free port is found and reported, and the address is for this machine only', async (t) => {
  const { component, listening } = await rig(t, '0', 5001);
  const { port } = listening.facts();
  assert.ok(port !== undefined && port > 0 && port !== 5001);
  assert.equal(listening.url, `http://127.0.0.1:${port}`);
  assert.deepEqual(component.conditions, [null]);
  assert.equal(listening.counters().open, 0);
});

test('if any port will do, the last one is taken again, and another one only if somebody else has it', async (t) => {
  const { server, port } = await holdPort(t);
  const { listening } = await rig(t, '0', 5001, String(port));
  const other = listening.facts().port;
  assert.ok(other !== undefined && other !== port);
  server.close();
  await once(server, 'close');
  assert.equal((await rig(t, '0', 5001, String(port))).listening.facts().port, port);
  const free = await holdPort(t);
  free.server.close();
  await once(free.server, 'close');
  const fixed = await rig(t, String(free.port), 5001, String(port));
  assert.equal(fixed.listening.facts().port, free.port, 'a port that is requested by its number is used');
});

test('a port that is not valid means the usual one', async (t) => {
  for (const word of [undefined, '', 'x', '65536', '-1', '1.5', '0x10', '123456']) {
    const { server, port } = await holdPort(t);
    server.close();
    await once(server, 'close');
    const { listening } = await rig(t, word, port);
    assert.equal(listening.facts().port, port, `port ${word}`);
    await listening[Symbol.asyncDispose]();
  }
});

test('a port in use is reported with its holder and the variable that sets another one, logged once, and taken as soon as it is free', async (t) => {
  const { server, port } = await holdPort(t);
  const { component, listening } = await rig(t, String(port));
  assert.match(
    component.conditions[0] ?? '',
    new RegExp(
      `^port ${port} is taken by another program${process.platform === 'linux' ? `: .*\\(process ${process.pid}\\)` : ''}; end it, or set another port with HUB_BRIDGE_PORT$`,
    ),
  );
  assert.deepEqual(listening.facts(), {});
  await component.until(() => component.conditions.length >= 3);
  assert.equal(component.logged.filter((line) => line === 'ERROR port not available').length, 1);
  server.close();
  await component.until(() => component.readyWith.length > 0);
  assert.deepEqual(component.readyWith, [{ port }]);
  assert.equal(component.conditions.at(-1), null);
});

test('a system that has no more sockets at the moment is reported, and asked again', async (t) => {
  const lacking = t.mock.method(net.Server.prototype, 'listen', function (this: net.Server) {
    process.nextTick(() => this.emit('error', Object.assign(new Error('listen'), { code: 'EMFILE', errno: -24, syscall: 'listen' })));
    return this;
  });
  const { component, listening } = await rig(t, '0');
  await component.until(() => component.conditions.length >= 2);
  assert.equal(component.conditions.at(-1), "the system can't open a port now (EMFILE)");
  lacking.mock.restore();
  await component.until(() => component.readyWith.length > 0);
  assert.deepEqual([component.readyWith[0], component.conditions.at(-1)], [listening.facts(), null]);
});

test('nothing is opened after the end', async (t) => {
  const { server, port } = await holdPort(t);
  const { component, listening } = await rig(t, String(port));
  await component.until(() => component.conditions.length >= 2);
  await listening[Symbol.asyncDispose]();
  const tries = component.conditions.length;
  // Another one tries as often, and later: by its second attempt the first would have tried again.
  const other = await rig(t, String(port));
  await other.component.until(() => other.component.conditions.length >= 3);
  assert.equal(component.conditions.length, tries);
  server.close();
  await other.component.until(() => other.component.readyWith.length > 0);
  assert.deepEqual([listening.facts(), component.readyWith], [{}, []]);
});
