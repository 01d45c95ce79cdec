import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { ArgumentReader, encodeRequest, fitsRequest, MalformedMessage, MessageReader, type WireArgument } from './wire.ts';

function messagesIn(pieces: readonly Buffer[]) {
  const reader = new MessageReader();
  const found = [];
  for (const piece of pieces) {
    reader.add(piece);
    for (let message = reader.next(); message !== null; message = reader.next())
      found.push({ ...message, body: Buffer.from(message.body) });
  }
  return found;
}

/** Pieces of random sizes, also of one byte. */
function cut(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + randomInt(1, 30);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

function randomArguments(): WireArgument[] {
  return Array.from({ length: randomInt(0, 6) }, () =>
    randomInt(2) === 0 ? randomInt(0, 2 ** 32) : (['', 'a', 'é', '€uro', 'x😀'.repeat(randomInt(1, 30))][randomInt(5)] ?? ''),
  );
}

describe('a message', () => {
  it('has the bytes that the protocol names', () => {
    // wl_registry (2) bind (0): name 7, "wl_seat", version 1, new id 3.
    const bytes = encodeRequest(2, 0, [7, 'wl_seat', 1, 3]);
    assert.equal(bytes.toString('hex'), '02000000' + '00002000' + '07000000' + '08000000' + '776c5f7365617400' + '01000000' + '03000000');
  });

  it('is read as it was written, however the bytes are cut', () => {
    for (let turn = 0; turn < 300; turn += 1) {
      const written = Array.from({ length: randomInt(1, 8) }, () => ({
        object: randomInt(1, 2 ** 32),
        opcode: randomInt(0, 2 ** 16),
        args: randomArguments(),
      }));
      const read = messagesIn(cut(Buffer.concat(written.map(({ object, opcode, args }) => encodeRequest(object, opcode, args)))));
      assert.equal(read.length, written.length);
      for (const [index, { object, opcode, body }] of read.entries()) {
        const sent = written[index];
        const reader = new ArgumentReader(body);
        const args = sent?.args.map((each) => (typeof each === 'number' ? reader.number() : reader.string()));
        assert.deepEqual({ object, opcode, args }, sent);
        assert.throws(() => reader.number(), MalformedMessage);
      }
    }
  });

  it('of random bytes is read or refused, and nothing else; what is held is no longer than one message and a piece', () => {
    for (let turn = 0; turn < 2_000; turn += 1) {
      try {
        for (const { body } of messagesIn(cut(randomBytes(randomInt(0, 300))))) {
          const reader = new ArgumentReader(body);
          for (;;) [() => reader.number(), () => reader.string(), () => reader.array()][randomInt(3)]?.();
        }
      } catch (error) {
        assert.ok(error instanceof MalformedMessage, String(error));
      }
    }
  });

  it('is refused if its size is too small or no whole word, or an argument is longer than it', () => {
    for (const bytes of [0, 4, 7, 9, 65_535]) {
      const header = Buffer.alloc(8);
      header.writeUInt16LE(bytes, 6);
      assert.throws(() => messagesIn([header]), MalformedMessage, `${bytes}`);
    }
    for (const body of [Buffer.alloc(3), Buffer.from('ffffffff61000000', 'hex'), Buffer.from('0200000061620000', 'hex')])
      assert.throws(() => new ArgumentReader(body).string(), MalformedMessage);
    assert.throws(() => new ArgumentReader(Buffer.alloc(4)).string(), MalformedMessage);
  });

  it('that a compositor would not take is not written', () => {
    const longest = 'x'.repeat(4_032);
    assert.equal(fitsRequest(longest), true);
    assert.equal(encodeRequest(1, 0, [longest, 1, 2, 3]).length <= 4_096, true);
    assert.equal(fitsRequest(`${longest}x`), false);
    assert.throws(() => encodeRequest(1, 0, ['x'.repeat(4_096)]), RangeError);
  });
});
