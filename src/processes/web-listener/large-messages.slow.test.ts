import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { listenerInProcess } from '../../../test/doubles/listener-in-process.ts';
import { until } from '../../../test/harness/until.ts';
import { type ExtensionMessage, extensionLimits, fitsFrame, longestFrame } from '../../contract/extension-messages.ts';

const page = { url: 'https://example.org/tea', title: 'A page about tea' };

test('the largest text and the largest file are saved, and leave no temporary file', async (t) => {
  const rig = await listenerInProcess(t);
  const client = await rig.connect();
  const last = (): unknown => rig.journal.statement('SELECT bytes FROM representations ORDER BY rowid DESC LIMIT 1').get()?.bytes;
  assert.equal(await client.ask({ kind: 'page', ...page, text: 'ä'.repeat(extensionLimits.text) }), 'ack');
  assert.equal(last(), 2 * extensionLimits.text);
  const content = Buffer.alloc(extensionLimits.fileBytes, 7).toString('base64');
  assert.equal(await client.ask({ kind: 'file', ...page, name: 'a.bin', mediaType: 'a/b', content }), 'ack');
  assert.equal(last(), extensionLimits.fileBytes);
  assert.equal(await client.ask({ kind: 'page', ...page, text: 'x'.repeat(extensionLimits.text + 1) }), 'too-large');
  assert.equal(await client.ask({ kind: 'file', ...page, name: 'a.bin', mediaType: 'a/b', content: `${content}AAAA` }), 'too-large');
  assert.deepEqual(
    readdirSync(rig.component.places.blobs).filter((name) => name.includes('.~')),
    [],
  );
});

test('a text whose frame is too long for its many escapes is told from one that just fits, and that is saved', async (t) => {
  const rig = await listenerInProcess(t);
  const client = await rig.connect();
  const message = (text: string): ExtensionMessage => ({ id: 'message-1', kind: 'page', atMs: Date.now(), ...page, text });
  // Six bytes each as JSON: a text within its own limit is longer than a frame.
  const longest = '\u0001'.repeat(extensionLimits.text);
  assert.ok(!fitsFrame(message(longest)));
  const rest = JSON.stringify(message('')).length;
  const fitting = message(longest.slice(0, Math.floor((longestFrame - rest) / 6)));
  assert.ok(fitsFrame(fitting));
  assert.equal(await client.ask(fitting as Record<string, unknown>), 'ack');
  assert.ok(fitsFrame(message('ä'.repeat(extensionLimits.text))));
  client.socket.send(JSON.stringify(message(longest)));
  assert.equal(await until('the end', () => client.closed ?? undefined), 1_009);
});

test('a frame that no message needs ends the connection before it is whole', async (t) => {
  const rig = await listenerInProcess(t);
  const client = await rig.connect();
  client.socket.send(Buffer.alloc(longestFrame + 1), { binary: false });
  assert.equal(await until('the end', () => client.closed ?? undefined), 1_009);
  await until('nobody', async () => {
    const status = await (await fetch(`http://127.0.0.1:${rig.port}/api/status`)).json();
    return (status as { connectedExtensions: number }).connectedExtensions === 0;
  });
});

test('while one extension sends large messages, another is answered', async (t) => {
  const rig = await listenerInProcess(t);
  const [large, small] = [await rig.connect(), await rig.connect()];
  const content = Buffer.alloc(8 * 1024 * 1024, 7).toString('base64');
  const sent = Array.from({ length: 12 }, () => large.ask({ kind: 'file', ...page, name: 'a.bin', mediaType: 'a/b', content }));
  for (let beat = 0; beat < 20; beat += 1) assert.equal(await small.ask({ kind: 'beat' }), 'ack');
  assert.deepEqual(new Set(await Promise.all(sent)), new Set(['ack']));
});
