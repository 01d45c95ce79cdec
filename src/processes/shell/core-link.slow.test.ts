import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { keptFragment } from '../../../test/doubles/kept-fragment.ts';
import { until } from '../../../test/harness/until.ts';
import type { HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { CoreLink } from './core-link.ts';

const fragment = keptFragment('7');

const source = (lblSourceName: string) => ({ lblSourceName, lblPath: '', clipboardFragments: [] });

/** A core whose events can be refused, and what a connected shell received. */
async function linked(t: TestContext, { hasEvents }: { readonly hasEvents: boolean }) {
  const core = { hasEvents, name: 'one', events: [] as http.ServerResponse[] };
  const server = http.createServer((request, response) => {
    if (request.url !== '/api/events') {
      const body = request.url === '/source' ? source(core.name) : { version: '1.0.0' };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    if (!core.hasEvents) return response.writeHead(503).end();
    core.events.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
    response.write(`event: source\ndata: ${JSON.stringify(source(core.name))}\n\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const there = startPeers(t);
  const { port } = server.address() as AddressInfo;
  await there.pipe('supervisor', { ok: true, home: '/h', workspace: '/w', ports: { bridge: port, web: null }, components: [] });
  const heard = { names: [] as string[], changed: [] as string[], gaps: 0, deleted: [] as string[], connections: [] as boolean[] };
  const link = new CoreLink({
    places: there.places,
    snapshot: ({ sourceName }: HubWindowSnapshot) => heard.names.push(sourceName),
    changed: ({ id }) => {
      heard.changed.push(id);
      throw new Error('a view that can’t be made');
    },
    missed: () => {
      heard.gaps += 1;
    },
    deleted: (id) => void heard.deleted.push(id),
    log: rememberingLog(() => {}),
    connected: (isConnected) => {
      if (isConnected !== heard.connections.at(-1)) heard.connections.push(isConnected);
    },
  });
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await link[Symbol.asyncDispose]();
  });
  return { core, server, port, heard };
}

test("the core's events are received", async (t) => {
  const { core, heard } = await linked(t, { hasEvents: true });
  await until('snapshot', () => heard.names.length > 0);
  assert.equal(heard.gaps, 1, 'nobody knows what happened before these events');
  core.events[0]?.write(`event: fragment\ndata: ${JSON.stringify(fragment)}\n\n`);
  await until('fragment', () => heard.changed.length > 0);
  assert.deepEqual([heard.changed, heard.gaps], [['7'], 1]);
  core.events[0]?.write('event: fragment\ndata: {}\n\n');
  await until('one that can’t be read', () => heard.gaps === 2);
  core.events[0]?.write('event: stale\ndata: {}\n\n');
  await until('more than can be named', () => heard.gaps === 3);
  core.events[0]?.write('event: deleted\ndata: {"id":7}\n\nevent: deleted\ndata: {"id":"7"}\n\n');
  await until('deletion', () => heard.deleted.length > 0);
  assert.deepEqual(heard.deleted, ['7'], 'a malformed event, and one that can not be handled, do not end the connection');
  assert.deepEqual([heard.names, heard.connections], [['one'], [true]]);
});

test('if events are refused, the shell polls until they are accepted', async (t) => {
  const { core, heard } = await linked(t, { hasEvents: false });
  await until('first snapshot', () => heard.names.at(-1) === 'one');
  core.name = 'two';
  await until('next snapshot', () => heard.names.at(-1) === 'two' && heard.gaps > 1);
  core.hasEvents = true;
  core.name = 'three';
  await until('events', () => core.events.length > 0 && heard.names.at(-1) === 'three');
  assert.deepEqual(heard.connections, [true]);
});

test('a core that is gone for long is reported as lost, and found when it is back', async (t) => {
  const { server, port, heard } = await linked(t, { hasEvents: true });
  await until('connection', () => heard.connections.at(-1) === true);
  server.close();
  server.closeAllConnections();
  await until('loss', () => heard.connections.at(-1) === false);
  server.listen(port, '127.0.0.1');
  await until('connection again', () => heard.connections.at(-1) === true);
  assert.equal(heard.gaps, 2, 'what happened meanwhile was not told');
  assert.deepEqual(heard.connections, [true, false, true]);
});
