import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentKind } from '../../contract/fragment-words.ts';
import { openTargetOf } from './open-target.ts';

const opened = (contentKind: ContentKind, text: string, change: object = {}) =>
  openTargetOf({ contentKind, text, state: 'kept', ...change }, '/home/me')?.target ?? null;

test('a link opens the page that it names, and no other program', () => {
  assert.equal(opened('link', 'https://example.org/a?b=1#c\n'), 'https://example.org/a?b=1#c');
  assert.equal(opened('link', '[Hub](http://example.org/)'), 'http://example.org/');
  assert.equal(opened('link', '<https://example.org>'), 'https://example.org/');
  assert.equal(opened('link', 'www.example.org:8080/a'), 'https://www.example.org:8080/a');
  for (const other of ['magnet:?xt=1', 'ssh://example.org', 'git@example.org:a/b.git', 'about:config', 'javascript:alert(1)'])
    assert.equal(opened('link', other), null, other);
  assert.equal(opened('link', 'https://example.org\nhttps://example.com'), null, 'which of them?');
});

test('a mail goes to the address, with nothing that a stranger put in', () => {
  assert.equal(opened('mail', 'ann@example.org'), 'mailto:ann@example.org');
  assert.equal(opened('mail', 'mailto:ann@example.org?subject=a&attach=/etc/passwd'), 'mailto:ann@example.org');
  assert.equal(opened('mail', 'Ann Example <ann+x@example.org>, bob@example.org'), 'mailto:ann%2Bx@example.org,bob@example.org');
  assert.equal(opened('mail', 'a&attach=x@example.org'), 'mailto:a%26attach%3Dx@example.org');
});

test('a path is the one of this machine and this user', () => {
  assert.equal(opened('path', '~/notes/a b.txt'), '/home/me/notes/a b.txt');
  assert.equal(opened('path', `\${HOME}/x`), '/home/me/x');
  assert.equal(opened('path', '"/etc/fstab"'), '/etc/fstab');
  assert.equal(opened('path', '/home/me/main.ts:10:5'), '/home/me/main.ts');
  assert.equal(opened('path', 'file:///home/me/a%20b.txt'), '/home/me/a b.txt');
  assert.equal(opened('path', 'file:///C:/Users/me'), 'C:/Users/me');
  for (const other of ['src/main.ts', '~bob/x', 'file://host/x', 'file:///a%00b', 'file:///%', '//host/share', '\\\\host\\share'])
    assert.equal(opened('path', other), null, other);
});

test('a secret, a filtered copy and other kinds open nothing', () => {
  assert.equal(opened('link', 'https://example.org', { secret: 'url' }), null);
  assert.equal(opened('link', 'https://example.org', { state: 'filtered' }), null);
  assert.equal(opened('prose', 'https://example.org'), null);
  assert.equal(opened('link', `https://example.org/${'x'.repeat(5_000)}`), null);
});
