import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpenedHere } from './openable-files.ts';

test('files to view are opened', () => {
  for (const file of ['/w/text/notes.md', '/w/image/clip.PNG', 'C:\\w\\document\\a.pdf', '/w/a.tar.gz'])
    assert.equal(isOpenedHere(file), true, file);
});

test('files that could run are not opened, whatever their names look like', () => {
  const files = [
    'a.desktop',
    'a.sh',
    'a.exe',
    'a.bat',
    'a.js',
    'a.html',
    'a.svg',
    'a.jar',
    'a.lnk',
    'a.png.exe',
    'a.txt ',
    'png',
    '.png',
    '/a.png/b',
    '',
  ];
  for (const file of files) assert.equal(isOpenedHere(file), false, file);
});
