import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { eventReader, followEvents } from './follow-events.ts';

test('events are read whole, however they were cut on their way', () => {
  const stream =
    ': hello\n\nevent: source\ndata: {"a":1}\n\nevent: fragment\ndata: {"b":\ndata: 2}\n\ndata: {"c":3}\n\nevent: x\ndata: {broken\n\nid: 4\n\n';
  const expected = [
    ['source', { a: 1 }],
    ['fragment', { b: 2 }],
    ['message', { c: 3 }],
  ];
  for (const length of [1, 3, 7, stream.length]) {
    const heard: unknown[] = [];
    const read = eventReader((name, data) => heard.push([name, data]));
    for (let at = 0; at < stream.length; at += length) assert.ok(read(stream.slice(at, at + length)));
    assert.deepEqual(heard, expected);
  }
});

test('an event without an end is not read for ever', () => {
  const read = eventReader(() => assert.fail('there was none'));
  const piece = 'x'.repeat(1024 * 1024);
  let pieces = 0;
  while (read(piece) && pieces < 100) pieces += 1;
  assert.ok(pieces < 20);
});

async function server(t: TestContext, handler: http.RequestListener): Promise<number> {
  const listening = http.createServer(handler).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.after(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return (listening.address() as AddressInfo).port;
}

const endless = new AbortController().signal;

test('a stream is followed to its end, which is told', async (t) => {
  const port = await server(t, (_request, response) => response.end('event: source\ndata: 1\n\n'));
  const heard: unknown[] = [];
  assert.equal(await followEvents(port, { heard: (name, data) => heard.push([name, data]), signal: endless }), 'over');
  assert.deepEqual(heard, [['source', 1]]);
});

test('who refuses, who is not there and who is given up are told apart, and nothing rejects', async (t) => {
  const heard = (): void => {};
  const refusing = await server(t, (_request, response) => response.writeHead(503).end());
  assert.equal(await followEvents(refusing, { heard, signal: endless }), 'refused');
  assert.equal(await followEvents(1, { heard, signal: endless }), 'absent');
  const silent = await server(t, (_request, response) => response.writeHead(200).flushHeaders());
  assert.equal(await followEvents(silent, { heard, signal: AbortSignal.timeout(200) }), 'over');
});

test('who takes the connection and never answers is given up', async (t) => {
  const silent = await server(t, () => {});
  assert.equal(await followEvents(silent, { heard: () => {}, signal: endless, answersWithinMs: 100 }), 'absent');
});

test('a mistake of whoever hears is not taken for an event that makes no sense', () => {
  const read = eventReader(() => assert.fail('a mistake'));
  assert.throws(() => read('data: 1\n\n'), /a mistake/);
});
