import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentNames, presentVersion } from '../../contract/documents.ts';
import { type MigrationSteps, migrated, migrations, withVersion } from './migrations.ts';

const steps: MigrationSteps = {
  1: ({ colour, ...rest }) => ({ ...rest, theme: { colour } }),
  2: ({ theme, ...rest }) => ({ ...rest, look: theme }),
};

test('a document of an earlier version takes every step to the present one, and keeps what no step knows', () => {
  const third = { look: { colour: 'red' }, mine: [1], version: 3 };
  for (const document of [
    { colour: 'red', mine: [1] },
    { colour: 'red', mine: [1], version: 1 },
    { theme: { colour: 'red' }, mine: [1], version: 2 },
    third,
  ]) {
    const before = JSON.stringify(document);
    assert.deepEqual(migrated(document, 3, steps), { kind: 'present', document: third });
    assert.equal(JSON.stringify(document), before, 'a step changes nothing of what it is given');
  }
});

test('a document of the present version is not touched, with a version or without', () => {
  for (const document of [{}, { a: 1 }, { a: 1, version: 1 }]) {
    const { document: same } = migrated(document, 1) as { document: unknown };
    assert.equal(same, document);
  }
});

test('a document of a later version is newer, however much later', () => {
  for (const version of [4, 5, Number.MAX_SAFE_INTEGER]) assert.deepEqual(migrated({ version }, 3, steps), { kind: 'newer' });
});

test('what has no sensible version is left to the schema', () => {
  for (const version of [0, -1, 1.5, '2', null, [], 1e300])
    assert.deepEqual(migrated({ version }, 3, steps), { kind: 'present', document: { version } });
  for (const document of [null, [], 'x', 3]) assert.deepEqual(migrated(document, 3, steps), { kind: 'present', document });
});

test('a key __proto__ stays an ordinary key on the way', () => {
  const { document } = migrated(JSON.parse('{"__proto__": {"polluted": 1}}'), 3, steps) as { document: object };
  assert.ok(Object.hasOwn(document, '__proto__'));
  assert.equal('polluted' in {}, false);
});

test('a document is written with its version as soon as there is a second one', () => {
  assert.deepEqual(withVersion({ a: 1 }, 1), { a: 1 });
  assert.deepEqual(withVersion({ a: 1, version: 2 }, 3), { a: 1, version: 3 });
});

test('there is a step from every version before the present one', () => {
  for (const name of documentNames) {
    const from = Object.keys(migrations[name] ?? {}).map(Number);
    assert.deepEqual(
      from,
      Array.from({ length: presentVersion(name) - 1 }, (_, index) => index + 1),
      name,
    );
  }
});
