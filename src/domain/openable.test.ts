import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpenedHere } from './openable.ts';

test('what is looked at is opened', () => {
  for (const file of ['/w/text/notes.md', '/w/image/clip.PNG', 'C:\\w\\document\\a.pdf', '/w/a.tar.gz'])
    assert.equal(isOpenedHere(file), true, file);
});

test('what could run is not, whatever its name looks like', () => {
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
