import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceOnLanguages, languagesControl, type PictureLanguage } from './picture-languages.ts';

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

test('what is not installed is offered, the language of the user first, and how far one is that is being installed', () => {
  const missing = { ...german, isInstalled: false };
  assert.equal(adviceOnLanguages(known), '');
  assert.equal(adviceOnLanguages([english, missing]), 'German is not installed.');
  const offered = (languages: readonly PictureLanguage[]) => languagesControl(languages, []).adds;
  assert.deepEqual(offered([english, french, missing])?.offers, [
    { value: 'deu', name: 'German' },
    { value: 'fra', name: 'French' },
  ]);
  assert.equal(offered([english, missing])?.progress, null);
  assert.equal(offered([english, { ...missing, installed: 0.414 }])?.progress, 'downloading German: 41 %');
  assert.equal(offered([english, german]), null);
});
