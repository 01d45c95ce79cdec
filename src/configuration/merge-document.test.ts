import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentSchema as known } from './document-schema.ts';
import { mergeDocument } from './merge-document.ts';

test('the examples of RFC 7396 come out as the RFC says', () => {
  // Appendix A: original, patch, result.
  const examples: readonly (readonly [unknown, unknown, unknown])[] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [before, patch, after] of examples) assert.deepEqual(mergeDocument({}, before, patch), after, JSON.stringify([before, patch]));
});

test('a group of known keys that is removed leaves its unknown keys', () => {
  const before = { mine: 1, save: { policy: 'off', note: 'n' }, index_refresh: { mode: 'weekly' }, language: 'de' };
  const after = mergeDocument(known('hub'), before, { save: null, index_refresh: null, language: null });
  assert.deepEqual(after, { mine: 1, save: { note: 'n' } });
  assert.deepEqual(mergeDocument(known('hub'), before, { mine: null, save: { note: null } }), {
    save: { policy: 'off' },
    index_refresh: { mode: 'weekly' },
    language: 'de',
  });
});

test('entries of a list keep their unknown keys by id, in any order, and a removed entry takes them along', () => {
  const entry = (id: string) => ({ id, name: id, path: '/' });
  const before = {
    workspaces: [
      { ...entry('a'), colour: 'red', deep: { x: 1 } },
      { ...entry('b'), colour: 'blue' },
    ],
  };
  const value = { workspaces: [entry('c'), { ...entry('a'), colour: 'green' }] };
  assert.deepEqual(mergeDocument(known('workspaces'), before, value), {
    workspaces: [entry('c'), { ...entry('a'), colour: 'green', deep: { x: 1 } }],
  });
  assert.deepEqual(mergeDocument(known('workspaces'), before, { workspaces: [] }), { workspaces: [] });
});

test('a key __proto__ is an ordinary key, and changes no object', () => {
  const before = JSON.parse('{"__proto__": {"polluted": 1}, "save": {"__proto__": {"polluted": 2}, "constructor": 3}}');
  const merged = mergeDocument(known('hub'), before, JSON.parse('{"save": {"policy": "off"}, "__proto__": {"more": 1}}'));
  assert.equal(
    JSON.stringify(merged),
    '{"__proto__":{"polluted":1,"more":1},"save":{"__proto__":{"polluted":2},"constructor":3,"policy":"off"}}',
  );
  assert.equal(Object.getPrototypeOf(merged), Object.prototype);
  assert.equal('polluted' in {}, false);
});

test('a patch with a hundred thousand levels uses no stack', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  assert.ok(mergeDocument(known('hub'), {}, deep));
});
