import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leavesReserve, quotaBytes, type RoomFacts, roomOf } from './disk-room.ts';

const mb = 1_000_000;
const facts = (others: Partial<RoomFacts> = {}): RoomFacts => ({
  usedBytes: 0,
  diskBytes: 500_000 * mb,
  freeBytes: 100_000 * mb,
  maxMegabytes: null,
  ...others,
});
const kind = (others: Partial<RoomFacts>): string => roomOf(facts(others)).kind;

test('the journal may take 20 GB, or a quarter of a small disk, or what the document says', () => {
  assert.equal(quotaBytes(facts()), 20_000 * mb);
  assert.equal(quotaBytes(facts({ diskBytes: 80_000 * mb })), 20_000 * mb);
  assert.equal(quotaBytes(facts({ diskBytes: 8_000 * mb })), 2_000 * mb);
  assert.equal(quotaBytes(facts({ diskBytes: 8_000 * mb, maxMegabytes: 5_000 })), 5_000 * mb);
});

test('a file leaves the reserve of the disk, or is small', () => {
  const leaves = (bytes: number, freeBytes: number): boolean => leavesReserve({ bytes, diskBytes: 500_000 * mb, freeBytes });
  assert.deepEqual([leaves(mb, 201 * mb), leaves(mb + 1, 201 * mb)], [true, false]);
  assert.deepEqual([leaves(128 * 1024, 0), leaves(128 * 1024 + 1, 0)], [true, false]);
});

describe('it says so', () => {
  test('from nine tenths of that on', () => {
    assert.equal(kind({ usedBytes: 18_000 * mb - 1 }), 'enough');
    assert.equal(kind({ usedBytes: 18_000 * mb }), 'nearly-full');
    assert.equal(kind({ usedBytes: 20_000 * mb - 1 }), 'nearly-full');
  });

  test('and keeps only small contents from 100 % on', () => {
    assert.equal(kind({ usedBytes: 20_000 * mb }), 'small-only');
    assert.equal(kind({ usedBytes: 20_000 * mb, maxMegabytes: 30_000 }), 'enough');
    assert.equal(kind({ usedBytes: 100 * mb, maxMegabytes: 100 }), 'small-only');
  });

  test('or if the disk has less than 200 MB left, or a small one less than a twentieth', () => {
    assert.equal(kind({ freeBytes: 200 * mb }), 'enough');
    assert.equal(kind({ freeBytes: 200 * mb - 1 }), 'small-only');
    assert.equal(kind({ diskBytes: 1_000 * mb, freeBytes: 50 * mb }), 'enough');
    assert.equal(kind({ diskBytes: 1_000 * mb, freeBytes: 50 * mb - 1 }), 'small-only');
  });

  test('in a sentence that fits a status, with the figures and what to do', () => {
    const why = (others: Partial<RoomFacts>): string => {
      const room = roomOf(facts(others));
      return room.kind === 'enough' ? '' : room.why;
    };
    assert.match(why({ usedBytes: 18_120 * mb }), /18\.1 GB of its 20\.0 GB.*max_megabytes/);
    assert.match(why({ usedBytes: 20_000 * mb }), /contents over 128 KiB are not kept; delete .*max_megabytes/);
    assert.match(why({ freeBytes: 0 }), /less than 200 MB left.*make room/);
    for (const each of [{ usedBytes: 18_120 * mb }, { usedBytes: 9e15 }, { freeBytes: 0 }]) assert.ok(why(each).length <= 200);
  });
});
