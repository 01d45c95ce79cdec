import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as z from 'zod';
import { documentNames, documents } from '../src/contract/documents.ts';
import { configurationReference, referenceFile } from './configuration-reference.ts';

test('docs/configuration-reference.md has what the schemas say', () => {
  const isCurrent = readFileSync(referenceFile, 'utf8') === configurationReference();
  assert.ok(isCurrent, 'the page is stale; write it again: node tools/configuration-reference.ts');
});

interface Described {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly default?: unknown;
  readonly anyOf?: readonly { readonly type?: string }[];
  readonly description?: string;
}

function keysOf({ properties = {}, items }: Described, prefix: string): readonly (readonly [string, Described])[] {
  const here = Object.entries(properties).flatMap(([key, inner]) => [
    [`${prefix}${key}`, inner] as const,
    ...keysOf(inner, `${prefix}${key}.`),
  ]);
  return items ? [...here, ...keysOf(items, prefix)] : here;
}

const keys = documentNames.flatMap((name) => keysOf(z.toJSONSchema(documents[name].schema, { io: 'input' }) as Described, `${name}:`));

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
