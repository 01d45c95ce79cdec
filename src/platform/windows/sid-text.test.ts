import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sidText } from './sid-text.ts';

/** As in access-list.test.ts: its revision, the number of its parts, its authority, and the parts. */
function sid(authority: number, ...parts: readonly number[]): Buffer {
  const bytes = Buffer.alloc(68);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt8(parts.length, 1);
  bytes.writeUIntBE(authority, 2, 6);
  for (const [at, part] of parts.entries()) bytes.writeUInt32LE(part, 8 + 4 * at);
  return bytes;
}

test('a security identifier has the text that Windows gives it', () => {
  assert.equal(sidText(sid(5, 21, 1, 2, 0xffff_ffff, 500)), 'S-1-5-21-1-2-4294967295-500');
  assert.equal(sidText(sid(1, 0)), 'S-1-1-0');
  assert.equal(sidText(sid(2 ** 32, 7)), 'S-1-0x000100000000-7');
});

test('bytes that are none have none', () => {
  assert.equal(sidText(Buffer.alloc(68)), null);
  assert.equal(sidText(Buffer.from([1, 16, ...Buffer.alloc(66)])), null);
  assert.equal(sidText(Buffer.alloc(0)), null);
});
