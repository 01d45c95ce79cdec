import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeDocument } from './merge-document.ts';
import { patchBetween, patchOf } from './merge-patch.ts';

/** Objects as a document has them; a value null can't be told from a missing key by a merge patch. */
const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer(), { maxLength: 3 }));
const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
const { tree } = fc.letrec<{ tree: object; value: unknown }>((tie) => ({
  tree: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  value: fc.oneof({ maxDepth: 3 }, leaf, tie('tree')),
}));
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, inner]) => [name, sorted(inner)])
        .toSorted()
    : value;

test('the difference of two documents, applied to the first, gives the second', () => {
  const property = fc.property(tree, tree, (before, after) => {
    const patch = patchBetween(before as Record<string, unknown>, after as Record<string, unknown>);
    assert.deepEqual(sorted(mergeDocument({}, before, patch)), sorted(after));
  });
  fc.assert(property, { numRuns: 1_000 });
});

test('what is the same is not in the difference', () => {
  const before = { save: { policy: 'all', min_text_chars: 3 }, list: [1, 2], mine: 1 };
  assert.deepEqual(patchBetween(before, structuredClone(before)), {});
  assert.deepEqual(patchBetween(before, { save: { policy: 'off', min_text_chars: 3 }, list: [2] }), {
    mine: null,
    save: { policy: 'off' },
    list: [2],
  });
});

test('the patch of one key has nothing else', () => {
  assert.deepEqual(patchOf('save.policy', 'off'), { save: { policy: 'off' } });
  assert.equal(JSON.stringify(patchOf('__proto__.x', 1)), '{"__proto__":{"x":1}}');
});
