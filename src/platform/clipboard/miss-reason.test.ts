import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missReason, worstEnd } from './miss-reason.ts';

const [atOnceMs, laterMs] = [900, 3_000];

test('what failed of itself is not excused by a next copy that took the other formats away', () => {
  for (const lost of ['too-large', 'not-written', 'silent'] as const)
    assert.equal(
      worstEnd([
        { lost: 'void', mediaType: 'text/rtf' },
        { lost, mediaType: 'text/plain' },
      ]),
      lost,
    );
});

test('a copy is gone only if it was taken back at once; afterwards it was there, and lost', () => {
  for (const end of ['void', 'gone'] as const) {
    assert.equal(missReason(end, true, atOnceMs), 'replaced');
    assert.equal(missReason(end, false, atOnceMs), 'owner-gone');
    for (const hasSuccessor of [true, false]) assert.equal(missReason(end, hasSuccessor, laterMs), 'gone-unread');
  }
  assert.equal(missReason('silent', true, atOnceMs), 'owner-silent');
});
