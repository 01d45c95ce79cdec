import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeOnScreen, withFrame } from './place-on-screen.ts';

const left = { x: 0, y: 0, width: 1_280, height: 800 };
const right = { x: 1_280, y: 100, width: 1_920, height: 1_080 };
const at = (x: number, y: number) => ({ x, y, width: 600, height: 500 });

test('a window on a screen stays where it is', () => {
  for (const place of [at(0, 0), at(680, 300), at(1_280, 100)])
    assert.deepEqual(placeOnScreen(place, [left, right]), { x: place.x, y: place.y });
});

test('a window on a screen that is gone moves to the edge of the nearest one', () => {
  assert.deepEqual(placeOnScreen(at(1_500, 300), [left]), { x: 680, y: 300 });
  assert.deepEqual(placeOnScreen(at(-3_000, -20), [left, right]), { x: 0, y: 0 });
  assert.deepEqual(placeOnScreen(at(9_000, 9_000), [left, right]), { x: 2_600, y: 680 });
});

test('a window across an edge moves to the screen that shows most of it', () => {
  assert.deepEqual(placeOnScreen(at(1_100, 200), [left, right]), { x: 1_280, y: 200 });
  assert.deepEqual(placeOnScreen(at(800, 200), [left, right]), { x: 680, y: 200 });
});

test('a window larger than its screen has its upper left corner there; without screens it stays', () => {
  assert.deepEqual(placeOnScreen({ ...at(100, 700), width: 2_000 }, [left]), { x: 0, y: 300 });
  assert.deepEqual(placeOnScreen(at(5_000, 5_000), []), { x: 5_000, y: 5_000 });
});

test('wherever it was, all of it is visible if it fits', () => {
  const far = fc.integer({ min: -32_768, max: 32_767 });
  fc.assert(
    fc.property(far, far, (x, y) => {
      const placed = placeOnScreen(at(x, y), [left, right]);
      const isOn = ({ x: sx, y: sy, width, height }: typeof left): boolean =>
        placed.x >= sx && placed.y >= sy && placed.x + 600 <= sx + width && placed.y + 500 <= sy + height;
      assert.ok([left, right].some(isOn));
    }),
  );
});

test('a window that is about to be smaller needs the room of its new size and of its frame', () => {
  assert.deepEqual(withFrame({ width: 480, height: 600 }, { width: 1_002, height: 861 }, { width: 1_000, height: 840 }), {
    width: 482,
    height: 621,
  });
  assert.deepEqual(withFrame({ width: 480, height: 600 }, { width: 0, height: 0 }, { width: 1_000, height: 840 }), {
    width: 480,
    height: 600,
  });
});
