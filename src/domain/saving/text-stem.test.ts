import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { textStem } from './text-stem.ts';

function hasStems(cases: readonly (readonly [text: string, stem: string | null])[]): void {
  for (const [text, stem] of cases) assert.equal(textStem(text), stem, text);
}

describe('the stem of a text', () => {
  const cases: [text: string, stem: string | null][] = [
    ['', null],
    ['\n \t\n{\n});\n---\n', null],
    ['🎉🎉', null],
    ['Hello, World!', 'hello-world'],
    ['#!/bin/sh\n# Back up my home\n', 'back-up-my-home'],
    ['<?xml version="1.0"?>\n<!DOCTYPE html>\n<html><head>\n<title>My page</title>', 'my-page'],
    ['## 3. Getting _started_', '3-getting-started'],
    ['/**\n * Reads a file.\n */', 'reads-a-file'],
    ["'use strict';\nconst x = 1;", 'const-x-1'],
    ['def my_func(n):', 'def-my_func-n'],
    ['{"name": "Bob"}', 'name-bob'],
    ["Don't panic", 'dont-panic'],
    ['see https://user:secret@example.com/a/b?token=secret#x', 'see-example-com-a-b'],
    ['Привет, мир', 'привет-мир'],
    ['नमस्ते दुनिया', 'नमस्ते-दुनिया'],
    ['会议纪要：星期二', '会议纪要-星期二'],
    ['cafe\u0301', 'café'],
  ];
  for (const [text, stem] of cases) test(`${JSON.stringify(text)} is ${stem}`, () => assert.equal(textStem(text), stem));

  test('comes from no line that says a secret, and may come from one about secrets', () => {
    hasStems([
      ['password = tigerlily9 # of the shop\nmore words', 'more-words'],
      ['the password is tigerlily\nsee you on Friday', 'see-you-on-friday'],
      ['user maria, password: tigerlily9\n\nSee the wiki', 'see-the-wiki'],
      ['<p>Password: <b>Watvogel3</b></p>\n<p>See the wiki</p>', 'see-the-wiki'],
      ['the token ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18 is not valid\nAsk Tom', 'ask-tom'],
      ['import os\npassword = "hunter2hunter2"\nprint(1)', 'print-1'],
      ['Mein Passwort ist Husum!2024, bitte nicht weitersagen', null],
      ['Password: Enter your password', 'password-enter-your-password'],
      ['The password is sent by mail', 'the-password-is-sent-by-mail'],
    ]);
  });

  test('of a program comes from what it defines, and not from the lines that bring others in', () => {
    hasStems([
      ['#include <stdio.h>\n\nint main(void) {\n  return 0;\n}', 'int-main'],
      ['#include <stdio.h>', 'include-stdio-h'],
      ['#pragma once\n#include "a.h"\n\nstatic double tide_at(double t)\n{', 'double-tide_at'],
      ['#!/usr/bin/env python3\nimport os, sys\nfrom a.b import (\n  c,\n  d,\n)\n\nROOT = 1\n\ndef walk_sizes(root):\n', 'def-walk_sizes'],
      ['import os\n\nprint(os.getcwd())', 'print-os-getcwd'],
      ['import os\nimport sys', 'import-os'],
      ["import { a } from 'b';\nimport c from 'd';\nexport default function sum(x, y) {", 'function-sum'],
      ["import {\n  low,\n  high,\n} from './tides.ts';\n\nexport class Tide {", 'class-tide'],
      ["const fs = require('fs');\n\nasync function load(name) {", 'function-load'],
      ['package org.example;\n\nimport java.util.List;\nimport static a.B.*;\n\npublic final class Tide {', 'class-tide'],
      ['package main\n\nimport (\n\t"fmt"\n)\n\nfunc (t *Tide) Height() int {', 'func-height'],
      ['using System;\nusing System.Linq;\n\nnamespace Harbor;\n\npublic record Tide(int Height);', 'record-tide'],
      ['use std::io;\nuse std::{fs, path};\n\npub fn height(t: f64) -> f64 {', 'fn-height'],
      ["require 'json'\n\nmodule Tides", 'module-tides'],
      ['<?php\n\nuse App\\Tide;\n\nclass Harbor {', 'class-harbor'],
      ['# Reads tides.\nimport os\n\ndef read():', 'reads-tides'],
    ]);
  });

  test('of prose with the same words is its first line', () => {
    hasStems([
      ['import duties rise again\nIn May', 'import-duties-rise-again'],
      ['Using a knife\nclass starts at nine', 'using-a-knife'],
      ['package for Anna is here\nsee below', 'package-for-anna-is-here'],
      ['from Monday on, import is free\nsee below', 'from-monday-on-import-is-free'],
      ['# include the tests\n\ntype more', 'include-the-tests'],
    ]);
  });

  test('of a piece of a page has its characters and not its references', () => {
    hasStems([
      ['<p>Salt &amp; Pepper</p>', 'salt-pepper'],
      ['<meta charset="utf-8"><b>Fish&nbsp;&#38;&nbsp;Chips</b> &copy; 2026', 'fish-chips-2026'],
      ['<p>R&amp;D at K&ouml;ln</p>', 'r-d-at-köln'],
      ['a &amp; b', 'a-amp-b'],
    ]);
  });

  test('is cut between words, and inside a word only if that is the first one', () => {
    assert.equal(textStem('word '.repeat(30)), Array(12).fill('word').join('-'));
    assert.equal(textStem('字'.repeat(100)), '字'.repeat(60));
  });
  test('of a single endless line is found in time', { timeout: 2_000 }, () => {
    for (const filler of ['<a', 'a.', "a'", '_', 'http:', ' ']) textStem(filler.repeat(4_000_000));
  });
});
