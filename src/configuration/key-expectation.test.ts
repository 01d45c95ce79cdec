import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentNames } from '../contract/documents.ts';
import { say, speak } from '../domain/language/say.ts';
import { documentSchema, type KeySchema } from './document-schema.ts';
import { expectationAt, expectationOf } from './key-expectation.ts';

/** The schema and everything in it, by what leads to it. */
function all(schema: KeySchema, place: string): readonly (readonly [place: string, schema: KeySchema])[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [['0', schema.items] as const]),
    ...(schema.anyOf ?? []).map((one, at) => [`or ${at}`, one] as const),
  ];
  return [[place, schema], ...inside.flatMap(([name, one]) => all(one, `${place}.${name}`))];
}

const everything = documentNames.flatMap((name) => all(documentSchema(name), name));

test('what a key takes is said without a hole, whatever its schema is', () => {
  assert.ok(everything.length > 50);
  for (const [place, schema] of everything) {
    const expectation = expectationOf(schema);
    assert.doesNotMatch(expectation, / {2}|^ | $|undefined|from to|: $/, `${place}: ${expectation}`);
  }
});

test('a text with a pattern is described by what it means, in the language of the user', (t) => {
  t.after(() => speak('en'));
  assert.equal(expectationAt('hub', { field: 'index_refresh.daily_time' }), 'a time of day as HH:MM');
  const described = everything.flatMap(([, { patternErrorMessage: one }]) => (one === undefined ? [] : [one]));
  assert.equal(described.length, 16);
  speak('de', Object.fromEntries(described.map((one) => [one, `de: ${one}`])));
  assert.equal(say('an extension such as .pem'), 'de: an extension such as .pem');
  for (const [, schema] of everything)
    if (schema.patternErrorMessage !== undefined) assert.equal(expectationOf(schema), `de: ${schema.patternErrorMessage}`);
});
