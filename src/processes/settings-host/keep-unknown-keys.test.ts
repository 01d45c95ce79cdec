import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { documents } from '../../contract/documents.ts';
import { type KnownKeys, keepUnknown } from './keep-unknown-keys.ts';

const known = (name: keyof typeof documents) => z.toJSONSchema(documents[name].schema, { io: 'input' }) as KnownKeys;

test('unknown keys stay at every depth, and a known key that is left out is removed', () => {
  const before = {
    mine: { a: [1] },
    language: 'de',
    save: { policy: 'off', note: 'n', min_text_chars: 3 },
    index_refresh: { mode: 'weekly', more: { b: 2 } },
  };
  assert.deepEqual(keepUnknown(known('hub'), before, { save: { policy: 'all' } }), {
    save: { policy: 'all', note: 'n' },
    mine: { a: [1] },
    index_refresh: { more: { b: 2 } },
  });
});

test('an unknown key in the new value wins', () => {
  assert.deepEqual(keepUnknown(known('hub'), { mine: { a: 1 } }, { mine: { b: 2 } }), { mine: { b: 2 } });
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
  assert.deepEqual(keepUnknown(known('workspaces'), before, value), {
    workspaces: [entry('c'), { ...entry('a'), colour: 'green', deep: { x: 1 } }],
  });
  assert.deepEqual(keepUnknown(known('workspaces'), before, { workspaces: [] }), { workspaces: [] });
});

test('a key __proto__ is an ordinary key, and changes no object', () => {
  const before = JSON.parse('{"__proto__": {"polluted": 1}, "save": {"__proto__": {"polluted": 2}, "constructor": 3}}');
  const kept = keepUnknown(known('hub'), before, JSON.parse('{"save": {"policy": "off"}}'));
  assert.equal(JSON.stringify(kept), '{"save":{"policy":"off","__proto__":{"polluted":2},"constructor":3},"__proto__":{"polluted":1}}');
  assert.equal(Object.getPrototypeOf(kept), Object.prototype);
  assert.equal('polluted' in {}, false);
});

test('if one of the two is not an object, the new value wins', () => {
  for (const before of [null, 3, 'x', [], { save: 4 }, { save: [1] }])
    assert.deepEqual(keepUnknown(known('hub'), before, { save: { policy: 'all' } }), { save: { policy: 'all' } });
});
