import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, failed } from '../../base/outcome.ts';
import type { Bridge } from '../../client/bridge.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { readRows } from './read-rows.ts';

/** A bridge that has fragments with these numbers, and answers as in the contract. */
function bridgeOf(numbers: readonly number[], total?: number): Pick<Bridge, 'fragments'> {
  return {
    fragments: async ({ before, after, limit }) => {
      const newestFirst = [...numbers].sort((one, other) => other - one);
      const there = newestFirst.filter((number) => number < Number(before ?? 1e9) && number > Number(after ?? 0));
      const found = after === undefined ? there.slice(0, Number(limit)) : there.slice(-Number(limit));
      const next = found.length === there.length ? null : String(after === undefined ? found.at(-1) : found[0]);
      const items = found.map((number) => ({ id: String(number) }) as Fragment);
      return done({ items, next, ...(total === undefined ? {} : { total }) });
    },
  };
}

const ids = (span: Awaited<ReturnType<typeof readRows>>) => span && [span.fragments.map(({ id }) => Number(id)), span.from, span.to];

test('an answer says for which numbers it has all fragments', async () => {
  const bridge = bridgeOf([1, 3, 4, 7, 9], 5);
  assert.deepEqual(ids(await readRows(bridge, { q: '', limit: 2 })), [[9, 7], 7, null]);
  assert.deepEqual(ids(await readRows(bridge, { q: '', limit: 2, before: 7 })), [[4, 3], 3, 7]);
  assert.deepEqual(ids(await readRows(bridge, { q: '', limit: 9, before: 4 })), [[3, 1], 0, 4]);
  assert.deepEqual(ids(await readRows(bridge, { q: '', limit: 2, after: 3 })), [[7, 4], 4, 8]);
  assert.deepEqual(ids(await readRows(bridge, { q: '', limit: 9, after: 4 })), [[9, 7], 5, null]);
  assert.equal((await readRows(bridge, { q: '', limit: 1 }))?.total, 5);
  assert.equal((await readRows(bridgeOf([1]), { q: 'a', limit: 1 }))?.total, null);
});

test('the oldest fragments are found with the very first one, or without it', async () => {
  assert.deepEqual(ids(await readRows(bridgeOf([1, 3, 4, 7]), { q: '', limit: 2, after: 0 })), [[4, 3, 1], 0, 5]);
  assert.deepEqual(ids(await readRows(bridgeOf([5, 6]), { q: '', limit: 2, after: 0 })), [[6, 5], 0, null]);
  assert.deepEqual(ids(await readRows(bridgeOf([]), { q: '', limit: 2, after: 0 })), [[], 0, null]);
});

test('an answer with few or no fragments that is not the end says where to continue', async () => {
  const bridge: Pick<Bridge, 'fragments'> = { fragments: async () => done({ items: [], next: '400' }) };
  assert.deepEqual(ids(await readRows(bridge, { q: 'rare', limit: 2, before: 900 })), [[], 400, 900]);
  assert.deepEqual(ids(await readRows(bridge, { q: 'rare', limit: 2, after: 300 })), [[], 301, 401]);
});

test('with the newest of all come those that are pinned, and with those of a search what has its phrase', async () => {
  const asked: unknown[] = [];
  const bridge: Pick<Bridge, 'fragments'> = {
    fragments: async (query) => {
      asked.push(query);
      const items = [{ id: query.q === 'is:pinned' ? '2' : '9' } as Fragment];
      return done({ items, next: null, ...('phrases' in query && { first: [{ id: '5' } as Fragment] }) });
    },
  };
  assert.deepEqual((await readRows(bridge, { q: '', limit: 2 }))?.first, [{ id: '2' }]);
  assert.deepEqual((await readRows(bridge, { q: 'two words', limit: 2 }))?.first, [{ id: '5' }]);
  asked.length = 0;
  for (const where of [{ before: 9 }, { after: 3 }])
    assert.deepEqual((await readRows(bridge, { q: 'two words', limit: 2, ...where }))?.first, []);
  assert.ok(asked.every((query) => !('phrases' in (query as object))));
});

test('a bridge that does not answer gives null', async () => {
  const absent: Pick<Bridge, 'fragments'> = { fragments: async () => failed('absent') };
  for (const where of [{}, { before: 3 }, { after: 3 }, { after: 0 }])
    assert.equal(await readRows(absent, { q: '', limit: 2, ...where }), null);
});
