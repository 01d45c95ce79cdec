import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { LeastRecentlyUsed } from './least-recently-used.ts';

test('the least recently used entry makes room', () => {
  const cache = new LeastRecentlyUsed<number>(() => 2);
  cache.set('a', 1);
  cache.set('b', 2);
  assert.equal(cache.get('a'), 1);
  cache.set('c', 3);
  assert.equal(cache.get('b'), undefined);
  assert.equal(cache.get('a'), 1);
  assert.deepEqual(cache.figures, { hits: 2, misses: 1, entries: 2 });
});

test('a lower limit applies at once, and a limit of 0 keeps nothing', () => {
  let limit = 3;
  const cache = new LeastRecentlyUsed<number>(() => limit);
  for (const [value, key] of ['a', 'b', 'c'].entries()) cache.set(key, value);
  limit = 1;
  assert.equal(cache.figures.entries, 1);
  assert.deepEqual([cache.get('b'), cache.get('c')], [undefined, 2]);
  limit = 0;
  assert.equal(cache.get('c'), undefined);
  cache.set('e', 4);
  assert.equal(cache.figures.entries, 0);
});

test('it behaves like a list of the most recently used entries, and never exceeds its limit', () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.nat(), isSet: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
      const cache = new LeastRecentlyUsed<number>(() => limit);
      let model: [string, number][] = [];
      for (const { key, value, isSet } of steps) {
        const known = model.find(([name]) => name === key);
        if (isSet) cache.set(key, value);
        else assert.equal(cache.get(key), known?.[1]);
        const now = isSet ? value : known?.[1];
        model = model.filter(([name]) => name !== key);
        if (now !== undefined) model.push([key, now]);
        model = model.slice(Math.max(0, model.length - limit));
        assert.equal(cache.figures.entries, model.length);
      }
    }),
  );
});
