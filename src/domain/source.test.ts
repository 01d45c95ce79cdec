import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceOf } from './source.ts';

const nobody = { name: null, executable: null, pid: null, windowTitle: null };
const browser = { name: 'Firefox', executable: '/usr/bin/firefox', pid: 7, windowTitle: 'A page' };

test('a copy from a page is from the web, under the title of the page', () => {
  const { type, name, path } = sourceOf(browser, 'https://example.org/a?b#c');
  assert.deepEqual({ type, name, path }, { type: 'web', name: 'A page', path: 'https://example.org/a?b#c' });
});

test('credentials in an address are left out, and an @ elsewhere stays', () => {
  assert.equal(sourceOf(browser, 'HTTPS://user:p@ss@example.org/a').path, 'HTTPS://example.org/a');
  assert.equal(sourceOf(browser, 'https://example.org/@user?q=a@b').path, 'https://example.org/@user?q=a@b');
});

test('an address of another kind is not a page', () => {
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'about:blank', null]) {
    const { type, name, path } = sourceOf(browser, url);
    assert.deepEqual({ type, name, path }, { type: 'local', name: 'Firefox', path: '/usr/bin/firefox' });
  }
});

test('a copy that nobody can be found for is from elsewhere', () => {
  assert.deepEqual(sourceOf(nobody, null), { type: 'other', name: '', path: '', app: nobody });
});
