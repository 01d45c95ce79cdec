import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { documentSchema, type KeySchema } from '../src/configuration/document-schema.ts';
import { documentNames } from '../src/contract/documents.ts';
import { configurationReference, referenceFile } from './configuration-reference.ts';

test('docs/configuration-reference.md has what the schemas say', () => {
  const isCurrent = readFileSync(referenceFile, 'utf8') === configurationReference();
  assert.ok(isCurrent, 'the page is stale; write it again: node tools/configuration-reference.ts');
});

function keysOf({ properties = {}, items }: KeySchema, prefix: string): readonly (readonly [string, KeySchema])[] {
  const here = Object.entries(properties).flatMap(([key, inner]) => [
    [`${prefix}${key}`, inner] as const,
    ...keysOf(inner, `${prefix}${key}.`),
  ]);
  return items ? [...here, ...keysOf(items, prefix)] : here;
}

const keys = documentNames.flatMap((name) => keysOf(documentSchema(name), `${name}:`));

test('every key of every document has a meaning', () => {
  assert.ok(keys.some(([key]) => key === 'workspaces:workspaces.path'));
  assert.deepEqual(
    keys.filter(([, { description }]) => !description?.endsWith('.')).map(([key]) => key),
    [],
  );
});

test('a key that may be null has the default null, so that setting null and removing it are the same', () => {
  const nullable = keys.filter(([, { anyOf }]) => anyOf?.some(({ type }) => type === 'null'));
  assert.ok(nullable.length > 0);
  for (const [key, shown] of nullable) assert.equal(shown.default, null, key);
});
