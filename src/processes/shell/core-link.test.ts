import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/harness/until.ts';
import { peers } from '../../client/test-peers.ts';
import type { HubWindowSnapshot } from '../../contract/window.ts';
import { rememberingLog } from '../fake-component.ts';
import { CoreLink } from './core-link.ts';

const source = (lblSourceName: string) => ({ lblSourceName, lblPath: '', clipboardFragments: [] });

/** A core whose events can be refused, and what a shell that is linked to it heard. */
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
  const there = peers(t);
  const { port } = server.address() as AddressInfo;
  await there.pipe('supervisor', { ok: true, home: '/h', workspace: '/w', ports: { bridge: port, web: null }, components: [] });
  const heard = { names: [] as string[], moves: 0, deleted: [] as string[], connections: [] as boolean[] };
  const link = new CoreLink({
    places: there.places,
    snapshot: ({ sourceName }: HubWindowSnapshot) => heard.names.push(sourceName),
    moved: () => {
      heard.moves += 1;
      if (heard.moves === 1) throw new Error('a view that can’t be made');
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

test('what the core tells by events is heard', async (t) => {
  const { core, heard } = await linked(t, { hasEvents: true });
  await until('snapshot', () => heard.names.length > 0);
  core.events[0]?.write('event: fragment\ndata: {}\n\n');
  await until('fragment', () => heard.moves > 0);
  core.events[0]?.write('event: deleted\ndata: {"id":7}\n\nevent: deleted\ndata: {"id":"7"}\n\n');
  await until('deletion', () => heard.deleted.length > 0);
  assert.deepEqual(heard.deleted, ['7'], 'one that makes no sense, and one that could not be handled, end nothing');
  assert.deepEqual([heard.names, heard.connections], [['one'], [true]]);
});

test('where events are refused the core is asked again and again, until it has some', async (t) => {
  const { core, heard } = await linked(t, { hasEvents: false });
  await until('first snapshot', () => heard.names.at(-1) === 'one');
  core.name = 'two';
  await until('next snapshot', () => heard.names.at(-1) === 'two' && heard.moves > 1);
  core.hasEvents = true;
  core.name = 'three';
  await until('events', () => core.events.length > 0 && heard.names.at(-1) === 'three');
  assert.deepEqual(heard.connections, [true]);
});

test('a core that is gone for long is lost, and found when it is back', async (t) => {
  const { server, port, heard } = await linked(t, { hasEvents: true });
  await until('connection', () => heard.connections.at(-1) === true);
  server.close();
  server.closeAllConnections();
  await until('loss', () => heard.connections.at(-1) === false);
  server.listen(port, '127.0.0.1');
  await until('connection again', () => heard.connections.at(-1) === true);
  assert.deepEqual(heard.connections, [true, false, true]);
});
