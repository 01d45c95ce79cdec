import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCondition, toggledCondition } from '../../../src/processes/shell/page/search/toggle-condition.ts';

const group = { chips: ['kind:link', 'kind:code', 'app:"Some App"'].map((condition) => ({ title: condition, condition })) };
const toggled = (text: string, condition: string) => toggledCondition(text, group, { condition });

test('a condition is written at the end, instead of the others of its group, and taken out again', () => {
  assert.equal(toggled('heron', 'kind:link'), 'heron kind:link ');
  assert.equal(toggled('heron KIND:link since:7d', 'kind:code'), 'heron since:7d kind:code ');
  assert.equal(toggled('heron kind:code ', 'kind:code'), 'heron');
  assert.equal(toggled('', 'kind:link'), 'kind:link ');
  assert.equal(toggled('a app:"Some App" b', 'app:"Some App"'), 'a b');
});

test('what stands in quotes, is negated or is longer is something else; open quotes end before the condition', () => {
  for (const text of ['"a kind:link b"', '-kind:link', 'kind:link,mail', 'xkind:link']) {
    assert.equal(hasCondition(text, { condition: 'kind:link' }), false, text);
    assert.equal(toggled(text, 'kind:link'), `${text} kind:link `);
  }
  assert.equal(toggled('"open words', 'kind:link'), '"open words" kind:link ');
});

test('a condition in other words is the same', () => {
  const picture = { title: 'Picture', condition: 'kind:image', alike: ['kind:picture'] };
  assert.ok(hasCondition('heron kind:Picture', picture));
  const chips = [...group.chips, picture];
  assert.equal(toggledCondition('heron kind:picture', { chips }, picture), 'heron');
  assert.equal(toggledCondition('kind:picture heron', { chips }, { condition: 'kind:link' }), 'heron kind:link ');
});
