/** What changes with a connection that begins or ends: the pages that it told, when it was seen, and what is owed to it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { type ListenerRig, listenerInProcess } from '../../../test/doubles/listener-in-process.ts';
import { judged } from '../../../test/doubles/temporary-journal.ts';
import { until } from '../../../test/harness/until.ts';
import { recordPageReport } from '../../journal/captures/page-reports.ts';
import { recordJudgement, recordSaveFailure } from '../../journal/fragments/fragment-states.ts';

const page = { url: 'https://example.org/tea', title: 'A page about tea' };
const pages = (rig: ListenerRig): number => Number(rig.journal.statement('SELECT count(*) AS count FROM page_reports').get()?.count);

test('the page of an extension is forgotten when it leaves, and those of others are not', async (t) => {
  const rig = await listenerInProcess(t);
  const [leaving, staying] = [await rig.connect(), await rig.connect()];
  for (const client of [leaving, staying]) assert.equal(await client.ask({ kind: 'tab', page }), 'ack');
  assert.equal(pages(rig), 2);
  leaving.socket.terminate();
  await until('its page to be forgotten', () => pages(rig) < 2);
  assert.equal(await staying.ask({ kind: 'beat' }), 'ack');
  assert.equal(pages(rig), 1);
});

test('pages of before a crash are forgotten at the start, as their connections are gone', async (t) => {
  const rig = await listenerInProcess(t);
  await rig.pair();
  const tab = { kind: 'tab', atMs: Date.now(), ...page, program: null, browser: 'Chromium' } as const;
  // Of a pairing that this process does not know: nothing but the start erases it.
  recordPageReport(rig.journal, { pairing: 'bbbbbbbb', page: tab });
  await rig.restart();
  await until('no pages', () => pages(rig) === 0);
});

test('an extension is seen when it connects, which is written once a minute at most', async (t) => {
  const rig = await listenerInProcess(t);
  const first = await rig.pair({ name: 'First' });
  await rig.pair({ name: 'Second' });
  const { pairings } = rig.listener();
  const listed = async () => {
    const answer = await pairings.answer({ op: 'pairings' });
    assert.ok('pairings' in answer);
    return new Map(answer.pairings.map((each) => [each.name, each]));
  };
  assert.equal((await listed()).get('First')?.lastSeenAt, null);
  const beforeMs = Date.now();
  await rig.connect(first);
  const { id, lastSeenAt } = await until('when it was seen', async () => {
    const pairing = (await listed()).get('First');
    return pairing?.lastSeenAt == null ? undefined : pairing;
  });
  assert.ok(Math.abs(Date.parse(lastSeenAt ?? '') - beforeMs) < 60_000);
  assert.equal((await listed()).get('Second')?.lastSeenAt, null);
  await pairings.seen(id, beforeMs + 59_000);
  assert.equal((await listed()).get('First')?.lastSeenAt, lastSeenAt);
  await pairings.seen(id, beforeMs + 3_600_000);
  assert.notEqual((await listed()).get('First')?.lastSeenAt, lastSeenAt);
});

test('a receipt that tells of a wait is told anew to the next connection', async (t) => {
  const rig = await listenerInProcess(t);
  const paired = await rig.pair();
  const client = await rig.connect(paired);
  const id = randomUUID();
  assert.equal(await client.ask({ kind: 'page', ...page, text: 'about tea', id }), 'ack');
  recordJudgement(rig.journal, 1, judged({ kind: 'save' }));
  recordSaveFailure(rig.journal, 1, 'disk_full', Date.now() + 1_000_000);
  assert.equal((await client.receipt(id)).outcome, 'waiting');
  await client.end();
  assert.equal((await (await rig.connect(paired)).receipt(id)).outcome, 'waiting');
});

test('whoever connects anew tells its tab by itself, and is not asked for that of before', async (t) => {
  const rig = await listenerInProcess(t);
  const paired = await rig.pair();
  const client = await rig.connect(paired);
  writeFileSync(rig.component.places.capturePaused, '');
  assert.equal(await client.ask({ kind: 'tab', page }), 'paused');
  await client.end();
  rmSync(rig.component.places.capturePaused);
  const again = await rig.connect(paired);
  for (const _ of Array(2)) assert.equal(await again.ask({ kind: 'beat' }), 'ack');
  assert.ok(!again.heard.some((said) => 'update' in said));
});
