import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translationsInto } from '../../configuration/speak-language.ts';
import { languageName } from './language-name.ts';
import { speak } from './say.ts';

test('a language is called as people call it, in the language that is spoken; what is no tag stays as it is', () => {
  const names = () => ['de', 'zh-Hans', 'no_tag'].map(languageName);
  assert.deepEqual(names(), ['German', 'Simplified Chinese', 'no_tag']);
  speak('de', translationsInto('de'));
  assert.equal(languageName('de'), 'Deutsch');
  speak('en');
});
