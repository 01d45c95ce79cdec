import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenLanguage } from './choose-language.ts';

const bySystem = (env: Readonly<Record<string, string>>, preferred: string | null = null) => chosenLanguage('system', { env, preferred });

test('the setting names a language; without a dialect that Hub speaks it is English', () => {
  const named = ['en', 'en-GB', 'de', 'de-AT', 'DE', 'zh-CN', 'zh', 'fr', 'deu', 'zh-TW', '', '../de', 'zh-!'].map((setting) =>
    chosenLanguage(setting, { env: { LANG: 'de_DE.UTF-8' }, preferred: 'de' }),
  );
  assert.deepEqual(named, ['en', 'en', 'de', 'de', 'de', 'zh-CN', 'zh-CN', 'en', 'en', 'en', 'en', 'en', 'en']);
});

test('without a locale, and with that of C, it is English', () => {
  assert.deepEqual(
    [
      {},
      { LANG: 'C' },
      { LANG: 'C.UTF-8' },
      { LANG: 'POSIX' },
      { LANG: 'en_US.UTF-8' },
      { LC_ALL: 'C', LANG: 'de_DE', LANGUAGE: 'de' },
    ].map((env) => bySystem(env as Record<string, string>)),
    ['en', 'en', 'en', 'en', 'en', 'en'],
  );
  assert.equal(bySystem({ LANGUAGE: 'de' }), 'en');
});

test('LC_ALL goes before LC_MESSAGES, and that before LANG; LANGUAGE is asked first, one language after the other', () => {
  assert.equal(bySystem({ LANG: 'de_DE.UTF-8' }), 'de');
  assert.equal(bySystem({ LANG: 'de_DE.UTF-8@euro', LC_MESSAGES: 'zh_CN.GB18030' }), 'zh-CN');
  assert.equal(bySystem({ LC_ALL: 'de_AT', LC_MESSAGES: 'zh_CN' }), 'de');
  assert.equal(bySystem({ LC_ALL: '', LANG: 'de_DE' }), 'de');
  assert.equal(bySystem({ LANG: 'de_DE.UTF-8', LANGUAGE: 'fr:zh_CN:de' }), 'zh-CN');
  assert.equal(bySystem({ LANG: 'de_DE.UTF-8', LANGUAGE: 'en' }), 'en');
  assert.equal(bySystem({ LANG: 'de_DE.UTF-8', LANGUAGE: 'fr' }), 'de');
});

test('simplified Chinese is that of a region or script which uses it; traditional Chinese is not spoken', () => {
  const spoken = ['zh_CN', 'zh_SG.UTF-8', 'zh', 'zh_Hans', 'zh_Hans_HK', 'zh_TW', 'zh_HK.UTF-8', 'zh_MO', 'zh_Hant', 'zh_Hant_CN'].map(
    (LANG) => bySystem({ LANG }),
  );
  assert.deepEqual(spoken, ['zh-CN', 'zh-CN', 'zh-CN', 'zh-CN', 'zh-CN', 'en', 'en', 'en', 'en', 'en']);
});

test('where the system gives a tag, it counts unless a variable is set', () => {
  assert.deepEqual([bySystem({}, 'de-CH'), bySystem({}, 'zh-Hant-TW'), bySystem({}, 'pt-BR')], ['de', 'en', 'en']);
  assert.equal(bySystem({ LANG: 'C' }, 'de-CH'), 'en');
});
