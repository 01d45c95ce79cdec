import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTemplate, whyNotRecognized } from './find-template.ts';

/** Of the sentences in the values these two are recognized. */
const hear = (sentence: string): string | null => ({ 'it ended': 'es endete', 'it; ended': 'es; endete' })[sentence] ?? null;
const found = (sentence: string, ...templates: readonly string[]) => findTemplate(templates, sentence, { hear, tries: { left: 2_000 } });

test('a sentence is recognized by the words of its text, and its values are what is between them', () => {
  const template = 'port {port} is taken by {program}; end it';
  assert.deepEqual(found('port 5001 is taken by nc; end it', 'no port', template), { template, values: { port: '5001', program: 'nc' } });
  assert.equal(found('port 5001 is taken by a; end it; end it', template)?.values.program, 'a; end it');
  for (const other of ['port 5001 is taken by nc', 'port 5001 is free; end it', 'the port 1 is taken by b; end it', ''])
    assert.equal(found(other, template), null, other);
});

test('each value has the form of its name, wherever the words between two of them occur', () => {
  const template = '{cause}; {file} has its last lines';
  const lines = (cause: string, file: string) => found(`${cause}; ${file} has its last lines`, template)?.values;
  assert.deepEqual(lines('it ended', '/a; b/x has its last lines'), { cause: 'es endete', file: '/a; b/x has its last lines' });
  assert.deepEqual(lines('it; ended', 'Logs/x'), { cause: 'es; endete', file: 'Logs/x' });
  assert.equal(lines('it was something else', 'Logs/x'), undefined, 'a sentence is recognized as a whole or not at all');
  assert.equal(found('ended by SIGSEGV', 'ended by {signal}')?.values.signal, 'SIGSEGV');
  assert.equal(found('ended by itself', 'ended by {signal}'), null);
  assert.equal(found('ab takes a day, such as ac:1', '{key} takes a day, such as {key}:{count}'), null, 'one value has one name');
});

test('of several texts that fit, the one with the most words of its own is meant, and one with hardly any is no sign', () => {
  const [short, long] = ['{cause}; tries again', '{cause}; {id} tries again'];
  assert.equal(found('it ended; hub tries again', short, '{cause}; hub tries again', long)?.template, '{cause}; hub tries again');
  assert.equal(found('it ended: it ended', '{cause}: {why}'), null);
});

test('a sentence that fits in two ways is not recognized', () => {
  assert.equal(found('taken by a and by b and by c', 'taken by {words} and by {detail}'), null);
  assert.equal(found('taken by some', 'taken by {words}', 'taken by {detail}'), null);
  assert.equal(found(`taken by ${'a and by '.repeat(100)}`, `taken by ${'{words} and by {detail} and by '.repeat(3)}`), null);
});

test('a sentence with endless ways to fit is given up after so many tries, with all sentences in it', () => {
  const template = '{cause}; again {cause}; again {reason}';
  for (const parts of [10, 20, 40, 80]) {
    const sentence = 'it ended; again '.repeat(parts);
    let heard = 0;
    const tries = { left: 500 };
    const inside = (value: string): string | null => {
      heard += 1;
      return findTemplate([template], value, { hear: inside, tries })?.template ?? hear(value);
    };
    assert.equal(findTemplate([template], sentence, { hear: inside, tries }), null);
    assert.ok(heard <= 500, `${heard} sentences in one of ${parts} parts`);
  }
});

test('a text is recognized if its values have known names and words between them', () => {
  assert.equal(whyNotRecognized('ended by {signal} ({words})'), null);
  assert.equal(whyNotRecognized('it ended'), null);
  assert.match(whyNotRecognized('ended by {signal}{words}') ?? '', /next to each other/);
  assert.match(whyNotRecognized('ended by {thing}') ?? '', /\{thing\}/);
  assert.match(whyNotRecognized('{cause}: {why}') ?? '', /too few words/);
});
