import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openingByContent, openingByName } from './openable-files.ts';

const byName = (file: string, system: NodeJS.Platform = 'linux') => openingByName(file, system);

test('files to view are opened', () => {
  for (const file of ['/w/text/notes.md', '/w/image/clip.PNG', 'C:\\w\\document\\a.pdf', '/w/a.tar.gz'])
    for (const system of ['linux', 'win32'] as const) assert.equal(byName(file, system), 'opened', file);
});

test('files that could run are not opened, whatever their names look like', () => {
  for (const file of ['a.desktop', 'a.exe', 'a.bat', 'a.js', 'a.py', 'a.html', 'a.svg', 'a.jar', 'a.lnk', 'a.png.exe', 'setup.deb'])
    assert.equal(byName(file), 'runs', file);
  for (const file of ['a.txt ', 'a.xyz', 'a.', '']) assert.equal(byName(file), 'unknown', file);
});

test('a name without an extension and those of sources tell nothing, and on Windows nothing else is opened', () => {
  for (const file of ['/etc/hostname', '/etc/hosts', '/w/a.sh', '/w/a.conf', '/a.png/b', '/home/me/.bashrc']) {
    assert.equal(byName(file), 'by-content', file);
    assert.equal(byName(file, 'win32'), 'unknown', file);
  }
});

test('plain text is opened, also a script of a shell that is not executable', () => {
  const opening = (head: string, isExecutable = false) => openingByContent({ head, isExecutable });
  for (const head of [
    'vm\n',
    '127.0.0.1\tlocalhost\n',
    '# <file system> <mount point>\n',
    '',
    '#!/bin/sh\nls',
    '#!/usr/bin/env bash\n',
    'é',
  ])
    assert.equal(opening(head), 'opened', head);
  assert.equal(opening('127.0.0.1\tlocalhost\n', true), 'opened', 'on some disks everything is executable');
  assert.equal(opening('#!/bin/sh\nls', true), 'runs');
  for (const head of [
    '#!/usr/bin/python3\n',
    '#!/usr/bin/env node',
    '\x7fELF\x02',
    'MZ\x90',
    ' \n<!DOCTYPE html>',
    '<svg ',
    '# x\n[Desktop Entry]',
  ])
    assert.equal(opening(head), 'runs', head);
  for (const head of ['PK\x03\x04', '!<arch>\n\0', 'a\0b']) assert.equal(opening(head), 'unknown', head);
});
