import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTemplate } from './find-template.ts';

const found = (sentence: string, ...templates: readonly string[]) => findTemplate(templates, sentence);

test('a sentence is recognized by the words of its text, and its values are what is between them', () => {
  const template = 'port {port} is taken by {program}; end it';
  assert.deepEqual(found('port 5001 is taken by nc; end it', 'no port', template), { template, values: { port: '5001', program: 'nc' } });
  assert.deepEqual(found('{file} is not used', '{file} is not used')?.values, { file: '{file}' });
  assert.deepEqual(found('a; b tries again', '{cause}; {more}{id} tries again')?.values, { cause: 'a', more: '', id: 'b' });
  for (const other of ['port 5001 is taken by nc', 'port 5001 is free; end it', 'the port 1 is taken by b; end it', ''])
    assert.equal(found(other, template), null, other);
});

test('of several texts that fit, the one with the most words of its own is meant, and one with hardly any is no sign', () => {
  assert.equal(
    found('hub.json is not valid; the defaults apply', '{a}; {b}', '{a} is not valid; {b}', '{a} is not valid{b}')?.template,
    '{a} is not valid; {b}',
  );
  assert.equal(found('a: b', '{title}: {why}'), null);
});
