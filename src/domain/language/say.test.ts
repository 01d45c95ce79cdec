import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { say, sayHeard, speak, spokenLanguage, told, withinSentence } from './say.ts';

afterEach(() => speak('en'));

const copies = '{count, plural, one {# copy is kept} other {# copies are kept}} in {folder}';

test('a text is said in the language that is spoken, and in English where it is not translated', () => {
  assert.equal(say('Show Hub'), 'Show Hub');
  speak('de', { 'Show Hub': 'Hub anzeigen', constructor: 'falsch' });
  assert.deepEqual([say('Show Hub'), say('Save now'), say('toString')], ['Hub anzeigen', 'Save now', 'toString']);
  speak('zh-CN', { 'Save now': '立即保存' });
  assert.deepEqual([say('Show Hub'), say('Save now'), spokenLanguage()], ['Show Hub', '立即保存', 'zh-CN']);
});

test('names in braces stand for values, which are taken as they are', () => {
  const said = say('{what} in {folder}', { what: '{folder} $& {x, plural, other {}}', folder: 3 });
  assert.equal(said, '{folder} $& {x, plural, other {}} in 3');
  speak('de', { '{what} in {folder}': 'In {folder}: {what}' });
  assert.equal(say('{what} in {folder}', { what: 'a', folder: 'b' }), 'In b: a');
});

test('a plural has the forms of the language of its text, and its number the digits of that language', () => {
  const say3 = (count: number): string => say(copies, { count, folder: '{count}' });
  assert.deepEqual([say3(1), say3(3_000)], ['1 copy is kept in {count}', '3,000 copies are kept in {count}']);
  speak('de', { [copies]: '{count, plural, one {# Kopie} other {# Kopien}} in {folder}' });
  assert.deepEqual([say3(1), say3(3_000)], ['1 Kopie in {count}', '3.000 Kopien in {count}']);
  speak('zh-CN', { [copies]: '{folder} 中有 {count, plural, other {# 个条目}}' });
  assert.deepEqual([say3(1), say3(3_000)], ['{count} 中有 1 个条目', '{count} 中有 3,000 个条目']);
  speak('zh-CN');
  assert.equal(say3(1), '1 copy is kept in {count}', 'in English, with its forms');
});

test('a sentence within another one begins small in English, and a name keeps its form', () => {
  assert.deepEqual(
    [withinSentence('This copy was not kept.'), withinSentence('Hub did not keep this copy.'), withinSentence('')],
    ['this copy was not kept', 'Hub did not keep this copy', ''],
  );
  speak('de');
  assert.equal(withinSentence('Kopien fehlen.'), 'Kopien fehlen');
});

test('words in angle brackets and a single apostrophe are no syntax', () => {
  assert.equal(say("<id> can’t, and it's {count, plural, one {#} other {#}}", { count: 2 }), "<id> can’t, and it's 2");
});

test('a sentence with values that another process told is said here too, and so are the sentences in its values', () => {
  const german = {
    'Hub has no window: {why}': 'Hub hat kein Fenster: {why}',
    'it will be restarted in a moment ({reason})': 'es wird gleich neu gestartet ({reason})',
    'did not answer': 'hat nicht geantwortet',
  };
  const sentence = told('Hub has no window: {why}', {
    why: told('it will be restarted in a moment ({reason})', { reason: told('did not answer') }),
  });
  assert.equal(sentence, 'Hub has no window: it will be restarted in a moment (did not answer)');
  assert.equal(sayHeard(sentence), sentence);
  speak('de', german);
  assert.equal(sayHeard(sentence), 'Hub hat kein Fenster: es wird gleich neu gestartet (hat nicht geantwortet)');
  assert.equal(sayHeard('Hub has no window: something new'), 'Hub has no window: something new', 'not half of it');
});

test('a sentence that another process told in English is said in the language that is spoken here', () => {
  speak('de', { 'there is no display': 'es gibt keine Anzeige' });
  assert.equal(told('there is no display'), 'there is no display');
  assert.deepEqual(
    [sayHeard('there is no display'), sayHeard('toString'), sayHeard('something new')],
    ['es gibt keine Anzeige', 'toString', 'something new'],
  );
});
