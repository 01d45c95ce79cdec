import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { httpAnswer, startPeers } from '../../test/doubles/bridge-peers.ts';
import { keptFragment } from '../../test/doubles/kept-fragment.ts';
import { bridgeRoutes } from '../contract/bridge.ts';
import { problemOf } from '../contract/problem.ts';
import { Bridge } from './bridge.ts';

const patient = { timeoutMs: 20_000 };
const brief = { timeoutMs: 200 };
const at = (port: number | null, time = patient): Bridge => new Bridge(() => port, time);

const fragment = keptFragment('7', { text: 'ä', bytes: 2 });
const copies = { captured: 4, repeated: 0, concealed: 0, excluded: 0, unusable: 0, gone: 0, missed: 1 };
const health = { status: 'ok', component: 'python_core', version: '1.2.3', uptimeSeconds: 1, reasons: [], copies };

interface Said {
  readonly status?: number;
  readonly type?: string;
  readonly body: string | Buffer;
}

/** A bridge that answers all requests the same, and records what it was asked. */
async function answering(t: TestContext, answer: Said | ((url: string) => Said)) {
  const asked: string[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`.trim());
    const { status = 200, type = 'application/json', body } = typeof answer === 'function' ? answer(request.url ?? '') : answer;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, bridge: at((server.address() as AddressInfo).port) };
}

const json = (body: unknown, status = 200): Said => ({ status, body: JSON.stringify(body) });

test('every route of the bridge has a method', async (t) => {
  const { asked, bridge } = await answering(t, json({}));
  await Promise.all([
    bridge.health(),
    bridge.source(),
    bridge.events({ heard: () => {}, signal: new AbortController().signal }),
    bridge.fragments({}),
    bridge.fragment('7'),
    bridge.content('7', 1),
    bridge.copy('7'),
    bridge.copyAddress('7'),
    bridge.keep('7'),
    bridge.keep(),
    bridge.save('7'),
    bridge.annotate('7', { pinned: true }),
    bridge.delete('7'),
    bridge.undelete('7'),
    bridge.copyTexts(['7']),
    bridge.deleteSeveral(['7']),
    bridge.undeleteSeveral(['7']),
    bridge.saveText({ content: 'a', filename: 'b' }),
    bridge.detect({ text: 'a' }),
    bridge.extract({ path: '/a.pdf' }),
    bridge.followExtraction({ path: '/a.pdf' }, { heard: () => {}, signal: new AbortController().signal }),
    bridge.openApi(),
    bridge.searchValues(),
    bridge.missed(),
    bridge.queues(),
    bridge.dismissMissed(),
    bridge.metrics(),
    bridge.refreshIndex('work'),
    bridge.stopIndex(),
    bridge.indexStatus(),
    bridge.searchIndex({ q: 'harbour' }),
  ]);
  const routes = Object.values(bridgeRoutes).map(({ method, path }) => `${method} ${path.replace(':id', '7')}`);
  assert.deepEqual(asked.map((line) => line.replace(/\?.*/, '').split(' ', 2).join(' ')).toSorted(), routes.toSorted());
});

test('a page of the history is requested by its words, and returned as in the contract', async (t) => {
  const { asked, bridge } = await answering(t, json({ items: [fragment], next: '7', more: 'later' }));
  assert.deepEqual(await bridge.fragments({ q: 'a & b', limit: 30, before: '12', type: undefined }), {
    ok: true,
    value: { items: [fragment], next: '7' },
  });
  assert.deepEqual(asked, ['GET /api/fragments?q=a+%26+b&limit=30&before=12']);
});

test('verbs send an empty document, and what concerns one fragment stays in its path', async (t) => {
  const { asked, bridge } = await answering(t, json({ ok: true }));
  assert.deepEqual(await bridge.copy('7'), { ok: true, value: { ok: true } });
  await bridge.delete('7/../8?x');
  assert.deepEqual(asked, ['POST /api/fragments/7/copy {}', 'DELETE /api/fragments/7%2F..%2F8%3Fx']);
});

test('an id or a word that is no valid Unicode is asked for all the same, and a port that can be none is one where nobody is', async (t) => {
  const { asked, bridge } = await answering(t, json({ ok: true }));
  assert.deepEqual(await bridge.copy('\ud83d'), { ok: true, value: { ok: true } });
  await bridge.fragments({ q: '\udc00' });
  assert.deepEqual(asked, ['POST /api/fragments/%EF%BF%BD/copy {}', 'GET /api/fragments?q=%EF%BF%BD']);
  for (const port of [1.5, Number.NaN, -1, 65_536]) assert.deepEqual(await at(port).health(), { ok: false, reason: 'absent' });
});

test('of the health of a core of another version its counters and its version can be had', async (t) => {
  const { bridge } = await answering(t, json({ ...health, status: 'a new word' }));
  assert.deepEqual(await bridge.health(), { ok: false, reason: 'not-understood' });
  assert.deepEqual(await bridge.counters(), { ok: true, value: copies });
  assert.deepEqual(await bridge.coreVersion(), { ok: true, value: '1.2.3' });
});

test('a snapshot is returned as it was sent, whatever it is', async (t) => {
  const { bridge } = await answering(t, json(['strange']));
  assert.deepEqual(await bridge.source(), { ok: true, value: ['strange'] });
});

test('bytes come with their media type, and a text as a string; a longer one than requested is not read', async (t) => {
  const { bridge } = await answering(t, { type: 'text/plain; charset=utf-8', body: 'häron' });
  assert.deepEqual(await bridge.content('7', 6), { ok: true, value: { bytes: Buffer.from('häron'), mediaType: 'text/plain' } });
  assert.deepEqual(await bridge.content('7', 5), { ok: false, reason: 'not-understood' });
  assert.deepEqual(await bridge.text('7', 100), { ok: true, value: 'häron' });
  const { bridge: picture } = await answering(t, { type: 'image/png', body: 'x' });
  assert.deepEqual(await picture.text('7', 100), { ok: false, reason: 'not-understood' });
});

test('reading a content without an end stops at its limit', async (t) => {
  const there = startPeers(t);
  let sent = 0;
  const port = await there.port((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
    const more = (): void => {
      sent += 65_536;
      socket.write('x'.repeat(65_536), (error) => !error && more());
    };
    more();
  });
  assert.deepEqual(await at(port).content('7', 1024 * 1024), { ok: false, reason: 'not-understood' });
  assert.ok(sent < 64 * 1024 * 1024);
});

test('a refusal of the bridge comes with its status, its word and its sentence', async (t) => {
  const { bridge } = await answering(t, (url) =>
    url.endsWith('/8') ? json({ status: 404 }, 404) : json(problemOf('disk-full', 'The disk is full.'), 507),
  );
  const refused = { ok: false, reason: 'refused', status: 507, word: 'disk_full', detail: 'The disk is full.' };
  assert.deepEqual(await bridge.saveText({ content: 'a', filename: 'b' }), refused);
  assert.deepEqual(await bridge.content('7', 1), refused);
  assert.deepEqual(await bridge.fragment('8'), { ok: false, reason: 'refused', status: 404, word: 'failed', detail: 'status 404' });
});

test('a peer that is absent, silent or wrong gives a reason of its own, and nothing rejects', async (t) => {
  const there = startPeers(t);
  for (const port of [null, 1, 0, -1, 65_536, 1.5e9]) assert.deepEqual(await at(port).fragments({}), { ok: false, reason: 'absent' });
  const silent = await there.port(() => {});
  assert.deepEqual(await at(silent, brief).copy('7'), { ok: false, reason: 'no-answer' });
  assert.deepEqual(await at(silent, { timeoutMs: 0 }).copy('7'), { ok: false, reason: 'no-answer' });
  const cut = await there.port((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{'));
  assert.deepEqual(await at(cut).source(), { ok: false, reason: 'no-answer' });
  for (const wrong of [httpAnswer('no json'), httpAnswer('<html>', '503 Service Unavailable')]) {
    const port = await there.port((socket) => socket.end(wrong));
    assert.deepEqual(await at(port).source(), { ok: false, reason: 'not-understood' });
  }
  const strange = await there.port((socket) => socket.end(httpAnswer('{"items":[{}],"next":null}')));
  assert.deepEqual(await at(strange).fragments({}), { ok: false, reason: 'not-understood' });
});

test('a body is sent as JSON, to the loopback address by its number', async (t) => {
  const there = startPeers(t);
  let heard = '';
  const port = await there.port((socket, text) => {
    heard += text;
    const answerOnceWhole = (): unknown => heard.endsWith('}') && socket.end(httpAnswer('{"detection":null,"embeddedFilename":null}'));
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      answerOnceWhole();
    });
    answerOnceWhole();
  });
  assert.deepEqual(await at(port).detect({ text: 'ä' }), { ok: true, value: { detection: null, embeddedFilename: null } });
  assert.match(heard, /^POST \/api\/detect HTTP\/1\.1\r\n/);
  assert.match(heard, new RegExp(`\\r\\nHost: 127\\.0\\.0\\.1:${port}\\r\\n`));
  assert.match(heard, /\r\ncontent-type: application\/json\r\ncontent-length: 13\r\n/i);
  assert.ok(heard.endsWith('\r\n\r\n{"text":"ä"}'));
});

test('calls that only read use one connection again, and one that the server closed meanwhile is replaced', async (t) => {
  const ports: number[] = [];
  const server = http.createServer((request, response) => {
    ports.push(request.socket.remotePort ?? 0);
    if (ports.length === 4) request.socket.destroy();
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request.method === 'GET' ? health : { ok: true }));
  });
  const connections = new http.Agent({ keepAlive: true, maxFreeSockets: 1 });
  t.after(() => {
    connections.destroy();
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bridge = new Bridge(() => (server.address() as AddressInfo).port, patient, connections);
  for (let call = 0; call < 2; call += 1) assert.ok((await bridge.health()).ok);
  assert.ok((await bridge.copy('7')).ok);
  assert.ok((await bridge.health()).ok, 'the connection is closed, and it is asked on another one');
  const [first, second, third, fourth, fifth] = ports;
  assert.equal(second, first);
  assert.notEqual(third, first, 'what changes something is asked once only');
  assert.equal(fourth, first);
  assert.notEqual(fifth, first);
});

test('a server that cuts off each answer is not asked for ever', async (t) => {
  let asked = 0;
  const server = http.createServer((request) => {
    asked += 1;
    request.socket.destroy();
  });
  const connections = new http.Agent({ keepAlive: true });
  t.after(() => {
    connections.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bridge = new Bridge(() => (server.address() as AddressInfo).port, patient, connections);
  assert.deepEqual(await bridge.health(), { ok: false, reason: 'no-answer' });
  assert.equal(asked, 1);
});
