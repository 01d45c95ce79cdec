import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileToTrash, placeWithin } from './file-deletion.ts';

const own = { path: '/work/code/a.json', workspace: '/work', isShared: false };

test('a file that Hub wrote into a group of its WorkSpace may go to the trash', () => {
  assert.deepEqual(fileToTrash(own), { group: 'code', name: 'a.json' });
});

test('a file stays if no receipt names it, if another copy has it too, or if there is none', () => {
  assert.equal(fileToTrash({ ...own, workspace: null }), 'outside');
  assert.equal(fileToTrash({ ...own, isShared: true }), 'shared');
  assert.equal(fileToTrash(null), 'none');
});

test('a path that is not that of a file in a group of the WorkSpace is outside', () => {
  for (const path of [
    '/work',
    '/work/',
    '/work/a.json',
    '/work/code/',
    '/work//a.json',
    '/work/../a.json',
    '/work/code/..',
    '/work/./a',
    '/work/code/deep/a.json',
    '/workshop/code/a.json',
    '/else/code/a.json',
    'code/a.json',
    '',
  ])
    assert.equal(placeWithin('/work', path), null, path);
  assert.deepEqual(placeWithin('/', '/code/a b\n%.json'), { group: 'code', name: 'a b\n%.json' });
});
