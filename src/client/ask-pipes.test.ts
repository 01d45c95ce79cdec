import assert from 'node:assert/strict';
import { unlinkSync } from 'node:fs';
import { test } from 'node:test';
import { startPeers } from '../../test/doubles/bridge-peers.ts';
import { askAction, askCatalog, askRestart, askSelectWorkspace, askSetDocument, askShutdown, askStatus } from './ask-pipes.ts';

const patient = { timeoutMs: 20_000 };
const brief = { timeoutMs: 200 };

test('a failure has the reason of its kind', async (t) => {
  const there = startPeers(t);
  const { places } = there;
  assert.deepEqual(await askStatus(places, patient), { ok: false, reason: 'absent' });
  await there.pipe('supervisor', { ok: true, home: 1 });
  assert.deepEqual(await askStatus(places, patient), { ok: false, reason: 'not-understood' });
  await there.pipe('single-instance', () => {});
  assert.deepEqual(await askAction(places, 'restore', brief), { ok: false, reason: 'no-answer' });
  await there.pipe('settings-host', { ok: false, error: 'a new word' });
  assert.deepEqual(await askCatalog(places, patient), { ok: false, reason: 'not-understood' });
});

test('a Hub that exits during a status request is absent', async (t) => {
  const there = startPeers(t);
  await there.pipe('supervisor', (socket) => {
    unlinkSync(there.places.pipe('supervisor'));
    socket.destroy();
  });
  assert.deepEqual(await askStatus(there.places, patient), { ok: false, reason: 'absent' });
});

test("a refusal comes with Hub's own word and sentence", async (t) => {
  const there = startPeers(t);
  await there.pipe('supervisor', { ok: false, error: 'failed', detail: 'this version has no window yet' });
  await there.pipe('single-instance', { ok: false, error: 'unknown_verb' });
  const refused = { ok: false, reason: 'failed', detail: 'this version has no window yet' };
  assert.deepEqual(await askRestart(there.places, 'hub', patient), refused);
  assert.deepEqual(await askShutdown(there.places, patient), refused);
  assert.deepEqual(await askAction(there.places, 'x', patient), { ok: false, reason: 'unknown_verb' });
});

test("the answer to a verb includes Hub's sentence", async (t) => {
  const there = startPeers(t);
  await there.pipe('single-instance', { ok: true, detail: 'Hub has no window' });
  assert.deepEqual(await askAction(there.places, 'restore', patient), { ok: true, value: 'Hub has no window' });
});

test('the supervisor gets a little less time for a restart than its caller, as a whole number of ms from 1 to a minute', async (t) => {
  const there = startPeers(t);
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

test('the settings host accepts another WorkSpace, and says why it refuses a document', async (t) => {
  const there = startPeers(t);
  await there.pipe('settings-host', (socket, line) => {
    const { op } = JSON.parse(line);
    socket.end(`${JSON.stringify(op === 'set' ? { ok: false, error: 'not_valid', detail: 'save.policy' } : { ok: true })}\n`);
  });
  assert.deepEqual(await askSelectWorkspace(there.places, 'a', patient), { ok: true, value: null });
  assert.deepEqual(await askSetDocument(there.places, 'hub', { value: { a: 1 }, revision: 'r1' }, patient), {
    ok: false,
    reason: 'not_valid',
    detail: 'save.policy',
  });
  assert.deepEqual(there.asked, [
    { op: 'select', id: 'a' },
    { op: 'set', document: 'hub', value: { a: 1 }, revision: 'r1' },
  ]);
});
