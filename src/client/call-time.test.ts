import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestExtractionMs, longestWaitMs, waitMsOf } from './call-time.ts';

test('any number is a timeout: none, itself, or a minute', () => {
  for (const none of [0, -0, -1, Number.NEGATIVE_INFINITY, Number.NaN]) assert.equal(waitMsOf(none), 0);
  for (const some of [Number.MIN_VALUE, 1, 1.5, 59_999]) assert.equal(waitMsOf(some), some);
  for (const long of [60_000, 60_001, 2 ** 31 - 1, 2 ** 31, 2 ** 53, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
    assert.equal(waitMsOf(long), longestWaitMs);
  }
});

test('what may take longer is waited for as long as its caller wants, up to its own limit', () => {
  assert.equal(waitMsOf(600_000, longestExtractionMs), 600_000);
  assert.equal(waitMsOf(Number.MAX_VALUE, longestExtractionMs), longestExtractionMs);
  assert.equal(waitMsOf(0, longestExtractionMs), 0);
});
