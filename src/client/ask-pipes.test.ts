import assert from 'node:assert/strict';
import { unlinkSync } from 'node:fs';
import net from 'node:net';
import { test } from 'node:test';
import { askAction, askCatalog, askRestart, askShutdown, askStatus } from './ask-pipes.ts';
import { askSource } from './ask-source.ts';
import { requestBridge } from './bridge-request.ts';
import { httpAnswer, peers, statusWithBridge } from './test-peers.ts';

const patient = { timeoutMs: 20_000 };
const brief = { timeoutMs: 200 };

test('a failure has the reason of its kind', async (t) => {
  const there = peers(t);
  const { places } = there;
  assert.deepEqual(await askStatus(places, patient), { ok: false, reason: 'absent' });
  await there.pipe('supervisor', { ok: true, home: 1 });
  assert.deepEqual(await askStatus(places, patient), { ok: false, reason: 'not-understood' });
  await there.pipe('single-instance', () => {});
  assert.deepEqual(await askAction(places, 'restore', brief), { ok: false, reason: 'no-answer' });
  await there.pipe('settings-host', { ok: false, error: 'failed' });
  assert.deepEqual(await askCatalog(places, patient), { ok: false, reason: 'not-understood' });
});

test('a Hub that ends while it is asked for its status is absent', async (t) => {
  const there = peers(t);
  await there.pipe('supervisor', (socket) => {
    unlinkSync(there.places.pipe('supervisor'));
    socket.destroy();
  });
  assert.deepEqual(await askStatus(there.places, patient), { ok: false, reason: 'absent' });
});

test('what Hub refuses comes with its own word, and with what it says', async (t) => {
  const there = peers(t);
  await there.pipe('supervisor', { ok: false, error: 'failed', detail: 'this version has no window yet' });
  await there.pipe('single-instance', { ok: false, error: 'unknown_verb' });
  const refused = { ok: false, reason: 'failed', detail: 'this version has no window yet' };
  assert.deepEqual(await askRestart(there.places, 'hub', patient), refused);
  assert.deepEqual(await askShutdown(there.places, patient), refused);
  assert.deepEqual(await askAction(there.places, 'x', patient), { ok: false, reason: 'unknown_verb' });
});

test('what Hub says of a verb that it did comes along', async (t) => {
  const there = peers(t);
  await there.pipe('single-instance', { ok: true, detail: 'Hub has no window' });
  assert.deepEqual(await askAction(there.places, 'restore', patient), { ok: true, value: 'Hub has no window' });
});

test('the supervisor has a little less time for a restart than its caller, and a whole number of ms from 1 to a minute', async (t) => {
  const there = peers(t);
  await there.pipe('supervisor', { ok: false, error: 'timeout' });
  for (const timeoutMs of [20_000, 5_000.5, 2 ** 40]) await askRestart(there.places, 'clipboard', { timeoutMs });
  assert.deepEqual(
    there.asked.map((asked) => (asked as { timeoutMs: number }).timeoutMs),
    [19_750, 4_751, 59_750],
  );
  await askRestart(there.places, 'clipboard', { timeoutMs: 0.5 });
  const last = there.asked[3] as { timeoutMs: number } | undefined;
  assert.equal(last?.timeoutMs ?? 1, 1);
});

test('a bridge that is not there, silent or wrong has its reason too, and a refusal is an answer', async (t) => {
  const there = peers(t);
  const hub = { places: there.places, bridgePort: undefined };
  assert.deepEqual(await askSource(hub, patient), { ok: false, reason: 'absent' });
  await there.pipe('supervisor', statusWithBridge(await there.port((socket) => socket.end(httpAnswer('[]')))));
  assert.deepEqual(await askSource(hub, patient), { ok: false, reason: 'not-understood' });
  const request = { method: 'GET', path: '/source' } as const;
  const silent = await there.port(() => {});
  assert.deepEqual(await requestBridge(silent, request, brief), { ok: false, reason: 'no-answer' });
  for (const port of [0, -1, 65_536, 1.5e9]) assert.deepEqual(await requestBridge(port, request, brief), { ok: false, reason: 'absent' });
  const refusing = await there.port((socket) => socket.end(httpAnswer('{"status":404}', '404 Not Found')));
  assert.deepEqual(await requestBridge(refusing, request, patient), { ok: true, value: { status: 404, body: { status: 404 } } });
});

test('a body goes out as JSON, to the loopback address by its number', async (t) => {
  const there = peers(t);
  let heard = '';
  const port = await there.port((socket, text) => {
    heard += text;
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    const timer = setInterval(() => heard.endsWith('}') && socket.end(httpAnswer('{}')), 5);
    socket.once('close', () => clearInterval(timer));
  });
  await requestBridge(port, { method: 'POST', path: '/api/detect', body: { text: 'ä' } }, patient);
  assert.match(heard, /^POST \/api\/detect HTTP\/1\.1\r\n/);
  assert.match(heard, new RegExp(`\\r\\nHost: 127\\.0\\.0\\.1:${port}\\r\\n`));
  assert.match(heard, /\r\ncontent-type: application\/json\r\ncontent-length: 13\r\n/i);
  assert.ok(heard.endsWith('\r\n\r\n{"text":"ä"}'));
});

test('the usual port is not guessed: the Hub of another home may have it', async (t) => {
  const there = peers(t);
  let asked = false;
  const server = net.createServer(() => {
    asked = true;
  });
  const taken = await new Promise((resolve) => {
    server.once('error', () => resolve(true));
    server.listen(5001, '127.0.0.1', () => resolve(false));
  });
  if (taken) return t.skip('port 5001 is taken');
  const answer = await askSource({ places: there.places, bridgePort: undefined }, brief);
  await new Promise((resolve) => server.close(resolve));
  assert.deepEqual([answer, asked], [{ ok: false, reason: 'absent' }, false]);
});
