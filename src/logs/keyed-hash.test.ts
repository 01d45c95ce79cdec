import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyedHash } from './keyed-hash.ts';

const bytes = Uint8Array.from({ length: 64 }, (_, at) => at);

test('the hash is that of the test vectors of its authors, with their number of rounds', () => {
  const shown = (length: number): string => {
    const [low, high] = keyedHash([0x03020100, 0x07060504], bytes, 0, length, [2, 4]);
    const hash = Buffer.alloc(8);
    hash.writeUInt32LE(low);
    hash.writeUInt32LE(high, 4);
    return hash.toString('hex');
  };
  // `vectors_hsip64` of https://github.com/veorq/SipHash: the key is 0 to 7, the content 0, 1, 2 and so on.
  assert.deepEqual([0, 1, 2].map(shown), ['218d1f59b9b83cc8', 'be552412f8387315', '064f39ef7c50eb57']);
});

test('only the bytes between start and end count, wherever they are, and the key changes all of it', () => {
  const key = [1, 2] as const;
  for (const length of [0, 1, 3, 4, 7, 8, 13])
    assert.deepEqual(keyedHash(key, bytes, 5, 5 + length), keyedHash(key, bytes.slice(5, 5 + length), 0, length));
  assert.notDeepEqual(keyedHash(key, bytes, 0, 9), keyedHash([1, 3], bytes, 0, 9));
  assert.notDeepEqual(keyedHash(key, bytes, 0, 9), keyedHash(key, bytes, 0, 10));
});
