import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import { safeBaseName } from '../detect/base-name.ts';
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
  ['%%writefile tools/a.py\nimport os', 'a.py'],
  ['+++ b/src/f.c\n@@ -1,2 +1,3 @@\n int x;\n+int y;', 'f.c'],
  ['+++ b/src/f.c\nint x;', null],
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

  // A comment that contains more than a name.
  ['/*\n * sched.c - runs things\n *\n * Copyright (C) 2011 Ann Example\n */\nint x;', 'sched.c'],
  ['//\n//  ContentView.swift\n//  App\n//\n//  Created by Ann on 1/2/23.\n//\nimport SwiftUI', 'ContentView.swift'],
  ['//===-- report.cpp ------------------===//\n//\n// Part of it.', 'report.cpp'],
  ['# gettext.m4 serial 71 (gettext-0.20.2)\ndnl Copyright (C) 1995 Free Software Foundation, Inc.', 'gettext.m4'],
  ["%%\n%% This is file `foo.sty',\n%% generated with the docstrip utility.", 'foo.sty'],
  ['-- $Id: pub.sql,v 1.27 2007-02-19 20:50:44 ann Exp $\nSELECT 1;', 'pub.sql'],
  ['.\\" $OpenBSD: ssh.1,v 1.7 2022/04/29 03:24:30 djm Exp $\n.TH SSH 1', 'ssh.1'],
  ['/*++\n\nModule Name:\n\n    heap.cpp\n\n--*/\nint x;', 'heap.cpp'],
  ['/// \\file heap.hpp\n/// Heaps.\nint x;', 'heap.hpp'],
  ['=begin\nuser.rb\n=end\nclass User', 'user.rb'],
  ['@* Index.cshtml *@\n<p>', 'Index.cshtml'],
  ['\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesPackage{foo}[2020/01/02 v1.0]', 'foo.sty'],
  ['\\ProvidesClass{foo}', 'foo.cls'],
  ['-- |\n-- Module      : Data.Tree.Text\n-- Copyright   : (c) Ann Example\nmodule Data.Tree.Text where', null],
  ['# Makefile for gawk\nall:\n\techo', null],
  ['/* see a.css */\na {}', null],
  ['// Copyright 2013 vtt.js Contributors\nrun()', null],

  // Blocks of code in a page.
  ['```makefile\nall:\n\techo', null],
  ['```{include} ../../CHANGELOG.md\n```', null],
  ['```ts title="What it says"\nrun()\n```', null],
  ['.src/app.ts\n[source,ts]\n----\nrun()\n----', 'app.ts'],
  ['.. code-block:: python\n   :caption: tools/a.py\n\n   run()', 'a.py'],
  ['#+begin_src sh :tangle bin/a.sh\nrun\n#+end_src', 'a.sh'],
  ['## build.bat\nThis script does more than one would think.', null],
  ['# Commander.js\n\n[![Build](https://example.org/b.svg)](https://example.org)', null],

  // Patches.
  ['diff --git a/old.x b/src/new.x\nsimilarity index 96%\nrename from old.x\nrename to src/new.x', 'new.x'],
  ['diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ', 'a.png'],
  ['diff --git a/a.c b/a.c\nold mode 100644\nnew mode 100755\ndiff --git a/b.c b/b.c\nold mode 100644', null],
  ['*** a.c.orig\tMon Apr 19 17:13:00 1999\n--- a.c\tMon Apr 19 17:17:50 1999\n***************\n*** 1 ****\n--- 1 ----\n+ x', 'a.c'],
  [
    'Index: lib/configure\n===================================================================\n--- lib/configure\t(revision 7)\n+++ lib/configure\t(working copy)',
    'configure',
  ],
  ['Description: mends it\nAuthor: Ann <ann@example.org>\n---\n--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@', 'a.c'],
  ['*** Begin Patch\n*** Update File: src/a.py\n@@\n-a', 'a.py'],
  ['*** Begin Patch\n*** Update File: a.py\n@@\n-a\n*** Add File: b.py\n+b', null],

  // Shells.
  ['cat <<EOF | sudo tee -a /etc/hosts.d/x.conf\na\nEOF', 'x.conf'],
  ["sudo tee x.conf > /dev/null <<-'EOF'\na\nEOF", 'x.conf'],
  ['cat > "my notes.txt" <<EOF\na\nEOF', 'my notes.txt'],
  ['cat > $dir/x.conf <<EOF\na\nEOF', 'x.conf'],
  ['cat > $base.c <<EOF\na\nEOF', null],
  ['cat <<EOF > /dev/null\na\nEOF', null],
  ['cat <<EOF\na.py\nEOF', null],

  // Wrappers and banners.
  ['<file path="src/a.ts">\nrun()\n</file>', 'a.ts'],
  ['<file src="a.png"/>\n<file src="b.png"/>', null],
  ['<document index="1">\n<source>lib/a.py</source>\n<document_content>\nrun()', 'a.py'],
  ['--- a.py ---\nrun()', 'a.py'],
  ['-- lib/a.py --\nrun()', 'a.py'],
  ['================\nFILE: lib/a.py\n================\nrun()', 'a.py'],
  ['***** a.py *****\nrun()', 'a.py'],
  ['--- end of a.py ---\nrun()', null],
  ['[file: a.py]\nrun()', 'a.py'],
  ['begin 644 a.tar\n#86)C\n`\nend', 'a.tar'],
  ['*term.txt*      For Vim version 9.0.', 'term.txt'],
  ['path: src/app.ts\nbranch: main', null],
  ['Makefile\nINSTALL\nconfigure', null],
  ['a.ts\n  12:3  error  x is not defined\n', null],

  // MIME: RFC 2045, 2047, 2231, 8187.
  ['Content-Type: text/plain;\n name="a.txt"\n\nx', 'a.txt'],
  ['Content-Disposition: form-data; name="upload"\n\na.txt', null],
  ['--xYz\nContent-Disposition: form-data; name="upload"; filename="a.txt"\n\nx', 'a.txt'],
  ['Content-Disposition: attachment; filename="=?UTF-8?B?w6kudHh0?="\n\nx', 'é.txt'],
  ['Content-Disposition: attachment; filename="=?iso-8859-1?Q?=E9_a.txt?="\n\nx', 'é a.txt'],
  ["Content-Disposition: attachment;\n filename*0*=UTF-8''%C3;\n filename*1*=%A9.txt\n\nx", 'é.txt'],
  ['Content-Disposition: attachment;\n\tfilename*0="a";\n\tfilename*1=".txt"\n\nx', 'a.txt'],
  ["Content-Disposition: attachment; filename*=x-none''a.txt; filename=b.txt\n\nx", 'b.txt'],
  ['Content-Disposition: attachment; filename="C:\\Users\\ann\\a.txt"\n\nx', 'a.txt'],
  ['Content-Disposition: attachment; filename="a \\"b.txt"\n\nx', null],

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
  // Not a file name.
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
  // Names that a system does not allow, or that people misread.
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
  ['# file: \u0430pp.js\nx', null],
  ['# file: \uff41pp.js\nx', null],
  ['# file: данные.csv\nx', 'данные.csv'],
  [`# file: ${'a'.repeat(120)}.txt\nx`, null],
  ['Content-Disposition: attachment; filename="..\\\\.."\n\na', null],
  ["Content-Disposition: attachment; filename*=UTF-8''%2e%2e%2f%00\n\na", null],
  ["Content-Disposition: attachment; filename*=UTF-8''%E0%A4%A\n\na", null],
];

/** Every kind of opening in which a name may occur; `§` is its place. */
const PLACES: readonly string[] = [
  '// §\nrun()',
  '# file: §\nrun()',
  '<!-- § -->\n<p>',
  '/*\n * § - does things\n */\nx',
  '# $Id: §,v 1.2 x $\nx',
  '/** @file § */\nx',
  '```ts title="§"\nx\n```',
  '### `§`\n\n```\nx\n```',
  '--- a/x\n+++ b/§\n@@ -1 +1 @@',
  'diff --git a/§ b/§\nold mode 100644',
  'Index: §\n--- x\n+++ x',
  '*** Begin Patch\n*** Add File: §\n+x',
  'cat > § <<EOF\nx\nEOF',
  'cat <<EOF | tee "§"\nx\nEOF',
  '==> § <==\nx',
  '<file path="§">\nx',
  '<document><source>§</source>\nx',
  '--- FILE: § ---\nx',
  'begin 644 §\nx',
  '\\ProvidesFile{§}',
  '\\ProvidesPackage{§}',
  'Content-Disposition: a; filename="§"\n\nx',
  'Content-Disposition: a; filename=§\n\nx',
  "Content-Disposition: a; filename*=UTF-8''§\n\nx",
  'Content-Disposition: a; filename="=?utf-8?Q?§?="\n\nx',
  'File: §\nx',
  '**§**\n```\nx\n```',
  '§\nconst x = 1;',
];

const path = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom('..', '.', 'CON', 'aux', 'a', '.ts', '/', '\\', ' ', '\u202e', '\u200b', ':', '%2e', '%2F', '%00', '=2F', '\u0000'),
        fc.constantFrom('e\u0301', '\ud800', 'Makefile', '.py', '~', '$x', '\u0430', '設', '-', '*', '?', '"', '\u0085', 'COM¹', ','),
        anyText({ maxLength: 6 }),
      ),
      { maxLength: 8 },
    ),
    fc.constantFrom('', '.ts', '.md', '.c', '/', '.'),
  )
  .map(([parts, ending]) => parts.join('') + ending);
const opening = fc.tuple(fc.constantFrom(...PLACES), path).map(([place, said]) => place.replaceAll('§', () => said));

const UNSAFE =
  /[<>:"/\\|?*\p{Control}\p{Surrogate}\p{Format}\p{Default_Ignorable_Code_Point}]|^[\s-]|[\s.]$|^$|^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/iu;

describe('the embedded file name', () => {
  for (const [given, name] of CASES)
    test(`${JSON.stringify(given.slice(0, 90))} is ${name}`, () => assert.equal(embeddedFileName(given), name));

  test('is the same with Windows line ends and a byte order mark', () => {
    for (const [given, name] of CASES) assert.equal(embeddedFileName(`\ufeff${given.replaceAll('\n', '\r\n')}`), name, given);
  });

  test('is found in every kind of opening', () => {
    for (const place of PLACES) assert.match(embeddedFileName(place.replaceAll('§', 'src/app.ts')) ?? '', /^app\.ts/, place);
  });

  test('is a safe base name or nothing, whatever the text is', () => {
    let named = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: opening }, anyText({ maxLength: 300 })), (given) => {
        const name = embeddedFileName(given);
        if (name === null) return;
        named += 1;
        assert.doesNotMatch(name, UNSAFE);
        assert.ok(name.length <= 120 && Buffer.byteLength(name) <= 255 && !name.startsWith('..'));
        assert.equal(name, name.normalize('NFC'));
        assert.equal(safeBaseName(name), name);
      }),
      { numRuns: runs(10_000) },
    );
    assert.ok(named > runs(200), `too few names were found: ${named}`);
  });

  test('depends only on the first 4,096 characters', () => {
    const filler = fc.constantFrom('x', ' ', '\n', '// a.ts\n', '+++ b/y.ts\n', '"', '*/\n', 'filename="z.txt"\n\n');
    fc.assert(
      fc.property(
        fc.oneof(opening, fc.constantFrom('', '/*', '--- a/x.ts\n+++ b/x.ts\n')),
        filler,
        filler,
        filler,
        (start, between, one, other) => {
          const looked = (start + between.repeat(4_096)).slice(0, 4_096);
          assert.equal(embeddedFileName(looked + one.repeat(50)), embeddedFileName(looked + other.repeat(50)));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('of a single endless line is searched only at the start', { timeout: 60_000 }, () => {
    const marks = [
      'x',
      ' ',
      '/',
      '#',
      '`',
      '* ',
      'a.',
      '../',
      '"',
      '<!--',
      '(',
      '- ',
      '=',
      '{',
      '%',
      "'",
      '\\',
      '<',
      '[',
      '$Id: ',
      '=?',
      '\ud800',
    ];
    for (const filler of [...marks, 'Content-Disposition: ', 'Content-Type: a/b; name*0=', '<file ', 'diff --git a', '\u3000', 'cat > '])
      assert.equal(embeddedFileName(filler.repeat(10_000_000 / filler.length)), null, filler);
  });

  test('of many hostile lines is found in time', () => {
    const before = process.threadCpuUsage();
    for (const line of [
      '*** a 1',
      '--- a',
      '# -',
      '; a=',
      '<file a',
      '   -*-',
      '"a',
      '| tee ',
      '=?a?q?',
      'a - (',
      'Content-Disposition: ;',
    ])
      for (const end of ['\n', ' \n', '\t']) embeddedFileName((line.repeat(30).slice(0, 290) + end).repeat(40));
    const { user, system } = process.threadCpuUsage(before);
    assert.ok(user + system < 2e6);
  });
});
