import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { type LanguageFacts, languageStates } from '../../extraction/languages/language-states.ts';
import { judgeLanguages } from './picture-languages-check.ts';

test('languages of pictures are told with what brings those of the user', (t) => {
  const folder = path.join(temporaryHome(t), 'languages');
  mkdirSync(folder);
  for (const name of ['deu', 'chi_sim']) writeFileSync(path.join(folder, `${name}.traineddata.gz`), '');
  const found = (facts: Omit<LanguageFacts, 'folder'>) =>
    judgeLanguages(languageStates({ folder, ...facts })).map(({ verdict, word, mend }) => [verdict, word, mend].join(' '));
  const partial = 'note partial hub ocr --install chi_sim';
  assert.deepEqual(found({ chosen: [], tags: ['en_US.UTF-8'] }), ['ok ok ', partial]);
  assert.deepEqual(found({ chosen: ['eng', 'deu'], tags: ['de_AT'] }), ['ok ok ', partial]);
  assert.deepEqual(found({ chosen: [], tags: ['de_DE.UTF-8@euro', 'fr'] }), [
    'ok ok ',
    partial,
    'note language-not-used hub config set text-extraction languages eng deu',
  ]);
  // The first one that can be read counts.
  assert.deepEqual(
    found({ chosen: ['deu'], tags: ['tlh', '', 'zh_TW', 'fr'] })[2],
    ['note language-not-used hub ocr --install chi_tra && hub config set text-extraction languages deu chi_tra'][0],
  );
  assert.deepEqual(found({ chosen: ['jpn', 'deu', 'fra'], tags: [] }), ['failure not-installed hub ocr --install fra+jpn']);
});
