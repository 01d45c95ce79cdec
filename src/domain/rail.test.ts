import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { moveRail, railWidth } from './rail.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const bounds = { x: 100, y: 50, width: 608, height: 600 };

test('the window grows by what the rail grows, and shrinks by the same', () => {
  const open = moveRail({ bounds, isOpen: true, scale: 1, screen, owed: 0 });
  assert.deepEqual(open, { bounds: { ...bounds, width: 760 }, owed: 0 });
  assert.deepEqual(moveRail({ ...open, isOpen: false, scale: 1, screen }), { bounds, owed: 0 });
});

test('at the edge of the display it goes to the left', () => {
  const open = moveRail({ bounds: { ...bounds, x: 1312 }, isOpen: true, scale: 1, screen, owed: 0 });
  assert.deepEqual(open.bounds, { ...bounds, x: 1160, width: 760 });
});

test('on a display that is too narrow the content gives way, and has its width again when the rail is closed', () => {
  const narrow = { ...screen, x: 10, width: 700 };
  const open = moveRail({ bounds, isOpen: true, scale: 1, screen: narrow, owed: 0 });
  assert.deepEqual(open, { bounds: { ...bounds, x: 10, width: 700 }, owed: 60 });
  const closed = moveRail({ ...open, isOpen: false, scale: 1, screen: narrow });
  assert.deepEqual([closed.bounds.width, closed.owed], [608, 0]);
});

test('at any scale and place the content keeps its width to the pixel, and an open window fits the display', () => {
  const rail = (isOpen: boolean, scale: number): number => Math.round((isOpen ? railWidth.open : railWidth.closed) * scale);
  const int = (min: number, max: number) => fc.integer({ min, max });
  const anyMove = fc.record({
    x: int(-500, 3_000),
    width: int(360, 1_700),
    scale: fc.double({ min: 1, max: 4, noNaN: true }),
    screenX: int(-2_000, 2_000),
  });
  fc.assert(
    fc.property(anyMove, ({ x, width, scale, screenX }) => {
      const place = { x: screenX, y: 0, width: 2_560, height: 1_440 };
      const before = { x, y: 5, width, height: 600 };
      const open = moveRail({ bounds: before, isOpen: true, scale, screen: place, owed: 0 });
      const content = (outer: { width: number }, isOpen: boolean): number => outer.width - rail(isOpen, scale);
      assert.equal(content(open.bounds, true) + open.owed, content(before, false));
      assert.ok(open.bounds.x + open.bounds.width <= Math.max(place.x + place.width, x));
      assert.equal(open.bounds.y, 5);
      const closed = moveRail({ ...open, isOpen: false, scale, screen: place });
      assert.equal(content(closed.bounds, false) + closed.owed, content(before, false));
      assert.equal(closed.owed, 0);
    }),
  );
});
