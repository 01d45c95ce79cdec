import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { isPlainFileName, planName, safeFileName } from './file-name.ts';
import { codeName, markdownName } from './page-file-name.ts';

const url = 'https://www.example.org:8443/a/b?c';

test('a page is named by its title, and by its host if that says nothing', () => {
  assert.equal(markdownName('How to brew tea | Tea/Pot', url), 'How to brew tea | Tea-Pot.md');
  assert.equal(markdownName('  ../../.ssh/id_rsa ', url), 'ssh-id_rsa.md');
  assert.equal(markdownName('东京 – 茶', url), '东京 – 茶.md');
  for (const nothing of ['', ' ', '…', '\u202e', '///']) assert.equal(markdownName(nothing, url), 'www.example.org.md', nothing);
  assert.equal(markdownName('', 'https://[::1]/'), '[--1].md');
  assert.ok(markdownName('word '.repeat(500), url).length <= 130);
  const token = secretExample('github_token', seeded(4));
  assert.equal(markdownName(`New token ${token} - Tea`, url), 'www.example.org.md');
});

test('code is named by its language, whatever the page calls that', () => {
  const said = {
    ts: '.ts',
    TypeScript: '.ts',
    js: '.js',
    'c++': '.cpp',
    'C#': '.cs',
    bash: '.sh',
    console: '.sh',
    golang: '.go',
    yml: '.yaml',
    py: '.py',
    html: '.html',
  };
  for (const [language, extension] of Object.entries(said))
    assert.equal(codeName(language, '{}', { title: 'Tea', url }), `Tea${extension}`, language);
  for (const unknown of [undefined, '', 'none such', '../x', '__proto__', 'constructor', 'toString'])
    assert.equal(codeName(unknown, '{}', { title: 'Tea', url }), null, String(unknown));
});

test('two blocks of code of one page are named by what they are', () => {
  const tea = { title: 'Tea', url };
  assert.equal(codeName('python', 'import os\n\ndef brew(minutes):\n    pass\n', tea), 'brew.py');
  assert.equal(codeName('python', 'import os\n\ndef pour(cup):\n    pass\n', tea), 'pour.py');
  assert.equal(codeName('yml', 'name: Brew\non: push\n', tea), 'brew.yaml');
});

test('whatever the title is, the file has a plain name that every system takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const name = markdownName(title, url);
      const { stem, extension } = planName({ givenFilename: name, embeddedFilename: null, text: null, kind: 'text', detection: null });
      assert.equal(`${stem}${extension}`, safeFileName(name), 'no part of it is taken for a folder');
      assert.ok(isPlainFileName(name) && extension === '.md', name);
    }),
  );
});
