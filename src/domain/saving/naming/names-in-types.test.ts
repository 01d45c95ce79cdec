import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fileTypes } from '../../detect/learned/types.ts';
import { textStem } from '../text-stem.ts';
import { recordOfJson } from './record-of-json.ts';

const programs = new Set([
  'shell',
  'batch',
  'powershell',
  'python',
  'javascript',
  'c',
  'dockerfile',
  'makefile',
  'css',
  'sql',
  'yaml',
  'json',
]);

const examples: readonly (readonly [typeId: string, stem: string | null, text: string])[] = [
  ['shell', 'rsync-build-host-srv-app', '#!/bin/sh\nset -e\n\ncd /srv/app\nrsync -a build/ host:/srv/app/\n'],
  ['shell', 'backup_home', '#!/usr/bin/env bash\nset -euo pipefail\nIFS=$\'\\n\\t\'\n\nbackup_home() {\n  tar czf "$1" ~\n}\n'],
  ['shell', 'rotate-the-old-logs', '#!/bin/bash\n# Rotate the old logs\nset -e\nfind /var/log -delete\n'],
  ['shell', 'docker-compose-up', '#!/bin/bash\nset -e\nDIR="$(dirname "$0")"\nsource "$DIR/lib.sh"\ndocker compose up -d\n'],
  [
    'shell',
    'git-clone-1',
    '# shellcheck disable=SC2034\nset -eu\nif [ -z "$1" ]; then\n  echo "usage: $0 dir"\n  exit 1\nfi\ngit clone "$1"',
  ],
  ['shell', 'builds-the-archive', '#!/bin/sh\n# Copyright (c) 2020 A\n# SPDX-License-Identifier: MIT\n#\n# Builds the archive.\nmake dist'],
  ['shell', 'rsync-files-host', 'cd /srv\nFILES=(a b\n  c)\nrsync files host:'],
  ['shell', 'rsync-files-host', 'FILES=(\n  a\n  $(ls b)\n  c\n)\nrsync files host:'],
  ['shell', 'license-server-for-the-harbour', '# License server for the harbour\nserve'],
  ['shell', 'copyright-checks-of-the-harbour', '# Copyright checks of the harbour\nserve'],
  ['shell', 'do-not-edit-the-harbour', '# do not edit the harbour\nmake'],
  ['shell', 'shellcheck-all-scripts', '# shellcheck all scripts\nmake'],
  ['shell', 'you-should-have-a-boat', '# you should have a boat\nmake'],
  ['shell', 'builds-the-archive', '# Copyright (c) 2020 A\n# Builds the archive.\nmake dist'],
  ['shell', 'make-dist', '# Copyright 2020 The Authors. All rights reserved.\n# License: MIT\n# Do not edit.\nmake dist'],
  ['shell', 'make-dist', '# Copyright Red Hat\n# The MIT License (MIT)\nmake dist'],
  ['shell', 'make-dist', '# This Source Code Form is subject to the terms of the MPL.\n# If there is none, get one.\nmake dist'],
  ['shell', 'mit-harbour-license-list', '# MIT harbour license list\nmake'],
  ['shell', 'make-dist', '# Licensed under the Apache License, Version 2.0;\n# with all its terms.\nmake dist'],
  ['shell', 'cd-srv-app', 'cd /srv/app'],
  ['shell', null, '#!/bin/sh\nset -e\n'],
  ['batch', 'robocopy-src-d-backup', '@echo off\nsetlocal\nset SRC=C:\\data\nrobocopy %SRC% D:\\backup'],
  ['powershell', 'get-tide', '#Requires -Version 5.1\nSet-StrictMode -Version Latest\nfunction Get-Tide {\n}'],
  ['powershell', 'copy-item-a', '$opts = @{\n  A = 1\n  B = @{\n    C = 2\n  }\n  D = 3\n}\nCopy-Item a'],
  ['python', 'walk', '# -*- coding: utf-8 -*-\nimport os\n\ndef walk(): pass\n'],
  ['python', 'print-os-getcwd', 'import os\n\nif __name__ == "__main__":\n    print(os.getcwd())'],
  ['javascript', 'serve-tides', '/* eslint-disable no-console */\nconst http = require("http");\n\nfunction serveTides(req, res) {'],
  ['c', 'tide', '/*\n * Copyright 2020 Foo\n * Licensed under the Apache License\n */\n#include <stdio.h>\nint tide(void) {'],
  ['yaml', 'ci', 'name: CI # all of it\non:\n  push:\n'],
  ['yaml', 'build-and-test', '# Runs the tests\r\nname: "Build and test"\r\non: [push]\r\n'],
  ['yaml', 'harbor-web', 'apiVersion: v1\nkind: Service\nmetadata:\n  labels: {}\n  name: harbor-web\n'],
  ['yaml', 'install-nginx', '---\n- name: Install nginx\n  hosts: web\n'],
  ['yaml', 'on-push', 'name:  # nothing\non: push\n'],
  ['yaml', 'ci', 'name: &anchor ci\n'],
  ['yaml', 'ci', 'name: !!str &anchor "ci"\n'],
  ['yaml', 'tides-of-brest', 'title: |\n  Tides of Brest\n  and Cork\n'],
  ['yaml', 'tides-of-brest', 'title: >- # folded\n\n    Tides of Brest\n'],
  ['yaml', 'services', 'version: "3.8"\nservices:\n  web:\n    image: nginx\n'],
  ['toml', 'harbor', '[package]\nname = "harbor"\nversion = "0.1.0"\n'],
  ['ini', 'tide-server', '[Unit]\nDescription=Tide server\n'],
  ['ini', 'database', '[database]\nhost = localhost\n'],
  ['markdown', 'tides-of-brest', '---\ndate: 2026-01-01\ntitle: Tides of Brest\n---\n\nText\n'],
  ['vcard', 'ada-lovelace', 'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n'],
  ['vcard', 'jürgen-groß', 'BEGIN:VCARD\nFN;CHARSET=UTF-8:Jürgen Groß\nEND:VCARD\n'],
  ['vcard', null, 'BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:J=C3=BC\nEND:VCARD\n'],
  ['ics', 'team-meeting-weekly', 'BEGIN:VCALENDAR\nPRODID:-//x\nBEGIN:VEVENT\nSUMMARY;LANGUAGE=en:Team meeting\\, weekly\\n\nEND:VEVENT'],
  ['ics', null, 'BEGIN:VCALENDAR\nEND:VCALENDAR'],
  ['eml', 'lunch-on-friday', 'Received: from a\nFrom: Ann <ann@example.org>\nSubject: Lunch on Friday\n\nHi'],
  ['dockerfile', 'node-20-alpine', 'FROM node:20-alpine\nCOPY . .\n'],
  ['dockerfile', 'golang', '# syntax=docker/dockerfile:1\nARG V=1\nFROM --platform=linux/amd64 golang:$V AS build\n'],
  ['dockerfile', 'image-of-the-harbor', '# Image of the harbor\nFROM alpine\n'],
  ['makefile', 'build-test', '.PHONY: build test\nbuild:\n\tgo build'],
  ['makefile', 'harbor', 'CC = gcc\nNAME := harbor\n\nall: main.o\n'],
  ['makefile', 'all', 'CC = gcc\n\nall: main.o\n'],
  ['html', 'tides-of-brest', '<!DOCTYPE html>\n<html><head>\n<style>\nbody { margin: 0 }\n</style>\n<title>Tides of Brest</title>'],
  ['xml', 'catalog', '<?xml version="1.0"?>\n<catalog>\n  <book id="1"><title>Tides</title></book>\n</catalog>'],
  ['xml', 'harbor-news', '<?xml version="1.0"?>\n<rss version="2.0">\n<channel>\n<title>Harbor news</title>'],
  ['css', 'card', ':root {\n  --accent: #336699;\n}\n\nbody {\n}\n\n.card { color: red; }'],
  ['css', 'styles-of-the-map', '@charset "utf-8";\n/* Styles of the map */\n.card { }'],
  ['sql', 'orders', 'BEGIN;\nSET NAMES utf8;\nDROP TABLE IF EXISTS orders;\nCREATE TABLE orders (\n'],
  ['sql', 'orders', 'SELECT o.id, SUM(i.price * i.amount) AS total\nFROM orders o\nJOIN items i ON i.order_id = o.id'],
  ['sql', 'tides', 'insert into `tides` (station) values (1);'],
  ['sql', 'late_orders', 'CREATE OR REPLACE VIEW late_orders AS SELECT * FROM orders;'],
  ['sql', 'orders-of-a-customer', '-- Orders of a customer\nSELECT * FROM orders;'],
  ['sql', 'aufträge', 'SELECT * FROM aufträge'],
  ['sql', '注文', 'SELECT * FROM 注文 WHERE id = 1'],
  ['sql', 'select-1-copied-from-the-manual', 'SELECT 1 -- copied from the manual'],
  ['sql', 'tides', "SELECT 'a letter from home', 'it\\'s from Cork', 'C:\\' /* from\nhere */ FROM tides"],
  ['sql', 'tides', 'SELECT extract(year from created_at), substring(a from 2), trim(both from b) FROM tides'],
  ['sql', 'tides', 'SELECT (SELECT max(height) FROM tides) FROM harbours'],
  ['sql', 'select-extract-year-from-created_at', 'SELECT extract(year from created_at)'],
  ['sql', 'tides', 'DELETE FROM only tides'],
  ['sql', 'tides', 'TRUNCATE TABLE tides'],
  ['sql', 'tides_ix', 'CREATE UNIQUE INDEX CONCURRENTLY tides_ix ON tides (station)'],
  ['sql', 'orders', 'SELECT * FROM "my-app"."orders"'],
  ['sql', 'my-app', 'SELECT * FROM "my-app"'],
  ['sql', 'order-details', 'SELECT * FROM [dbo].[Order Details]'],
  ['sql', 'tides', 'SELECT a IS DISTINCT FROM b FROM tides FOR UPDATE'],
  ['diff', 'function-tideheight', '@@ -1,3 +1,4 @@ function tideHeight() {\n-  return 1;'],
  ['log', 'server-started', '2026-11-27T10:00:00Z INFO server started'],
  ['log', 'server-started', '2026-11-27 10:00:00,123 - DEBUG - server started'],
  ['log', 'server-started', '10:00:00 [info] server started'],
  ['log', 'server-started', 'TRACE: server started'],
  ['log', 'info-desk-opened', '2026-11-27 info desk opened'],
  ['log', 'warn-disk-is-full', '2026-11-27T10:00:00Z WARN disk is full'],
  ['log', 'error-connection-lost', '[2026-11-27 10:00:00,123] ERROR: Connection lost'],
  ['stacktrace', 'valueerror-no-tide', 'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no tide'],
  ['latex', 'tides', '\\documentclass{article}\n\\usepackage{amsmath}\n\\title{Tides}\n'],
  ['srt', 'hello-there', '1\n00:00:01,000 --> 00:00:04,000\nHello there\n'],
  ['json', 'harbor-map', '{\n  "$schema": "https://a.example/s",\n  "name": "harbor-map"\n}'],
  ['json', 'compiler-options-include', '{\n  "compilerOptions": {\n    "name": "no"\n  },\n  "include": []\n}'],
  ['json', 'id-name', '[\n  {\n    "id": 1,\n    "name": "Ann"\n  },\n  { "id": 2, "name": "Bob", "more": 2 }\n]'],
  ['json', '1-2', '[1, 2]'],
  ['json', 'harbours-1-2', '{"harbours": [1, 2]}\n'],
];

test('a text of a type is named by what it says, and not by its syntax', () => {
  for (const [typeId, stem, text] of examples) assert.equal(textStem(text, { typeId, isProgram: programs.has(typeId) }), stem, text);
});

test('a name that says a secret is none', () => {
  const token = 'ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18';
  assert.equal(textStem(`name: ${token}\non: push`, { typeId: 'yaml' }), 'on-push');
  assert.equal(textStem(`{"name": "${token}"}`, { typeId: 'json' }), null);
  assert.equal(textStem(`{"name": "${token}", "harbours": 1}`, { typeId: 'json' }), 'name-harbours');
  assert.equal(textStem('{"title": "password: tigerlily9", "harbours": ["Brest", "Husum", "Cork"]}', { typeId: 'json' }), 'title-harbours');
});

test('a token is judged whole, and without the escapes that hide it', () => {
  const token = 'ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18';
  const json = { typeId: 'json' };
  assert.equal(textStem(`{"${token}": 1, "harbours": [1, 2], "tides": [3, 4, 5, 6, 7, 8, 9]}`, json), 'harbours-tides');
  assert.equal(textStem(`def ${token}():\n  return 1`, { typeId: 'python', isProgram: true }), 'return-1');
  const hidden = token.replace('zQW', '\\u007aQW');
  assert.equal(textStem(`{"name": "${hidden}"}`, json), null);
  assert.equal(textStem(`{"name": "${hidden}", "harbours": ["Brest", "Husum"]}`, json), 'name-harbours');
  assert.equal(textStem(`name: "${hidden}"\non: push`, { typeId: 'yaml' }), 'on-push');
  assert.equal(textStem(`name: "${token.replace('z', '\\x7a')}"\non: push`, { typeId: 'yaml' }), 'on-push');
  assert.equal(textStem(`SELECT * FROM tides.${token}`, { typeId: 'sql' }), null);
  assert.equal(textStem(`.${hidden} {`, { typeId: 'css', isProgram: true }), null);
  assert.equal(textStem('{"name": "K\\u00f6ln"}', json), 'köln');
  assert.equal(textStem('{"name": "a\\\\u0041"}', json), 'a-u0041');
});

test('the record of a JSON that is cut off has the keys until then', () => {
  assert.deepEqual(recordOfJson('{"a": {"name": "x"}, "title": "T\\u0041 \\"q\\"", "b'), { name: 'TA "q"', keys: ['a', 'title'] });
  assert.deepEqual(recordOfJson('[{"name": "x", "_id": 1}, {"c": 1}]'), { name: null, keys: ['name'] });
  assert.deepEqual(recordOfJson('{"a": 1}\n{"name": "x"}'), { name: null, keys: ['a'] });
});

const units = [
  "'",
  '/*',
  'from ',
  '`',
  'alter\n',
  'name: &a ',
  '|\n ',
  '<title>',
  '<h1>',
  'metadata:\n',
  'name: ',
  '---\n',
  '@@ -1 @@ ',
  'FN;',
  '[HKEY_\\',
  '"',
  '\\"',
  '{"a":',
  'a.',
  '\n',
  ' ',
  '# (c) ',
  '<a',
  'A',
];

test('a text of any type has a name in time, and twice as much takes at most about twice as long', { timeout: 60_000 }, () => {
  const typeIds = fileTypes().map(({ typeId }) => typeId);
  const cpuMs = (call: () => unknown): number => {
    const before = process.threadCpuUsage();
    call();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  fc.assert(
    fc.property(fc.constantFrom(...typeIds), fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 3 }), (typeId, some) => {
      const unit = some.join('');
      const costOf = (length: number): number => {
        const text = unit.repeat(Math.ceil(length / unit.length));
        return Math.min(...[1, 2, 3].map(() => cpuMs(() => textStem(text, { typeId, isProgram: true }))));
      };
      const [half, whole, more] = [costOf(8_192), costOf(16_384), costOf(1 << 20)];
      assert.ok(whole <= Math.max(25, 3 * half), `${typeId}, ${JSON.stringify(unit)}: ${half} ms, ${whole} ms`);
      assert.ok(more <= Math.max(50, 3 * whole), `${typeId}, ${JSON.stringify(unit)}: ${whole} ms, ${more} ms`);
      assert.match(textStem(unit, { typeId, isProgram: true }) ?? '', /^[\p{L}\p{N}\p{M}_-]*$/u);
    }),
    { numRuns: 300 },
  );
});
