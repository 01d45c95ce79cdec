import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccessList } from './access-list.ts';

/** The Windows form of `O:BAD:(D;;FA;;;NU)(A;;GA;;;S-1-5-21-1-2-4294967295-500)`, and a third entry of an unusual kind. */
const user = sid(5, 21, 1, 2, 0xffff_ffff, 500);
const entries = [entry(1, 0x001f_01ff, sid(5, 2)), entry(0, 0x1000_0000, user), entry(5, 0x1000_0000, user)];

function sid(authority: number, ...parts: number[]): Buffer {
  const words = Buffer.alloc(4 * parts.length);
  for (const [index, part] of parts.entries()) words.writeUInt32LE(part, 4 * index);
  return Buffer.concat([Buffer.from([1, parts.length, 0, 0, 0, 0, 0, authority]), words]);
}

function entry(kind: number, rights: number, who: Buffer): Buffer {
  const head = Buffer.from([kind, 0, 8 + who.length, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(rights, 4);
  return Buffer.concat([head, who]);
}

function descriptor(control: number, list: readonly Buffer[]): Buffer {
  const owner = sid(5, 32, 544);
  const head = Buffer.alloc(20);
  head.writeUInt8(1);
  head.writeUInt16LE(control, 2);
  head.writeUInt32LE(head.length, 4);
  head.writeUInt32LE(control & 4 ? head.length + owner.length : 0, 16);
  const size = 8 + list.reduce((sum, { length }) => sum + length, 0);
  const listHead = Buffer.from([2, 0, size & 0xff, size >> 8, list.length, 0, 0, 0]);
  return Buffer.concat([head, owner, listHead, ...list, Buffer.alloc(64)]);
}

test('entries are read in order, with their users', () => {
  assert.deepEqual(readAccessList(descriptor(0x8004, entries)), [
    { admits: false, rights: 0x001f_01ff, who: 'S-1-5-2' },
    { admits: true, rights: 0x1000_0000, who: 'S-1-5-21-1-2-4294967295-500' },
    { admits: null, rights: 0, who: '' },
  ]);
});

test('no list, which admits everyone, is different from an empty one, which admits nobody', () => {
  assert.equal(readAccessList(descriptor(0x8000, [])), null);
  assert.deepEqual(readAccessList(descriptor(0x8004, [])), []);
});
