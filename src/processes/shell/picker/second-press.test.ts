import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PickerCall } from './second-press.ts';

test('a second press closes a picker that came at once, and one that was late only when the user has seen it', () => {
  for (const [cameAtMs, pressedAtMs, leaves] of [
    [null, 50, false],
    [null, 5_000, false],
    [null, 60_000, true],
    [100, 150, true],
    [900, 1_100, false],
    [900, 3_000, true],
  ] as const) {
    const call = new PickerCall(0);
    if (cameAtMs !== null) call.came(cameAtMs);
    assert.equal(call.isLeftByPress(pressedAtMs), leaves, JSON.stringify([cameAtMs, pressedAtMs]));
  }
});
