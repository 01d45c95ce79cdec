/** A saved command of the user gets what is on the clipboard; what it writes is a copy of the history, on the clipboard, and judged as every copy is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';

const commands = [
  { name: 'Shout', command: ['tr', 'a-z', 'A-Z'], kinds: ['text'], output: 'clipboard' },
  { name: 'Card', command: ['sh', '-c', 'echo card number: 4111 1111 1111 1111'], output: 'clipboard' },
  { name: 'Quiet', command: ['sh', '-c', 'exec sleep 1000'], timeout_seconds: 1 },
];

test('a command changes what is on the clipboard, and its output is a copy that the content filter judges', {
  skip: withoutXvfb(),
}, async () => {
  await using desk = await startHubDesk({ prepare: (hub) => hub.setDocument('config/commands.json', { commands }) });
  const { hub, owner } = desk;
  await owner.own({ UTF8_STRING: { content: { text: 'the tide tables of Brest' } } });
  const { id } = await hub.fragment(({ text, state }) => text === 'the tide tables of Brest' && state !== 'captured');

  const asked = await hub.command(['command', 'shout']);
  assert.equal(asked.status, 1);
  assert.match(asked.stderr, /--yes/);
  const shouted = await hub.command(['command', 'shout', '--yes', '--json']);
  assert.equal(shouted.status, 0, shouted.stderr);
  const { newCopy } = JSON.parse(shouted.stdout);
  await hub.source(({ clipboardFragments: [first] }) => first?.text === 'THE TIDE TABLES OF BREST');
  assert.equal((await hub.command(['show', newCopy, '--content'])).stdout, 'THE TIDE TABLES OF BREST');
  const { source, reason } = await hub.fragment(({ id: number }) => number === newCopy);
  assert.deepEqual([source.name, source.app.name, reason], ['Hub: Shout', 'Hub: Shout', 'command_output']);
  assert.equal((await hub.command(['command', 'shout', id])).status, 0);

  const card = await hub.command(['command', 'card', id, '--yes']);
  assert.equal(card.status, 1);
  assert.match(card.stderr, /content filter rejects/);
  const { clipboardFragments } = await hub.source(() => true);
  assert.equal(clipboardFragments[0]?.text, 'THE TIDE TABLES OF BREST');

  const quiet = await hub.command(['command', 'quiet', id, '--yes']);
  assert.match(quiet.stderr, /was killed/);
  assert.doesNotMatch(hub.logs(), /tide|TIDE|4111|sleep 1000/);
});
