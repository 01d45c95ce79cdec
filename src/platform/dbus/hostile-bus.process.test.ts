import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { connectRaw, type RawMessage, rawKind, rawSignature, rawText } from '../../../test/harness/desktop/raw-bus.ts';
import { type RawValue, rawBody, rawValues, signatureOf } from '../../../test/harness/desktop/raw-values.ts';
import { missingPrograms, startSessionBus } from '../../../test/harness/desktop/session-bus.ts';
import { connectToBus } from '../../../test/harness/desktop/session-bus-client.ts';
import type { ServedInterface } from './served-objects.ts';

const skip = missingPrograms('dbus-daemon');

const greeter: ServedInterface = {
  name: 'org.example.Greeter',
  methods: { Greet: { takes: 's', answers: 's', call: ([name]) => [`hello ${String(name)}`] } },
  properties: () => ({}),
  signals: {},
};

const there = { destination: 'org.example.Greeter', path: '/greeter', interface: 'org.example.Greeter', member: 'Greet' };
const greeting = { ...there, signature: 's', body: ['Ada'] };
const answered = { ok: true, value: ['hello Ada'] };

async function startGreeter(env: Record<string, string>) {
  const server = await connectToBus(env);
  server.serve('/greeter', greeter);
  await server.own('org.example.Greeter');
  return server;
}

test('a value that Hub has no use for, such as a file, does not end the connection', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using _server = await startGreeter(daemon.env);
  await using hostile = await connectRaw(daemon.socket);
  // A file descriptor that is missing from the message; the bus lets it pass.
  hostile.send({ ...there, signature: 'h', body: Buffer.alloc(4) });
  hostile.send({ ...there, signature: 'v', body: Buffer.from([1, 0x68, 0, 0, 0, 0, 0, 0]) });
  // A header field that is not known yet.
  hostile.send({ ...there, moreFields: [Buffer.concat([Buffer.from([200]), rawSignature('s'), rawText('more')])] });
  await hostile.sent();
  await using client = await connectToBus(daemon.env);
  assert.deepEqual(await client.call(greeting), answered);
});

test('whatever another program sends through the bus, in either byte order, the connection continues', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using _server = await startGreeter(daemon.env);
  await using client = await connectToBus(daemon.env);
  const said = fc.record({ values: rawValues, bigEndian: fc.boolean(), kind: fc.constantFrom(...Object.values(rawKind)) });
  const broken = fc.record({
    cutBytes: fc.nat({ max: 3 }),
    changed: fc.array(fc.record({ at: fc.nat(), to: fc.nat({ max: 255 }) }), { maxLength: 2 }),
  });
  const property = fc.asyncProperty(said, broken, async ({ values, bigEndian, kind }, { cutBytes, changed }) => {
    const body = rawBody(values, bigEndian);
    for (const { at, to } of changed) if (body.length > 0) body[at % body.length] = to;
    const signature = signatureOf(values);
    await using hostile = await connectRaw(daemon.socket);
    const message: RawMessage = { ...there, replySerial: 3, signature, body: body.subarray(0, body.length - cutBytes), bigEndian };
    hostile.send(signature === '' ? { ...there, bigEndian } : message, kind);
    await hostile.sent();
    assert.deepEqual(await client.call(greeting), answered);
  });
  await fc.assert(property, { numRuns: 150, interruptAfterTimeLimit: 20_000 });
});

test('a call in the other byte order is answered', { skip }, async () => {
  await using daemon = await startSessionBus();
  const heard: unknown[] = [];
  await using server = await connectToBus(daemon.env);
  const values: readonly RawValue[] = [
    { type: 'i', value: -7 },
    { type: 't', value: 5n },
    { type: 'a{sv}', entries: [['__proto__', { type: 's', value: 'a key' }]] },
  ];
  const call = (taken: readonly unknown[]) => {
    heard.push(taken);
    return [];
  };
  server.serve('/greeter', { ...greeter, methods: { Greet: { takes: 'ita{sv}', answers: '', call } } });
  await server.own('org.example.Greeter');
  for (const bigEndian of [true, false]) {
    await using hostile = await connectRaw(daemon.socket);
    hostile.send({ ...there, signature: signatureOf(values), body: rawBody(values, bigEndian), bigEndian });
    await hostile.sent();
    await using client = await connectToBus(daemon.env);
    await client.call({ ...there, member: 'Nothing' });
  }
  const taken = [-7, 5, [['__proto__', 'a key']]];
  assert.deepEqual(heard, [taken, taken]);
});

test('a message that is far too large ends the connection, and not the program', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using server = await startGreeter(daemon.env);
  await using hostile = await connectRaw(daemon.socket);
  const body = Buffer.alloc(4 + (4 << 20));
  body.writeUInt32LE(body.length - 4);
  hostile.send({ ...there, signature: 'ay', body });
  await server.closed;
  assert.deepEqual(await server.call(greeting), { ok: false, reason: 'bus-gone' });
});
