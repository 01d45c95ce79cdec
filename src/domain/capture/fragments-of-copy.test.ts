import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPictureOfText, planFragments, sourceOf } from './fragments-of-copy.ts';

const forms = (contents: Readonly<Record<string, string | null>>) =>
  Object.entries(contents).map(([mediaType, content]) => ({ mediaType, small: content === null ? null : Buffer.from(content) }));

const planOf = (contents: Readonly<Record<string, string | null>>): readonly string[] =>
  planFragments(forms(contents)).map(({ kind, representations }) => `${kind} ${representations.join()}`);

const plan = (...mediaTypes: readonly string[]): readonly string[] =>
  planFragments(mediaTypes.map((mediaType) => ({ mediaType, small: null }))).map(
    ({ kind, representations }) => `${kind} ${representations.join()}`,
  );

test('text with its richer representations is one fragment, the plain one first', () => {
  assert.deepEqual(plan('text/html', 'text/plain', 'text/rtf'), ['text 1,0,2']);
  assert.deepEqual(plan('text/html'), ['text 0']);
});

test('a picture with the HTML around it is one fragment', () => {
  assert.deepEqual(plan('text/html', 'image/png', 'image/bmp'), ['image 1,2,0']);
});

test('cells of a spreadsheet are one fragment with all their representations, even with an address in a cell', () => {
  assert.deepEqual(plan('text/plain', 'text/html', 'image/png'), ['text 0,1,2']);
  const cell = { 'text/plain': 'https://example.org/', 'text/html': '<table><td><a href="https://example.org/">' };
  assert.deepEqual(planOf({ ...cell, 'image/png': 'drawn' }), ['text 0,1,2']);
});

test('cells whose program had no time for their HTML are one fragment all the same', () => {
  const cells = forms({ 'text/plain': 'Brest 7.2', 'image/png': 'drawn' });
  assert.deepEqual(planFragments(cells, ['text/html', 'text/rtf']), [{ kind: 'text', representations: [0, 1] }]);
  assert.equal(planFragments(cells, ['text/uri-list']).length, 2, 'a picture and a text that was copied with it');
});

test('a picture beside a text was drawn of it, and one that is copied as such was not', () => {
  const forms = ['text/plain', 'text/html', 'image/png'];
  assert.deepEqual(
    forms.filter((mediaType) => isPictureOfText('text', mediaType)),
    ['image/png'],
  );
  assert.deepEqual(
    forms.filter((mediaType) => isPictureOfText('image', mediaType)),
    [],
  );
});

test('a picture with its address is the picture', () => {
  const picture = { 'text/plain': 'https://example.org/pear.png\n', 'image/png': 'pear' };
  assert.deepEqual(planOf(picture), ['image 1,0']);
  assert.deepEqual(planOf({ ...picture, 'text/html': '<IMG src="https://example.org/pear.png">' }), ['image 1,2,0']);
  assert.deepEqual(planOf({ 'text/plain': '/home/user/pear.png', 'image/png': null }), ['image 1,0']);
});

test('a picture and a text that was copied with it are two fragments', () => {
  assert.deepEqual(planOf({ 'text/plain': 'a pear', 'image/png': 'pear' }), ['text 0', 'image 1']);
  assert.deepEqual(planOf({ 'text/plain': null, 'image/png': 'pear' }), ['text 0', 'image 1']);
});

test('files with their paths as text are a list of files', () => {
  assert.deepEqual(plan('text/plain', 'text/uri-list', 'image/png'), ['files 1,0,2']);
});

test('unknown formats become no fragment', () => {
  assert.deepEqual(plan('application/x-private'), []);
  assert.deepEqual(plan(), []);
});

test('each known format is in exactly one fragment', () => {
  const known = ['text/plain', 'text/html', 'text/rtf', 'text/uri-list', 'image/png', 'image/jpeg'];
  fc.assert(
    fc.property(fc.shuffledSubarray(known), (mediaTypes) => {
      const positions = planFragments(mediaTypes.map((mediaType) => ({ mediaType, small: null }))).flatMap(
        (fragment) => fragment.representations,
      );
      assert.deepEqual(positions.toSorted(), [...mediaTypes.keys()]);
    }),
  );
});

const nobody = { name: null, executable: null, pid: null, windowTitle: null };
const browser = { name: 'Firefox', executable: '/usr/bin/firefox', pid: 7, windowTitle: 'A page' };

test('a copy from a page has the source type web, and the title of the page', () => {
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

test('a copy with an unknown owner has the source type other', () => {
  assert.deepEqual(sourceOf(nobody, null), { type: 'other', name: '', path: '', app: nobody });
});
