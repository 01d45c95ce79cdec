/** What an extension is told anew: the rules, its tab, and what was under way when its pairing ended. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { type ListenerRig, listenerInProcess } from '../../../test/doubles/listener-in-process.ts';
import type { ExtensionClient } from '../../../test/harness/extension-client.ts';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';

const page = { url: 'https://example.org/tea', title: 'A page about tea' };
const updates = ({ heard }: ExtensionClient): readonly unknown[] => heard.flatMap((said) => ('update' in said ? [said.update] : []));
const captures = (rig: ListenerRig): number => Number(rig.journal.statement('SELECT count(*) AS count FROM captures').get()?.count);

test('the rules are told when they change, once, as hosts; while they are unknown they are told as nothing, and not as none', async (t) => {
  const rig = await listenerInProcess(t);
  const client = await rig.connect();
  const rules = (filter: object | null): void => {
    rig.filter = filter === null ? null : contentFilterDocument.parse(filter);
    rig.listener().tellRules();
  };
  rules({ excluded_hosts: ['*.Bank.Example', 'bücher.example.', 'no host'] });
  rules({ excluded_hosts: ['bank.example', 'bücher.example'], detect_secrets: false });
  rules(null);
  rules({});
  await client.ask({ kind: 'beat' });
  assert.deepEqual(updates(client), [{ excludedHosts: ['bank.example', 'xn--bcher-kva.example'] }, {}, { excludedHosts: [] }]);
  rig.filter = null;
  const [welcome] = (await rig.connect()).heard;
  assert.ok(welcome && 'welcome' in welcome);
  assert.equal('excludedHosts' in welcome.welcome, false);
});

test('a tab that was forgotten or not taken in a pause is asked for after it, with the next beat and once', async (t) => {
  const rig = await listenerInProcess(t);
  const [silent, changing] = [await rig.connect(), await rig.connect()];
  for (const client of [silent, changing]) assert.equal(await client.ask({ kind: 'tab', page }), 'ack');
  writeFileSync(rig.component.places.capturePaused, '');
  await silent.ask({ kind: 'beat' });
  assert.equal(await changing.ask({ kind: 'tab', page: { ...page, title: 'Another' } }), 'paused');
  for (const client of [silent, changing]) await client.ask({ kind: 'beat' });
  assert.deepEqual([updates(silent), updates(changing)], [[], []]);
  rmSync(rig.component.places.capturePaused);
  for (const client of [silent, changing]) for (const _ of Array(2)) await client.ask({ kind: 'beat' });
  assert.deepEqual([updates(silent).length, updates(changing).length], [1, 1]);
});

test('whoever waits with a save because of a pause is told when it is over', async (t) => {
  const rig = await listenerInProcess(t);
  const client = await rig.connect();
  writeFileSync(rig.component.places.capturePaused, '');
  const save = { kind: 'page', ...page, text: 'about tea', id: randomUUID() };
  assert.equal(await client.ask(save), 'paused');
  rmSync(rig.component.places.capturePaused);
  await client.ask({ kind: 'beat' });
  assert.equal(updates(client).length, 1);
  assert.equal(await client.ask(save), 'ack');
  assert.equal(captures(rig), 1);
});

test('whoever waits because of a pause need not ask whether it is over', async (t) => {
  const rig = await listenerInProcess(t);
  const client = await rig.connect();
  writeFileSync(rig.component.places.capturePaused, '');
  assert.equal(await client.ask({ kind: 'page', ...page, text: 'about tea' }), 'paused');
  rmSync(rig.component.places.capturePaused);
  await client.until('word of it', (said) => 'update' in said);
});

test('what was under way when its pairing was revoked is recorded once, whenever that was, and acknowledged to the next pairing', async (t) => {
  const rig = await listenerInProcess(t);
  const text = 'x'.repeat(1_000_000);
  for (let afterMs = 0; afterMs < 40; afterMs += 4) {
    const before = captures(rig);
    const id = randomUUID();
    const client = await rig.connect(await rig.pair({ name: 'Twice' }));
    client.send({ kind: 'page', ...page, text, id });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await rig.listener().pairings.answer({ op: 'revoke', pairing: 'Twice' });
    const again = await rig.connect(await rig.pair({ name: 'Twice' }));
    assert.equal(await again.ask({ kind: 'page', ...page, text, id }), 'ack');
    assert.equal(captures(rig) - before, 1, `revoked after ${afterMs} ms`);
    await rig.listener().pairings.answer({ op: 'revoke', pairing: 'Twice' });
  }
});

test('frames that are no messages count like messages', async (t) => {
  const rig = await listenerInProcess(t);
  const client = await rig.connect();
  const before = client.heard.length;
  for (let sent = 0; sent < 1_000; sent += 1) client.socket.send('{"id":"01234567-89ab"}');
  const last = client.send({ kind: 'open', of: 'no-such-message' });
  await client.until('the last answer', (said) => 'nack' in said && said.nack === last);
  const reasons = client.heard.slice(before).map((said) => ('nack' in said ? said.reason : 'none'));
  assert.ok(reasons.filter((reason) => reason === 'busy').length > 300, `${reasons.length}`);
});
