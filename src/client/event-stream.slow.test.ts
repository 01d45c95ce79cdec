import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { eventReader, followEvents } from './event-stream.ts';

/** The events of a stream that arrives in these pieces. */
function heardOf(pieces: readonly string[]): readonly unknown[] {
  const heard: unknown[] = [];
  const read = eventReader((name, data) => heard.push([name, data]));
  for (const piece of pieces) assert.ok(read(piece));
  return heard;
}

test('events are read completely, wherever they were cut in transit', () => {
  const stream =
    ': hello\n\nevent: source\ndata: {"a":1}\n\nevent: fragment\ndata: {"b":\ndata: 2}\n\ndata: {"c":3}\n\nevent: x\ndata: {broken\n\nid: 4\n\n';
  const expected = [
    ['source', { a: 1 }],
    ['fragment', { b: 2 }],
    ['message', { c: 3 }],
  ];
  for (const length of [1, 3, 7, stream.length]) {
    const pieces = Array.from({ length: Math.ceil(stream.length / length) }, (_, index) =>
      stream.slice(index * length, (index + 1) * length),
    );
    assert.deepEqual(heardOf(pieces), expected);
  }
});

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const event = fc.record({
  name: fc.stringMatching(/^[a-z]{1,8}$/),
  data: fc.jsonValue(),
  lines: fc.integer({ min: 1, max: 4 }),
  comment: fc.option(fc.stringMatching(/^[^\r\n]{0,20}$/)),
});

test('any events, with any line ends, comments and a byte order mark, are read the same wherever they are cut', () => {
  const stream = fc.record({
    events: fc.array(event, { maxLength: 6 }),
    end: lineEnd,
    mark: fc.boolean(),
    cuts: fc.array(fc.nat(), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(stream, ({ events, end, mark, cuts }) => {
      const text = events.map(({ name, data, lines, comment }) => {
        // White space between the parts of JSON may be a line end, and a line end in data starts another data line.
        const json = JSON.stringify(data, null, lines > 1 ? 1 : 0).split('\n');
        return [...(comment === null ? [] : [`:${comment}`]), `event: ${name}`, ...json.map((line) => `data: ${line}`), '', ''].join(end);
      });
      const whole = `${mark ? '\uFEFF' : ''}${text.join('')}`;
      const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).toSorted((one, other) => one - other), whole.length];
      const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place));
      const expected = events.map(({ name, data }) => [name, JSON.parse(JSON.stringify(data))]);
      assert.deepEqual(heardOf([...pieces, end === '\r' ? '\n' : '']), expected);
    }),
  );
});

test('an event that does not end with an empty line is not reported', () => {
  assert.deepEqual(heardOf(['data: 1\n\ndata: 2\n']), [['message', 1]]);
});

/** How many MiB of a stream were read before it was given up; 100 if it never was. */
function readMiB(piece: string): number {
  const read = eventReader(() => assert.fail('there was none'));
  let pieces = 0;
  while (read(piece) && pieces < 100) pieces += 1;
  return pieces;
}

test('a line without an end, an event without an end or without data and what is no event are not read for ever', () => {
  const mib = 1024 * 1024;
  const endless = {
    line: 'x'.repeat(mib),
    data: `data: ${'x'.repeat(mib - 7)}\n`,
    empty: 'data\n'.repeat(mib / 5),
    fields: `x: ${'y'.repeat(124)}\n`.repeat(mib / 128),
    eventsWithoutData: `event: ${'x'.repeat(119)}\n\n`.repeat(mib / 128),
  };
  for (const [what, piece] of Object.entries(endless)) assert.ok(readMiB(piece) < 20, what);
  const read = eventReader(() => assert.fail('there was none'));
  assert.ok(read('data: '));
  let pieces = 0;
  while (read('x'.repeat(mib)) && pieces < 100) pieces += 1;
  assert.ok(pieces < 20);
  assert.equal(read('\n\n'), false, 'it is not taken up again');
});

test('a stream that sends only comments for days is not an event that is too long', () => {
  const read = eventReader(() => assert.fail('there was none'));
  const said = `: ${'still here '.repeat(10)}\n\n`.repeat(5_760);
  for (let day = 0; day < 60; day += 1) assert.ok(read(said));
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

test('a stream is followed to its end, which is reported; a character that was cut in two is read correctly', async (t) => {
  const bytes = Buffer.from('event: source\ndata: "ä€🦉"\n\n');
  const port = await server(t, async (_request, response) => {
    for (const byte of bytes) await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
    response.end();
  });
  const heard: unknown[] = [];
  assert.equal(await followEvents(port, { heard: (name, data) => heard.push([name, data]), signal: endless }), 'over');
  assert.deepEqual(heard, [['source', 'ä€🦉']]);
});

test('a peer that sends a line without an end is disconnected', async (t) => {
  const port = await server(t, (_request, response) => {
    const more = (): boolean => response.write('x'.repeat(1024 * 1024), (error) => !error && more());
    more();
  });
  assert.equal(await followEvents(port, { heard: () => assert.fail('there was none'), signal: endless }), 'over');
});

test('a peer that refuses, one that is absent and one that was given up give different reasons, and nothing rejects', async (t) => {
  const heard = (): void => {};
  const refusing = await server(t, (_request, response) => response.writeHead(503).end());
  assert.equal(await followEvents(refusing, { heard, signal: endless }), 'refused');
  for (const port of [1, 0, -1, 65_536, null]) assert.equal(await followEvents(port, { heard, signal: endless }), 'absent');
  const silent = await server(t, (_request, response) => response.writeHead(200).flushHeaders());
  assert.equal(await followEvents(silent, { heard, signal: AbortSignal.timeout(200) }), 'over');
  assert.equal(await followEvents(silent, { heard, signal: AbortSignal.abort() }), 'absent');
});

test('a peer that accepts the connection and never answers is given up', async (t) => {
  const silent = await server(t, () => {});
  assert.equal(await followEvents(silent, { heard: () => {}, signal: endless, answersWithinMs: 100 }), 'absent');
});

test('an exception of the event handler is not taken for a malformed event', () => {
  const read = eventReader(() => assert.fail('a mistake'));
  assert.throws(() => read('data: 1\n\n'), /a mistake/);
});
