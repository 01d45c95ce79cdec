import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detectText } from '../detect.ts';
import { sampleOf } from '../text-sample.ts';
import { claimCommandLine, isSingleCommand } from './command-line.ts';

describe('a command line', () => {
  const commands = [
    'git status',
    'git clone https://example.org/a/b.git',
    'git commit -m "say it and go."',
    'npm i -D vite',
    'npm run build && npm test',
    'docker compose up -d',
    'docker build .',
    'docker run --rm -it \\\n  -v $PWD:/w \\\n  alpine sh',
    'sudo apt update && sudo apt install -y nginx',
    'curl -fsSL https://example.org/install.sh | sh',
    'NODE_ENV=production node server.js',
    'cd ~/projects',
    '# install\nnpm ci\nnpm test',
    'python3 -m venv .venv\nsource .venv/bin/activate',
    'find . -name "*.js" -delete',
  ];
  for (const text of commands) {
    test(`is shell: ${JSON.stringify(text)}`, () => assert.equal(detectText(text)?.typeId, 'shell'));
  }

  const said = [
    'git pull before you push your work.',
    'npm test fails on Windows',
    'docker is a tool that runs containers',
    'find out more at https://example.org/',
    'install git',
    'cat videos',
    'go get it',
    'go home',
    'make dinner',
    'less is more',
    'service stop',
    'sort the mail',
    'kill time',
  ];
  for (const text of said) {
    test(`is not recognized in a sentence: ${JSON.stringify(text)}`, () => assert.equal(detectText(text)?.typeId, 'txt'));
  }

  test('redirects by a sign of its own, not by an arrow', () => {
    const claimOf = (text: string): string | undefined => claimCommandLine(sampleOf(text) ?? assert.fail())?.typeId;
    assert.deepEqual(['sort names > sorted', 'sort apples -> pears'].map(claimOf), ['shell', undefined]);
  });

  test('in a makefile or with other code does not make the text a script', () => {
    for (const text of ['\tgit status\n\tnpm test\n', 'git status\nx = 1\n', 'git add {\n  all\n}\n']) {
      const sample = sampleOf(text);
      assert.ok(sample !== null && claimCommandLine(sample) === null, text);
    }
  });
});

test('a type that a program exports is no command', () => {
  assert.equal(detectText("export type Shape = 'circle' | 'square';")?.typeId, 'typescript');
  assert.equal(detectText('export PATH=$PATH:~/bin')?.typeId, 'shell');
});

test('one command is one, on several lines and with comments too; a script is none', () => {
  for (const text of ['ls -la', 'npm install', '# install\nnpm ci', 'docker run --rm \\\n  -it \\\n  alpine sh', 'git add . && git commit'])
    assert.ok(isSingleCommand(text, 'shell'), text);
  assert.ok(isSingleCommand('Get-ChildItem `\n  -Recurse', 'powershell'));
  assert.ok(!isSingleCommand('npm ci\nnpm test', 'shell'));
  const licence = '# All rights reserved\n'.repeat(12);
  assert.ok(!isSingleCommand(`${licence}set -eu\nrsync -a a b`, 'shell'), 'a script with a long head');
  assert.ok(isSingleCommand(`${licence}rsync -a a b`, 'shell'));
  assert.ok(isSingleCommand(`docker run \\\n${'  -e A=1 \\\n'.repeat(20)}  alpine`, 'shell'));
  assert.ok(!isSingleCommand('#!/bin/sh\nls', 'shell'));
  assert.ok(!isSingleCommand('ls -la', 'txt'));
  assert.ok(!isSingleCommand('print(1)', 'python'));
});

describe('a few words', () => {
  const phrases =
    'open the door|create account|let me know|call me later|set up a meeting|echo park|data science|import export business|return to sender|where are you|' +
    'select one|order by phone|class reunion|end of story|package tracking|from dusk till dawn|local hero|open source|C’est la vie|set the table|print this page|' +
    'Guten Morgen|Buenos días|Grazie mille|re: lunch|50% off|A & B|Invoice 2024-118|Chapter 7|eggs, milk, bread|case closed|type here|use with care';
  for (const text of phrases.split('|')) {
    test(`is plain text: ${text}`, () => {
      const found = detectText(text);
      assert.equal(found?.typeId, 'txt');
    });
  }

  test('with signs of code are not taken for a phrase', () => {
    assert.equal(detectText('from os import path')?.typeId, 'python');
  });
});
