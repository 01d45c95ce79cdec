import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentFault } from '../../base/documents/json-document.ts';
import { type DocumentName, documentNames } from '../../contract/documents.ts';
import { speak, spokenLanguage } from '../../domain/language/say.ts';
import { documentParser } from '../document-parser.ts';
import { documentSchema, type KeySchema } from '../document-schema.ts';
import { foreignKey, isOwnFaultText, ownExpectation, ownPath } from './own-fault.ts';

const canary = 'zyzzogeton';
/** In every place of a document: a value, a key, both in a list, a secret, a shortcut, a number, and nothing. */
const planted = [
  canary,
  { [canary]: canary },
  { id: canary, [canary]: 1 },
  [canary],
  [{ [canary]: canary }],
  `${canary}=ghp_${'a1B2'.repeat(9)}`,
  `Ctrl+${canary}`,
  'Ctrl+C',
  `${canary}.example.com`,
  10 ** 15,
  null,
];

/** The paths of all keys of a schema; `0` is an entry of a list. */
function pathsIn(schema: KeySchema, path: readonly string[] = []): readonly (readonly string[])[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).map(([key, one]) => [[...path, key], one] as const),
    ...(schema.items === undefined ? [] : [[[...path, '0'], schema.items] as const]),
    ...(schema.anyOf ?? []).map((one) => [path, one] as const),
  ];
  return inside.flatMap(([at, one]) => [at, ...pathsIn(one, at)]);
}

function documentWith(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), value);
}

function faultOf(name: DocumentName, document: unknown): DocumentFault | null {
  const parsed = documentParser(name)(document as object);
  return parsed.ok ? null : { reason: parsed.reason ?? 'not-valid', field: parsed.field, expected: parsed.expected };
}

test('of a fault in any place of any document, nothing is told that its user wrote, and what is told is known as Hub’s own', () => {
  const faults = documentNames.flatMap((name) =>
    pathsIn(documentSchema(name)).flatMap((path) =>
      planted.flatMap((value) => {
        const fault = faultOf(name, { version: 1, ...(documentWith(path, value) as object) });
        return fault === null ? [] : [[name, fault] as const];
      }),
    ),
  );
  assert.ok(faults.length > 500, `${faults.length}`);
  for (const [name, fault] of faults) {
    const [field, expected] = [ownPath(name, fault.field ?? ''), ownExpectation(name, fault)];
    assert.doesNotMatch(`${field} ${expected}`, new RegExp(`${canary}|ghp_|Ctrl\\+C\\b`), `${name} ${fault.field}`);
    assert.ok(expected !== null && isOwnFaultText(expected), `${name} ${fault.field}: ${expected}`);
    assert.ok(field === '' || field.includes(foreignKey) || isOwnFaultText(field), `${name} ${field}`);
  }
  assert.ok(faults.filter(([name, { field = '' }]) => !ownPath(name, field).includes(foreignKey)).length > 400);
});

test('a path is told key by key, as far as the schema has it', () => {
  assert.equal(ownPath('retention-policy', 'rules.3.max_age'), 'rules.3.max_age');
  assert.equal(ownPath('retention-policy', `rules.3.${canary}`), `rules.3.${foreignKey}`);
  assert.equal(ownPath('retention-policy', `${canary}.0.id`), `${foreignKey}.${foreignKey}.${foreignKey}`);
  assert.equal(ownPath('retention-policy', 'rules.4111111111'), `rules.${foreignKey}`);
  assert.equal(ownPath('legal-hold', 'holds.0.contents.digests.4711'), `holds.0.contents.digests.${foreignKey}`);
  for (const text of ['', canary, 'rules.101', 'rules.max_age', 'constructor', 'rules.0.constructor', `rules.0.id.${canary}`])
    assert.equal(isOwnFaultText(text), false, text);
});

test('what belongs there is told in English, whatever language is spoken, which stays', (t) => {
  t.after(() => speak('en'));
  const fault = faultOf('retention-policy', { version: 2, rules: [{ id: 'a', kinds: ['x'] }] });
  speak('de', { 'one of: {words}': 'eines von: {words}' });
  assert.match(ownExpectation('retention-policy', fault ?? { reason: 'gone' }) ?? '', /^one of: text, /);
  assert.equal(spokenLanguage(), 'de');
});
