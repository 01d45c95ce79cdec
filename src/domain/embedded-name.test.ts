import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { embeddedFileName } from './embedded-name.ts';

const CASES: readonly (readonly [opening: string, name: string | null])[] = [
  // Comments.
  ['// src/app.ts\nrun();', 'app.ts'],
  ['//src/app.ts\nrun();', 'app.ts'],
  ['// src\\win\\app.cs\nusing System;', 'app.cs'],
  ['// C:\\work\\main.cpp\nint x;', 'main.cpp'],
  ['/// lib/a.dart\nvoid f() {}', 'a.dart'],
  ['# file: x.py\nimport os', 'x.py'],
  ['# filename: my notes.md\ntext', 'my notes.md'],
  ['# tools/build.sh\nset -e', 'build.sh'],
  ['#!/bin/sh\n# run.sh\necho', 'run.sh'],
  ['#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n# tool.py\nimport os', 'tool.py'],
  ['<!-- index.html -->\n<p>x</p>', 'index.html'],
  ['<?xml version="1.0"?>\n<!-- pom.xml -->\n<project/>', 'pom.xml'],
  ['<?php\n// index.php\necho 1;', 'index.php'],
  ['-- schema.sql\nCREATE TABLE a (b int);', 'schema.sql'],
  ['--[[ init.lua ]]\nlocal x', 'init.lua'],
  ['/* a.css */\na { }', 'a.css'],
  ['/**\n * @file sched.c\n */\nint x;', 'sched.c'],
  ['/*\n * kernel/sched.c\n */\nint x;', 'sched.c'],
  ['; x.asm\nmov eax, 1', 'x.asm'],
  [';;; init.el --- My settings -*- lexical-binding: t -*-\n(setq a 1)', 'init.el'],
  ['% x.tex\n\\section{a}', 'x.tex'],
  ['" x.vim\nset nu', 'x.vim'],
  ['REM x.bat\ndir', 'x.bat'],
  [':: build.cmd\ndir', 'build.cmd'],
  ['{- X.hs -}\nmodule X where', 'X.hs'],
  ['(* x.ml *)\nlet a = 1', 'x.ml'],
  ['{# base.jinja #}\n<p>', 'base.jinja'],
  ['{/* Card.jsx */}\n<Card />', 'Card.jsx'],
  ['# Dockerfile\nFROM alpine', 'Dockerfile'],
  ['# .gitignore\nnode_modules', '.gitignore'],
  ['# .env\nA=1', '.env'],
  ['// app/[slug]/page.tsx\nexport default 1', 'page.tsx'],
  ['// src/app.ts - where it starts\nrun();', 'app.ts'],
  ['// src/app.ts (changed)\nrun();', 'app.ts'],
  ['// SPDX-License-Identifier: MIT\n// a.sol\ncontract A {}', 'a.sol'],
  ['"use strict";\n// a.js\nrun()', 'a.js'],
  ['\n\n  // a.js\nrun()', 'a.js'],
  // Headings, labels and fences.
  ['### `src/app.ts`\n\n```ts\nrun()\n```', 'app.ts'],
  ['### 1. src/app.ts\n\n```ts\nrun()\n```', 'app.ts'],
  ['**src/app.ts**\n```ts\nrun()\n```', 'app.ts'],
  ['**`src/app.ts`:**\n```ts\nrun()\n```', 'app.ts'],
  ['`config.yaml`:\n```yaml\na: 1\n```', 'config.yaml'],
  ['File: src/app.ts\nrun()', 'app.ts'],
  ['# README.md\n\nThis is what it does and why.', 'README.md'],
  ['```ts title="src/app.ts"\nrun()\n```', 'app.ts'],
  ['```python filename=tool.py\nimport os\n```', 'tool.py'],
  ['```ts:src/app.ts\nrun()\n```', 'app.ts'],
  ['```12:40:src/app.ts\nrun()\n```', 'app.ts'],
  ['```src/app.ts\nrun()\n```', 'app.ts'],
  ['```ts\n// src/app.ts\nrun()\n```', 'app.ts'],
  // Patches, shells, headers.
  ['--- a/src/x.ts\n+++ b/src/x.ts\n@@ -1 +1 @@\n-a\n+b', 'x.ts'],
  ['diff --git a/x.py b/x.py\nindex 1..2 100644\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@', 'x.py'],
  ['diff --git a/x.py b/x.py\ndeleted file mode 100644\n--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@', 'x.py'],
  ['--- old.c\t2024-01-01 00:00:00\n+++ new.c\t2024-01-02 00:00:00\n@@ -1 +1 @@', 'new.c'],
  ['cat > run.sh <<EOF\necho\nEOF', 'run.sh'],
  ["cat <<'EOF' > ~/.config/app.toml\na = 1\nEOF", 'app.toml'],
  ['$ sudo tee /etc/app.conf <<EOF\na\nEOF', 'app.conf'],
  ['==> logs/a.txt <==\nline', 'a.txt'],
  ['Content-Disposition: attachment; filename="my report.csv"\n\na,b', 'my report.csv'],
  [
    'HTTP/1.1 200 OK\nContent-Type: text/csv\nContent-Disposition: attachment; filename="x.csv"; filename*=UTF-8\'\'na%C3%AFve.csv\n\na',
    'naïve.csv',
  ],
  // Alone on the first line.
  ['src/app.ts\nconst x = 1;', 'app.ts'],
  ['package.json\n{\n}', 'package.json'],
  ['Makefile:\n\nall:\n\techo', 'Makefile'],
  ['../../.bashrc\nalias x=1', '.bashrc'],

  // Prose that mentions a file.
  ['// see app.ts for details\nrun();', null],
  ['# Install node.js\nnpm i', null],
  ['# node.js\napt install nodejs', null],
  ['// Next.js\nrun()', null],
  ['The file app.ts is where it starts.\nLook there.', null],
  ['# lodash.js\n\nA library that makes work with arrays easier.', null],
  ['index.html\nis the page where all of it starts', null],
  ['// TODO: rename app.ts\nrun()', null],
  ['# edit config.yaml first\na', null],
  ['// app.ts:12\nrun()', null],
  ['# python main.py\nx', null],
  ['// import a from "./b.ts"\nrun()', null],
  ['// eslint-disable-next-line\nrun()', null],
  ['# License\nMIT', null],
  // What is no file.
  ['// example.com\nrun()', null],
  ['# www.example.com/a.js\nx', null],
  ['// https://example.com/a.js\nrun()', null],
  ['# github.com/a/b.go\nx', null],
  ['# me@example.py\nx', null],
  ['# v1.2\nx', null],
  ['# 3.14\nx', null],
  ['# 1.2.3\nx', null],
  ['// console.log\nx', null],
  ['// user.name\nx', null],
  ['// e.g.\nx', null],
  ['.container\n{ }', null],
  ['hello', null],
  ['app.ts', null],
  ['a.ts\nb.ts\nc.ts', null],
  ['├── a.ts', null],
  ['', null],
  ['   \n\n', null],
  ['--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n--- a/y.ts\n+++ b/y.ts\n@@ -1 +1 @@', null],
  ['run();\nx();\n// app.ts', null],
  // Names that no system or no eye should meet.
  ['// ..\nx', null],
  ['# file: ../..\nx', null],
  ['# file: CON.txt\nx', null],
  ['# file: nul.py\nx', null],
  ['# file: COM1.log\nx', null],
  ['# file: a.txt.\nx', null],
  ['# file: a<b>.txt\nx', null],
  ['# file: photo\u202egpj.exe\nx', null],
  ['# file: a\u200bb.txt\nx', null],
  ['# file: a:b.txt\nx', null],
  [`# file: ${'a'.repeat(120)}.txt\nx`, null],
  ['Content-Disposition: attachment; filename="..\\\\.."\n\na', null],
  ["Content-Disposition: attachment; filename*=UTF-8''%2e%2e%2f%00\n\na", null],
  ["Content-Disposition: attachment; filename*=UTF-8''%E0%A4%A\n\na", null],
];

const UNSAFE =
  /[<>:"/\\|?*\p{Control}\p{Surrogate}\p{Format}\p{Default_Ignorable_Code_Point}]|^[\s-]|[\s.]$|^$|^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/iu;

describe('the name in the opening', () => {
  for (const [opening, name] of CASES)
    test(`${JSON.stringify(opening.slice(0, 90))} is ${name}`, () => assert.equal(embeddedFileName(opening), name));

  test('is the same with Windows line ends and a byte order mark', () => {
    for (const [opening, name] of CASES) assert.equal(embeddedFileName(`\ufeff${opening.replaceAll('\n', '\r\n')}`), name, opening);
  });

  test('is a safe base name or nothing, whatever the text is', () => {
    const mark = fc.constantFrom(
      '// ',
      '# file: ',
      '<!-- ',
      '/* ',
      '```ts title="',
      '+++ b/',
      '--- a/x\n+++ b/',
      'cat > ',
      '==> ',
      'Content-Disposition: a; filename="',
      'File: ',
      '**',
      '',
    );
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        'CON',
        'a',
        '.ts',
        '/',
        '\\',
        ' ',
        '\u202e',
        '\u200b',
        ':',
        '%2e',
        '\u0000',
        'é',
        '\ud800',
        'Makefile',
        '.py',
        '~',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    const tail = fc.constantFrom('', '"', ' -->', ' */', ' <<EOF', ' <==', '**', '\ncontent()', '\n@@ -1 +1 @@');
    const text = fc
      .tuple(mark, fc.array(part, { maxLength: 8 }), fc.constantFrom('', '.ts', '.md'), tail)
      .map(([start, parts, ending, end]) => start + parts.join('') + ending + end);
    let named = 0;
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 300 })), (given) => {
        const name = embeddedFileName(given);
        if (name === null) return;
        named += 1;
        assert.doesNotMatch(name, UNSAFE);
        assert.ok(name.length <= 120 && name !== '.' && name !== '..');
      }),
      { numRuns: 5_000 },
    );
    assert.ok(named > 50, 'names were found at all');
  });

  test('of one endless line is looked for in its start alone', { timeout: 30_000 }, () => {
    for (const filler of ['x', ' ', '/', '#', '`', '* ', 'a.', '../', '"', '<!--', '(', '- ', 'Content-Disposition: '])
      assert.equal(embeddedFileName(filler.repeat(10_000_000 / filler.length)), null);
  });
});
