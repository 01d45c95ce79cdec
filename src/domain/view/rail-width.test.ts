import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { moveRail, railWidth, smallestWidth, withoutRail, withRail, zoomOf } from './rail-width.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const bounds = { x: 100, y: 50, width: 608, height: 600 };

test('the window grows and shrinks by the width of the rail', () => {
  const open = moveRail({ bounds, isOpen: true, screen, owed: 0, zoom: 1 });
  assert.deepEqual(open, { bounds: { ...bounds, width: 760 }, owed: 0, shifted: 0 });
  assert.deepEqual(moveRail({ ...open, isOpen: false, screen, zoom: 1 }), { bounds, owed: 0, shifted: 0 });
});

test('at the edge of the display the window moves to the left', () => {
  const open = moveRail({ bounds: { ...bounds, x: 1312 }, isOpen: true, screen, owed: 0, zoom: 1 });
  assert.deepEqual(open.bounds, { ...bounds, x: 1160, width: 760 });
  const closed = moveRail({ ...open, isOpen: false, screen, zoom: 1 });
  assert.deepEqual(closed.bounds, { ...bounds, x: 1312 }, 'and back to where it was');
});

test('wherever it was within the display, it is there again once the rail is closed', () => {
  const places = fc.record({ x: fc.integer({ min: 0, max: 1_920 - 608 }), zoom: fc.constantFrom(1, 1.25, 1.5, 2) });
  fc.assert(
    fc.property(places, ({ x, zoom }) => {
      const before = { ...bounds, x };
      const open = moveRail({ bounds: before, isOpen: true, screen, owed: 0, zoom });
      assert.ok(open.bounds.x + open.bounds.width <= 1_920);
      assert.deepEqual(moveRail({ ...open, isOpen: false, screen, zoom }).bounds, before);
    }),
  );
});

test('on a display that is too narrow the content shrinks, and gets its width back when the rail is closed', () => {
  const narrow = { ...screen, x: 10, width: 700 };
  const open = moveRail({ bounds, isOpen: true, screen: narrow, owed: 0, zoom: 1 });
  assert.deepEqual(open, { bounds: { ...bounds, x: 10, width: 700 }, owed: 60, shifted: 90 });
  const closed = moveRail({ ...open, isOpen: false, screen: narrow, zoom: 1 });
  assert.deepEqual([closed.bounds.width, closed.owed], [608, 0]);
});

test('the smallest window has room for the labels beside its content', () => {
  const narrow = { ...bounds, width: smallestWidth(false, 1) };
  const open = moveRail({ bounds: narrow, isOpen: true, screen, owed: 0, zoom: 1 });
  assert.equal(open.bounds.width, smallestWidth(true, 1));
  // From 521 px on, the page puts the labels beside the content.
  assert.equal(smallestWidth(true, 1), 521);
  assert.equal(open.bounds.width - railWidth.open, narrow.width - railWidth.closed);
});

test('wherever the window is, the content keeps its exact width, and an open window fits the display', () => {
  const rail = (isOpen: boolean): number => (isOpen ? railWidth.open : railWidth.closed);
  const int = (min: number, max: number) => fc.integer({ min, max });
  const anyMove = fc.record({ x: int(-500, 3_000), width: int(smallestWidth(false, 1), 1_700), screenX: int(-2_000, 2_000) });
  fc.assert(
    fc.property(anyMove, ({ x, width, screenX }) => {
      const place = { x: screenX, y: 0, width: 2_560, height: 1_440 };
      const before = { x, y: 5, width, height: 600 };
      const open = moveRail({ bounds: before, isOpen: true, screen: place, owed: 0, zoom: 1 });
      const content = (outer: { width: number }, isOpen: boolean): number => outer.width - rail(isOpen);
      assert.equal(content(open.bounds, true) + open.owed, content(before, false));
      assert.equal(withRail(width, true, 1), open.bounds.width + open.owed);
      assert.equal(withoutRail(open.bounds.width, true, 1) + open.owed, width);
      assert.ok(open.bounds.x + open.bounds.width <= Math.max(place.x + place.width, x));
      assert.equal(open.bounds.y, 5);
      const closed = moveRail({ ...open, isOpen: false, screen: place, zoom: 1 });
      assert.equal(content(closed.bounds, false) + closed.owed, content(before, false));
      assert.equal(closed.owed, 0);
    }),
  );
});

test('if the page is scaled up, the rail is wider by the same factor', () => {
  assert.equal(zoomOf(912, 608), 1.5);
  assert.equal(zoomOf(608, 600), 1, 'a page that lags by a few pixels');
  const open = moveRail({ bounds: { ...bounds, width: 912 }, isOpen: true, screen, owed: 0, zoom: 1.5 });
  assert.equal(open.bounds.width, 912 + 228);
  assert.equal(moveRail({ ...open, isOpen: false, screen, zoom: 1.5 }).bounds.width, 912);
  assert.equal(smallestWidth(true, 1.5), 782);
  assert.equal(withoutRail(withRail(900, true, 1.5), true, 1.5), 900);
});
