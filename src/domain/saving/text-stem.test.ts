import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Detection } from '../../contract/source-snapshot.ts';
import { planName } from './file-name.ts';
import { columnHeads, textStem } from './text-stem.ts';

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
    ['def my_func(n):', 'my_func'],
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
      ['#include <stdio.h>\n\nint main(void) {\n  return 0;\n}', 'main'],
      ['#include <stdio.h>', 'include-stdio-h'],
      ['#pragma once\n#include "a.h"\n\nstatic double tide_at(double t)\n{', 'tide_at'],
      ['#!/usr/bin/env python3\nimport os, sys\nfrom a.b import (\n  c,\n  d,\n)\n\nROOT = 1\n\ndef walk_sizes(root):\n', 'walk_sizes'],
      ['import os\n\nprint(os.getcwd())', 'print-os-getcwd'],
      ['import os\nimport sys', 'import-os'],
      ["import { a } from 'b';\nimport c from 'd';\nexport default function sum(x, y) {", 'sum'],
      ["import {\n  low,\n  high,\n} from './tides.ts';\n\nexport class Tide {", 'tide'],
      ["const fs = require('fs');\n\nasync function load(name) {", 'load'],
      ['package org.example;\n\nimport java.util.List;\nimport static a.B.*;\n\npublic final class Tide {', 'tide'],
      ['package main\n\nimport (\n\t"fmt"\n)\n\nfunc (t *Tide) Height() int {', 'height'],
      ['using System;\nusing System.Linq;\n\nnamespace Harbor;\n\npublic record Tide(int Height);', 'tide'],
      ['use std::io;\nuse std::{fs, path};\n\npub fn height(t: f64) -> f64 {', 'height'],
      ["require 'json'\n\nmodule Tides", 'tides'],
      ['<?php\n\nuse App\\Tide;\n\nclass Harbor {', 'harbor'],
      ['# Reads tides.\nimport os\n\ndef read():', 'reads-tides'],
    ]);
  });

  test('of a definition is its name, in the words that it has, in every common language', () => {
    hasStems([
      ['function tideHeight(h) { return h * 2; }', 'tide-height'],
      ['export default async function* readHTTPHeaders(from) {', 'read-http-headers'],
      ['const tideHeight = (hours: number): number => hours * 2;', 'tide-height'],
      ['export const tideHeight = async (\n  hours,\n) => hours;', 'tide-height'],
      ['Tide.prototype.height = function (hours) {', 'tide-prototype-height'],
      ['async load(name) {\n  return name;\n}', 'load'],
      ['export type TideTable = readonly Tide[];', 'tide-table'],
      ['interface Tide {\n  height: number;\n}', 'tide'],
      ['def tide_height(hours):\n    return hours * 2', 'tide_height'],
      ['@cache\n@app.route("/tides")\nasync def tides(request: Request) -> Response:', 'tides'],
      ['class TideTable(Table):\n    pass', 'tide-table'],
      ['class TideTable:', 'tide-table'],
      ['class Harbor < Place\n  def open?', 'harbor'],
      ['def open?\n  true\nend', 'open'],
      ['public static double tideHeight(double hours) {', 'tide-height'],
      ['@Override\npublic List<Tide> tidesOf(Harbor harbor) throws IOException {', 'tides-of'],
      ['public class TideTable extends Table implements Iterable<Tide> {', 'tide-table'],
      ['[Serializable]\npublic sealed class TideTable : Table\n{', 'tide-table'],
      ['double Tide::height(double hours) const {', 'height'],
      ['template <typename T>\nstruct Tide {', 'tide'],
      ['static char *next_word(const char *from)\n{', 'next_word'],
      ['func (t *Tide) HeightAt(hours int) float64 {', 'height-at'],
      ['type TideTable struct {', 'tide-table'],
      ['#[derive(Debug)]\npub struct TideTable {', 'tide-table'],
      ['impl<T> Iterator for TideTable {', 'tide-table'],
      ['pub(crate) fn tide_height<T>(hours: T) -> f64 {', 'tide_height'],
      ['fun tideHeight(hours: Int) = hours * 2', 'tide-height'],
      ['data class Tide(val hours: Int)', 'tide'],
      ['private function tideHeight(int $hours): float', 'tide-height'],
      ['local function tide_height(hours)', 'tide_height'],
      ['function Tide.height(hours)', 'tide-height'],
      ['function Get-TideTable {', 'get-tide-table'],
      ['tide_height() {\n  echo 2\n}', 'tide_height'],
      ['sub tide_height {', 'tide_height'],
      ['Public Function TideHeight(ByVal hours As Integer)', 'tide-height'],
      ['tide_height <- function(hours) {', 'tide_height'],
      ['defmodule Harbor.Tide do', 'harbor-tide'],
      ['(defun tide-height (hours)', 'tide-height'],
      ['tideHeight :: Int -> Double', 'tide-height'],
      ['message TideTable {', 'tide-table'],
      ['CREATE TABLE IF NOT EXISTS "harbor"."tides" (\n  id INTEGER\n);', 'tides'],
      ['create or replace view harbor.low_tides as\nselect 1', 'low_tides'],
      ['.harbor-map .tide:hover { color: red; }', 'harbor-map-tide-hover'],
      ['#tide-table,\n#other {', 'tide-table'],
      ['table.tides > tr {\n', 'table-tides-tr'],
    ]);
  });

  test('of a program whose kind is known is that of its first definition, unless a comment says what it is', () => {
    const isProgram = true;
    const script = "ROOT = '.'\nif ROOT:\n    def inner(): pass\n\ndef walk_sizes(root):\n    pass";
    assert.equal(textStem(script, { isProgram }), 'walk_sizes');
    assert.equal(textStem(script), 'root');
    assert.equal(textStem(`# Sizes of folders\n${script}`, { isProgram }), 'sizes-of-folders');
    assert.equal(textStem('total = 3\nprint(total)', { isProgram }), 'total-3');
  });

  test('of a name that says nothing is that of its line, and a long name ends in time', () => {
    hasStems([
      ['function f(x) {', 'function-f-x'],
      [`def ${'tide_'.repeat(12)}(x):`, 'tide_'.repeat(12).slice(0, 59)],
      [`class ${'x'.repeat(1_000)} {`, `class-${'x'.repeat(54)}`.slice(0, 5)],
    ]);
  });

  test('of prose with the same words is its first line', () => {
    hasStems([
      ['import duties rise again\nIn May', 'import-duties-rise-again'],
      ['Using a knife\nclass starts at nine', 'using-a-knife'],
      ['package for Anna is here\nsee below', 'package-for-anna-is-here'],
      ['from Monday on, import is free\nsee below', 'from-monday-on-import-is-free'],
      ['# include the tests\n\ntype more', 'include-the-tests'],
      ['class starts at nine (as always)\nbring pens', 'class-starts-at-nine-as-always'],
      ['type more = less', 'type-more-less'],
      ['Create table reservations for Friday', 'create-table-reservations-for-friday'],
      ['function follows form', 'function-follows-form'],
      ['object to it: it is late', 'object-to-it-it-is-late'],
      ['def. of a term', 'def-of-a-term'],
      ['a cat, a dog and so on', 'a-cat-a-dog-and-so-on'],
      ['let us meet (at nine) => the harbor', 'let-us-meet-at-nine-the-harbor'],
      ['if (ready) { go(); }', 'if-ready-go'],
      ['Meeting notes (draft)', 'meeting-notes-draft'],
      ['Lost item(s)', 'lost-item-s'],
      ['Dear Anna (and Tom),\nsee you', 'dear-anna-and-tom'],
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

  test('of a Markdown text is what its links say, and never its fences', () => {
    const ofMarkdown = (text: string) => textStem(text, { typeId: 'markdown' });
    assert.equal(ofMarkdown('## [Unreleased](https://example.org/tides/compare/v1...main) (2026)'), 'unreleased-2026');
    assert.equal(
      ofMarkdown('See the [tide tables](tables.md "All of them") and [locks](https://example.org/locks).'),
      'see-the-tide-tables-and-locks',
    );
    assert.equal(ofMarkdown("```js\nconst tides = require('tides')\n```"), 'const-tides-require-tides');
    assert.equal(ofMarkdown("The [tide](https://example.org/Tide_(sea) 'All of it') rises"), 'the-tide-rises');
    assert.equal(ofMarkdown('[](https://example.org/badge.svg)\nTides'), 'tides');
  });

  test('is of no line of single letters: it is minified, or no text at all', () => {
    assert.equal(textStem('var e=t,n=r;for(var i in t)e(r,i)\nfunction tideHeight() {}'), 'function-tideheight');
    assert.equal(textStem('k¤ Ü-9 x\u0000 q· z ä\ufffd 7 f'), null);
    assert.equal(textStem('我 们 明 天 去 海 边'), '我-们-明-天-去-海-边');
    assert.equal(textStem('x = a + b'), 'x-a-b');
    assert.equal(textStem('1 2 3 4 5 6 7'), '1-2-3-4-5-6-7');
  });

  test('is cut between words, and inside a word only if that is the first one', () => {
    assert.equal(textStem('word '.repeat(30)), Array(12).fill('word').join('-'));
    assert.equal(textStem('字'.repeat(100)), '字'.repeat(60));
  });
  test('of a single endless line is found in time', { timeout: 2_000 }, () => {
    for (const filler of ['<a', 'a.', "a'", '_', 'http:', ' ']) textStem(filler.repeat(4_000_000));
  });
});

const tsv: Detection = { group: 'text', extension: '.tsv', typeId: 'tsv', mediaType: 'text/tab-separated-values', confidence: 0.95 };
const name = (text: string, sourceTitle: string | null = null): string => {
  const { stem, extension } = planName({ text, sourceTitle, kind: 'text', embeddedFilename: null, detection: tsv });
  return stem + extension;
};

test('a file of cells has the name of its document, or the words over its columns, or its first row', () => {
  assert.equal(name('0\tname\t0\t0.5\n1\tother\t2\t3.5', 'Budget 2026'), 'budget-2026.tsv');
  assert.equal(name('Harbour\tTide (m)\tTime\nBrest\t5.2\t10:20\n'), 'harbour-tide-m-time.tsv');
  assert.equal(name('0\tname\t0\t0.5\n1\tother\t2\t3.5'), '0-name-0-0-5.tsv');
  assert.equal(name('x\ty\nx\tz'), 'x-y.tsv');
  assert.equal(name('Ann\t12'), 'ann-12.tsv');
  assert.equal(name('Month\tRent\tPower\nJan\t900\t40'), 'month-rent-power.tsv');
  assert.equal(name('| Harbour | Tide |\n|---|---|\n| Brest | 5.2 |'), 'harbour-tide.tsv');
  assert.equal(name('-\t-\n-\t-'), 'table.tsv');
  assert.equal(name(`${'cell\t'.repeat(100_000)}\n1`), `${'cell-'.repeat(12).slice(0, -1)}.tsv`);
  assert.equal(name(`password\tkX9-vTq2mZpL\nAnn\t12`).includes('kx9'), false);
  const plain = { ...tsv, typeId: 'txt', extension: '.txt', confidence: 0.4 };
  const few = { text: 'Harbour\tTide\nBrest\t5.2', kind: 'text', embeddedFilename: null, detection: plain } as const;
  assert.equal(planName({ ...few, sourceTitle: 'Budget 2026' }).stem, 'budget-2026', 'few cells are plain text to the detector');
});

test('heads are words in every cell of the first row, and of five columns at most', () => {
  assert.equal(columnHeads('Name;Preis (EUR)\nBrot;3'), 'Name Preis (EUR)');
  assert.equal(columnHeads('"Name","Town"\n"Ann","Brest"'), 'Name Town');
  assert.equal(columnHeads('姓名\t年龄\n安\t7'), '姓名 年龄');
  assert.equal(columnHeads('a\tb\tc\td\te\tf\n1\t2\t3\t4\t5\t6'), 'a b c d e');
  for (const none of ['', 'Name', 'Name\t\n1\t2', '2024\tName\n1\t2', 'Name\tTown', 'k1\tv1\nk2\tv2', '\t\n\t'])
    assert.equal(columnHeads(none), '', none);
});

test('any cells have a name that is a plain file name', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => assert.match(name(text), /^[^/\\]+\.tsv$/)));
});

test('a picture without words is named by where it comes from, and one with words by them', () => {
  const png: Detection = { group: 'image', extension: '.png', typeId: 'png', mediaType: 'image/png', confidence: 1 };
  const picture = (text: string | null, sourceTitle: string | null) =>
    planName({ text, sourceTitle, kind: 'image', embeddedFilename: null, detection: png }).stem;
  assert.equal(picture(null, 'Tide tables for Brest'), 'tide-tables-for-brest');
  assert.equal(picture('The lock gate', 'Tide tables for Brest'), 'the-lock-gate');
  assert.equal(picture(null, null), 'clip');
  const prose = { text: '...', sourceTitle: 'Inbox', kind: 'text', embeddedFilename: null, detection: null } as const;
  assert.equal(planName(prose).stem, 'clip');
});
