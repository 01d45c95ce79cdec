import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTakenBack, missReason, worstEnd } from './miss-reason.ts';

const replaced = { seq: 1, successor: 'other-program' } as const;
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
    assert.equal(missReason(end, replaced, atOnceMs), 'replaced');
    assert.equal(missReason(end, null, atOnceMs), 'owner-gone');
    for (const tenureEnd of [replaced, null]) assert.equal(missReason(end, tenureEnd, laterMs), 'gone-unread');
  }
  assert.equal(missReason('silent', replaced, atOnceMs), 'owner-silent');
});

test('a copy is taken back by its own program alone, and before it answered', () => {
  for (const end of ['void', 'gone'] as const) {
    for (const successor of ['nobody', 'same-program'] as const) assert.equal(isTakenBack(end, { seq: 1, successor }), true);
    assert.equal(isTakenBack(end, null), true);
    assert.equal(isTakenBack(end, replaced), false);
  }
  for (const end of ['silent', 'refused', 'too-large', 'not-written'] as const) assert.equal(isTakenBack(end, null), false);
});
