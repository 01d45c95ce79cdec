import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planFragments } from './clipboard-capture.ts';

const plan = (...mediaTypes: readonly string[]): readonly string[] =>
  planFragments(mediaTypes).map(({ kind, representations }) => `${kind} ${representations.join()}`);

test('text with its richer forms is one fragment, the plain one first', () => {
  assert.deepEqual(plan('text/html', 'text/plain', 'text/rtf'), ['text 1,0,2']);
  assert.deepEqual(plan('text/html'), ['text 0']);
});

test('a picture with the HTML around it is one fragment', () => {
  assert.deepEqual(plan('text/html', 'image/png', 'image/bmp'), ['image 1,2,0']);
});

test('text and a picture, as a spreadsheet offers them, are two', () => {
  assert.deepEqual(plan('text/plain', 'text/html', 'image/png'), ['text 0,1', 'image 2']);
});

test('files with their paths as text are files', () => {
  assert.deepEqual(plan('text/plain', 'text/uri-list', 'image/png'), ['files 1,0,2']);
});

test('what Hub does not know makes no fragment', () => {
  assert.deepEqual(plan('application/x-private'), []);
  assert.deepEqual(plan(), []);
});

test('each form that Hub knows is in exactly one fragment', () => {
  const known = ['text/plain', 'text/html', 'text/rtf', 'text/uri-list', 'image/png', 'image/jpeg'];
  fc.assert(
    fc.property(fc.shuffledSubarray(known), (mediaTypes) => {
      const positions = planFragments(mediaTypes).flatMap((fragment) => fragment.representations);
      assert.deepEqual(positions.toSorted(), [...mediaTypes.keys()]);
    }),
  );
});
