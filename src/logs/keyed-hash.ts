/**
 * HalfSipHash-1-3 with 64 bits (Aumasson and Bernstein, https://github.com/veorq/SipHash): without its key, nobody can find two contents with the same
 * hash faster than by trying. For tables of what others may have written; it is too short to prove anything.
 */

export type HashKey = readonly [number, number];

/** Rounds for each word, and at the end. */
export type Rounds = readonly [number, number];

const usual: Rounds = [1, 3];

/** The hash of the bytes from `start` to before `end`, as two words of 32 bits. `rounds`: others, for the test vectors of its authors. */
export function keyedHash(
  [key0, key1]: HashKey,
  bytes: Uint8Array,
  start: number,
  end: number,
  [each, last]: Rounds = usual,
): readonly [low: number, high: number] {
  let [v0, v1, v2, v3] = [key0, key1 ^ 0xee, 0x6c796765 ^ key0, 0x74656462 ^ key1];
  const mix = (times: number): void => {
    for (let round = 0; round < times; round++) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
  };
  const take = (word: number): void => {
    v3 ^= word;
    mix(each);
    v0 ^= word;
  };
  let at = start;
  for (; at + 4 <= end; at += 4)
    take((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24));
  let rest = (end - start) << 24;
  for (let shift = 0; at < end; at += 1, shift += 8) rest |= (bytes[at] ?? 0) << shift;
  take(rest);
  v2 ^= 0xee;
  mix(last);
  const low = (v1 ^ v3) >>> 0;
  v1 ^= 0xdd;
  mix(last);
  return [low, (v1 ^ v3) >>> 0];
}
