/** How a list that is higher than what a web view lays out is scrolled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterScroll, realOf, type ScrollReach } from '../../../src/processes/shell/page/fragments/list-scroll.ts';

const viewport = 600;
const long: ScrollReach = { realMax: 8_000_000, hidden: 45_000_000 };
const short: ScrollReach = { realMax: 8_000_000, hidden: 0 };

test('a list that has room is where its scroller is', () => {
  assert.equal(realOf(1_234, short), 1_234);
  assert.deepEqual(afterScroll({ offset: 10, real: 10 }, 4_000, short, viewport), { offset: 4_000, real: 4_000 });
});

test('a short way by the wheel or a key moves a long list just as far, a long way by the bar in proportion', () => {
  assert.deepEqual(afterScroll({ offset: 20_000_000, real: 3_000_000 }, 3_000_120, long, viewport), {
    offset: 20_000_120,
    real: 3_000_120,
  });
  assert.equal(afterScroll({ offset: 20_000_000, real: 3_000_000 }, 4_000_000, long, viewport).offset, 26_500_000);
});

test('an end of the bar is an end of the list, however short the way was', () => {
  assert.equal(afterScroll({ offset: 400_000, real: 100 }, 0, long, viewport).offset, 0);
  const { realMax, hidden } = long;
  const end = afterScroll({ offset: 52_000_000, real: realMax - 100 }, realMax, long, viewport).offset;
  assert.equal(end, realMax + hidden);
});

test('a list is never scrolled beyond its ends, and the scroll bar shows its position', () => {
  const somewhere = fc.record({ offset: fc.nat(60_000_000), real: fc.nat(8_000_000) });
  fc.assert(
    fc.property(somewhere, fc.nat(8_000_000), fc.constantFrom(long, short), (before, real, reach) => {
      const max = reach.realMax + reach.hidden;
      const { offset } = afterScroll(before, real, reach, viewport);
      assert.ok(offset >= 0 && offset <= max);
      const bar = realOf(offset, reach);
      assert.ok(bar >= 0 && bar <= reach.realMax + 1e-6);
      assert.ok(Math.abs(realOf(max, reach) - reach.realMax) < 1e-3);
    }),
  );
});
