import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { pathsOfUriList } from './uri-list.ts';

test('a list of files becomes their paths, comments and blank lines left out', () => {
  const list = '# a comment\r\nfile:///home/u/a%20b.txt\r\n\r\nfile://localhost/c\r\nFILE://my-machine/%C3%A9\r\n/plain/path\r\n';
  assert.deepEqual(pathsOfUriList(list), ['/home/u/a b.txt', '/c', '/é', '/plain/path']);
});

test('the word that GNOME puts before its files is not a file', () => {
  assert.deepEqual(pathsOfUriList('copy\nfile:///a\nfile:///copy'), ['/a', '/copy']);
  assert.deepEqual(pathsOfUriList('cut\nfile:///a'), ['/a']);
});

test('files on other machines stay URIs, and anything else is left out', () => {
  assert.deepEqual(pathsOfUriList('sftp://host/a\nsmb://server/share\nnonsense\nfile:///%ff'), ['sftp://host/a', 'smb://server/share']);
});

test('the last file of a list that ends with NUL is in it', () => {
  assert.deepEqual(pathsOfUriList('file:///a\r\nfile:///b\0'), ['/a', '/b']);
  assert.deepEqual(pathsOfUriList('file:///only\0\0'), ['/only']);
  assert.deepEqual(pathsOfUriList('\0'), []);
});

test('a file on a drive of Windows has its path there', () => {
  assert.deepEqual(pathsOfUriList('file:///C:/a%20b/c.txt\r\nfile:///d:/x\r\nfile:///C:x\r\n'), ['C:\\a b\\c.txt', 'd:\\x', '/C:x']);
});

test('an impossible path is left out', () => {
  assert.deepEqual(pathsOfUriList('file:///tmp/a%00b\n/raw\0path\nsftp://host/\0\nfile:///b'), ['/b']);
});

test('any path comes through as it was', () => {
  const path = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((name) => !name.includes('\0'))
    .map((name) => `/${name.replaceAll('/', '')}x`);
  fc.assert(
    fc.property(fc.array(path), (paths) =>
      assert.deepEqual(pathsOfUriList(paths.map((one) => `file://${encodeURIComponent(one).replaceAll('%2F', '/')}`).join('\r\n')), paths),
    ),
  );
});

test('nothing that another program offers makes it throw', () => {
  fc.assert(fc.property(anyText(), (list) => Array.isArray(pathsOfUriList(list))));
});
