import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageScale, scaledSize, scaledTo } from './page-scale.ts';
import type { WindowMemory } from './window-memory.ts';

const sizes = { pageZoom: 1, size: { width: 608, height: 600 }, pickerSize: { width: 480, height: 600 } };
const screen = { width: 3_840, height: 2_160 };

test('both forms of the window grow with the text, and shrink with it again', () => {
  const larger = scaledTo(1.5, sizes, screen);
  assert.deepEqual(larger, { pageZoom: 1.5, size: { width: 912, height: 900 }, pickerSize: { width: 720, height: 900 } });
  assert.deepEqual(scaledTo(1, larger ?? sizes, screen), sizes);
});

test('a form grows no larger than there is room on the screen, and one that is larger already stays as it is', () => {
  assert.deepEqual(scaledSize({ width: 480, height: 600 }, 2, { width: 1_024, height: 700 }), { width: 921, height: 630 });
  assert.deepEqual(scaledSize({ width: 1_000, height: 690 }, 2, { width: 1_024, height: 700 }), { width: 1_000, height: 690 });
  assert.deepEqual(scaledSize({ width: 480, height: 600 }, 2, null), { width: 960, height: 1_200 });
});

test('the first page tells the zoom by its width, and one that is loaded after it ended does not', () => {
  const memory = {
    value: sizes as WindowMemory,
    set: (change: Partial<WindowMemory>) => void Object.assign(memory, { value: { ...memory.value, ...change } }),
  };
  const scale = new PageScale({ window: { bounds: { x: 0, y: 0, width: 912, height: 900 }, screen: { x: 0, y: 0, ...screen } }, memory });
  assert.equal(scale.begin(608), true);
  assert.equal(memory.value.pageZoom, 1.5);
  scale.pageGone();
  assert.equal(scale.begin(400), false);
  assert.equal(memory.value.pageZoom, 1.5);
});

test('a width by rounding, or of a page that is not laid out, changes nothing', () => {
  for (const zoom of [1.004, 0.99, 0.2, 8, Number.POSITIVE_INFINITY, Number.NaN])
    assert.equal(scaledTo(zoom, sizes, screen), null, `${zoom}`);
});
