import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fragmentQuery } from '../../contract/bridge.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { type Bridge, openBridge } from './bridge.ts';

const fragment = (id: number): Fragment => ({
  id: String(id),
  kind: 'text',
  text: `copy ${id}`,
  bytes: 6,
  mediaTypes: ['text/plain'],
  capturedAt: '2026-11-21T10:00:00.000+00:00',
  source: { type: 'other', name: '', path: '', app: { name: null, executable: null, pid: null, windowTitle: null } },
  detection: null,
  embeddedFilename: null,
  state: 'kept',
  reason: 'too_short',
  savedPath: null,
  sha256: null,
});

/** The bridge of a core that has that many fragments, and refuses what the contract refuses. `asked` has the query of each question. */
async function bridgeTo(t: TestContext, count: number): Promise<{ readonly bridge: Bridge; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    asked.push(searchParams.toString());
    const query = fragmentQuery.safeParse(Object.fromEntries(searchParams));
    if (!query.success) return response.writeHead(400).end('{}');
    const newest = (query.data.before ?? count + 1) - 1;
    const ids = Array.from({ length: Math.min(query.data.limit, newest) }, (_, index) => newest - index);
    const next = (ids.at(-1) ?? 1) > 1 ? String(ids.at(-1)) : null;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items: ids.map(fragment), next }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { asked, bridge: openBridge(() => (server.address() as AddressInfo).port) };
}

test('a list that is longer than one answer is asked for page by page', async (t) => {
  const { bridge, asked } = await bridgeTo(t, 1_300);
  const some = await bridge.list('', 1_200);
  assert.deepEqual([some?.fragments.length, some?.hasMore], [1_200, true]);
  assert.deepEqual(asked, ['limit=500', 'limit=500&before=801', 'limit=200&before=301']);
  assert.equal(new Set(some?.fragments.map(({ id }) => id)).size, 1_200);
  const all = await bridge.list('', 5_000);
  assert.deepEqual([all?.fragments.length, all?.fragments.at(-1)?.id, all?.hasMore], [1_300, '1', false]);
});

test('what is searched for goes with every page, and an empty history is one', async (t) => {
  const { bridge, asked } = await bridgeTo(t, 600);
  await bridge.list('a & b', 510);
  assert.deepEqual(asked, ['limit=500&q=a+%26+b', 'limit=10&q=a+%26+b&before=101']);
  const { bridge: empty } = await bridgeTo(t, 0);
  assert.deepEqual(await empty.list('', 30), { fragments: [], hasMore: false });
});

test('where nobody answers nothing rejects', async () => {
  const nowhere = openBridge(() => null);
  assert.equal(await nowhere.list('', 30), null);
  assert.equal(await nowhere.copy('1'), false);
  const absent = openBridge(() => 1);
  assert.equal(await absent.list('', 30), null);
  assert.equal(await absent.one('1'), null);
});
