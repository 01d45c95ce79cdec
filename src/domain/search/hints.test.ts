import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { searchHints } from './hints.ts';
import { parseSearch } from './query.ts';

const present = { type: ['python', 'json'], app: ['Visual Studio Code', 'Krita'] } as const;
const queries = (text: string): readonly string[] => searchHints(text, present).map(({ query }) => query);

test('keys and values complete the word that is being typed', () => {
  assert.deepEqual(queries('tide ty'), ['tide type:']);
  assert.deepEqual(queries('tide -ap'), ['tide -app:']);
  assert.deepEqual(queries('type:'), ['type:python ', 'type:json ']);
  assert.deepEqual(queries('tide type:PY'), ['tide type:python ']);
  assert.deepEqual(queries('app:studio'), ['app:"Visual Studio Code" ']);
  assert.deepEqual(queries('kind:im'), ['kind:image ', 'kind:one-time-code ']);
});

test('a value that is typed as a whole is not the end of another one, and Enter takes no longer one', () => {
  assert.deepEqual(queries('kind:code'), []);
  assert.deepEqual(queries('kind:cod'), ['kind:code ', 'kind:one-time-code ']);
  const longer = searchHints('type:c', { type: ['c', 'cpp', 'scala'] });
  assert.deepEqual(
    longer.map(({ query, isValue }) => [query, isValue]),
    [['type:cpp ', undefined]],
  );
});

test('values that begin with what is typed come first, the others in their order', () => {
  const type = ['javascript', 'typescript', 'php', 'json', 'cpp', 'r', 'zip', 'python'];
  const titles = searchHints('type:p', { type }).map(({ title }) => title.slice('type:'.length));
  assert.deepEqual(titles, ['php', 'python', 'javascript', 'typescript', 'cpp', 'zip']);
});

test('a mistyped type is completed by the one that was meant', () => {
  assert.deepEqual(queries('tide -type:pyton'), ['tide -type:python ']);
  assert.deepEqual(queries('type:rsut'), ['type:rust ']);
  assert.deepEqual(searchHints('type:p', present)[0]?.isValue, true);
  assert.equal(searchHints('typ', present)[0]?.isValue, undefined);
});

test('a type that no copy has yet is completed by its beginning', () => {
  assert.deepEqual(queries('heron type:markd'), ['heron type:markdown ']);
  assert.equal(searchHints('type:markd', present)[0]?.isValue, true);
});

test('a finished word, a phrase and an unknown key have no completion', () => {
  for (const text of ['', 't', 'tide ', 'type:python', 'type:python ', '"ty', 'nothing:ty', 'https://a'])
    assert.deepEqual(queries(text), []);
});

test('every completion of a value is a search that makes sense', () => {
  const value = anyText({ maxLength: 9 }).filter((text) => text.replaceAll('"', '').trim() !== '');
  fc.assert(fc.property(value, (some) => searchHints('app:', { app: [some] }).every(({ query }) => parseSearch(query, 0).ok)));
});
