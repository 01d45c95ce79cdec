import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceOnLanguages, languagesControl } from './picture-languages.ts';

const english = { language: 'eng', tag: 'en', isInstalled: true, isOfUser: false };
const german = { language: 'deu', tag: 'de', isInstalled: true, isOfUser: true };
const french = { language: 'fra', tag: 'fr', isInstalled: false, isOfUser: false };
const known = [english, german, french];

test('the installed languages are offered by their names; without a choice English is the one', () => {
  const { choices, value } = languagesControl(known, []);
  assert.deepEqual(
    choices.map(({ name }) => name),
    ['English', 'German'],
  );
  assert.deepEqual(value, ['eng']);
});

test('a chosen language that cannot be read is there to be taken away, known or not', () => {
  const { choices, value } = languagesControl(known, ['fra', 'tlh']);
  assert.deepEqual(
    choices.map(({ name }) => name),
    ['English', 'German', 'French (not installed)', 'tlh'],
  );
  assert.deepEqual(value, ['fra', 'tlh']);
});

test('the language of the user is advised while it is not installed', () => {
  assert.match(adviceOnLanguages(known), /^To add one: hub ocr --install [a-z_]+\. To list them all: hub ocr --languages$/);
  assert.equal(
    adviceOnLanguages([english, { ...german, isInstalled: false }]),
    'German is not installed. To install it: hub ocr --install deu',
  );
});
