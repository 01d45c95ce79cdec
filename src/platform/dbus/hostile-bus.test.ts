import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rawKind, rawMessage, rawNumber, rawSignature, rawText, startFakeBus } from '../../../test/harness/desktop/raw-bus.ts';
import { connectToBus } from '../../../test/harness/desktop/session-bus-client.ts';
import { openBus } from './bus.ts';

const there = { destination: 'org.example.Greeter', path: '/greeter', interface: 'org.example.Greeter', member: 'Greet' };
const greeting = { ...there, signature: 's', body: ['Ada'] };

const hello = { replySerial: 1, destination: ':1.1' };
const welcome = rawMessage(1, rawKind.answer, { ...hello, signature: 's', body: rawText(':1.1') });
const changed = (bytes: Buffer, at: number, to: Buffer) => Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + to.length)]);

const unreadable: Readonly<Record<string, Buffer>> = {
  'no message at all': Buffer.alloc(64, 0xff),
  'an unknown byte order': changed(welcome, 0, Buffer.from('x')),
  'another version of the protocol': changed(welcome, 3, Buffer.from([9])),
  'a body that is far too large': changed(welcome, 4, rawNumber(0xffff_ffff)),
  'a head that is far too large': changed(welcome, 12, rawNumber(0xffff_fff9)),
  'a text longer than its message': rawMessage(1, rawKind.answer, { ...hello, signature: 's', body: rawNumber(500) }),
  'a list longer than its message': rawMessage(1, rawKind.answer, { ...hello, signature: 'au', body: rawNumber(500) }),
  'unknown types': rawMessage(1, rawKind.answer, { ...hello, signature: 'Z', body: rawText('a') }),
  'a list of nothing': rawMessage(1, rawKind.answer, { ...hello, signature: 'a', body: rawText('a') }),
  'a hundred thousand nested values': rawMessage(1, rawKind.answer, {
    ...hello,
    signature: 'v',
    body: Buffer.from('\u0001v\0'.repeat(100_000)),
  }),
};

for (const [what, bytes] of Object.entries(unreadable)) {
  test(`a bus that sends ${what} is treated as no bus, and does no harm`, async () => {
    await using bus = await startFakeBus(() => bytes);
    assert.deepEqual(await openBus('session', bus.env), { ok: false, reason: 'no-bus' });
  });
}

test('after the welcome too, an unreadable message ends the connection and pending calls, once', async () => {
  for (const bytes of Object.values(unreadable)) {
    await using bus = await startFakeBus(() => Buffer.concat([welcome, bytes]));
    const opened = await openBus('session', bus.env);
    assert.ok(opened.ok);
    const asked = opened.value.call({ ...greeting, timeoutMs: 30_000 });
    await opened.value.closed;
    assert.deepEqual(await asked, { ok: false, reason: 'bus-gone' });
    opened.value.signal({ path: '/a', interface: 'org.example.A', member: 'B' });
  }
});

test('a header with fields of other types ends the connection, and a message of an unknown kind is ignored', async () => {
  for (const code of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const field = Buffer.concat([Buffer.from([code]), rawSignature(code === 5 ? 'g' : 'u'), code === 5 ? rawSignature('s') : rawNumber(7)]);
    const bytes = rawMessage(2, code % 2 === 0 ? rawKind.call : rawKind.signal, { moreFields: [field], body: rawText('a') });
    await using bus = await startFakeBus(() => Buffer.concat([welcome, bytes]));
    const opened = await openBus('session', bus.env);
    assert.ok(opened.ok);
    await opened.value.closed;
  }
  await using bus = await startFakeBus(() => Buffer.concat([welcome, rawMessage(3, 77, hello)]));
  await using opened = await connectToBus(bus.env);
  assert.deepEqual(await opened.call({ ...greeting, timeoutMs: 100 }), { ok: false, reason: 'too-late' });
});

test('a bus that ends in the middle of a message is gone, and does no other harm', async () => {
  for (let cut = 0; cut < welcome.length; cut += 1) {
    await using bus = await startFakeBus(() => welcome.subarray(0, cut), true);
    assert.deepEqual(await openBus('session', bus.env), { ok: false, reason: 'no-bus' });
  }
});

test('after any bytes following the welcome, the connection is either gone or works', async () => {
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, isOurs) => {
    const head = isOurs ? Buffer.from([0x6c, bytes[0] ?? 0, 0, 1]) : Buffer.alloc(0);
    await using bus = await startFakeBus(() => Buffer.concat([welcome, head, bytes]), true);
    const opened = await openBus('session', bus.env);
    if (opened.ok) await opened.value.closed;
  });
  await fc.assert(property, { numRuns: 100, interruptAfterTimeLimit: 20_000 });
});
