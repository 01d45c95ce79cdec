import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeWorkspace, belongsInto, listedWorkspaces } from './workspace.ts';

const fallbacks = { override: null, defaultPath: '/home/u/WorkSpace', userHome: '/home/u' };
const catalog = {
  workspaces: [
    { id: 'a', name: 'A', path: '/data/a' },
    { id: 'b', name: 'B', path: '~/b' },
    { id: 'c', name: 'C', path: '~' },
    { id: 'd', name: 'D', path: 'C:\\d' },
  ],
  activeId: null,
};

test('the active one is the one that the catalog selects, with ~ for the home of the user', () => {
  const paths = ['a', 'b', 'c', 'd'].map((activeId) => activeWorkspace({ ...catalog, activeId }, fallbacks));
  assert.deepEqual(paths, ['/data/a', '/home/u/b', '/home/u', '/home/u/WorkSpace']);
  assert.equal(activeWorkspace({ ...catalog, activeId: 'b' }, { ...fallbacks, userHome: '/home/$&' }), '/home/$&/b');
});

test('without a selection, or with one that the catalog does not have, it is the default', () => {
  for (const activeId of [null, 'gone']) assert.equal(activeWorkspace({ ...catalog, activeId }, fallbacks), '/home/u/WorkSpace');
});

test('the environment overrides the catalog', () => {
  assert.equal(activeWorkspace({ ...catalog, activeId: 'a' }, { ...fallbacks, override: '/elsewhere' }), '/elsewhere');
});

test('the list always has the active one, once', () => {
  const of = (activeId: string | null, override: string | null) => {
    const { workspaces, activeId: active } = listedWorkspaces({ ...catalog, activeId }, { ...fallbacks, override });
    return `${active} ${workspaces.find(({ id }) => id === active)?.path} ${workspaces.length}`;
  };
  assert.equal(of('b', null), 'b /home/u/b 4');
  assert.equal(of(null, null), 'default /home/u/WorkSpace 5');
  assert.equal(of('gone', null), 'default /home/u/WorkSpace 5');
  assert.equal(of('d', null), 'default /home/u/WorkSpace 5');
  assert.equal(of('b', '/elsewhere'), 'override /elsewhere 5');
  assert.equal(of('b', '/data/a'), 'a /data/a 4');
});

test('a save belongs where it was copied for, as long as that is a WorkSpace, and else into the active one', () => {
  const into = (path: string, override: string | null = null) =>
    belongsInto(path, { ...catalog, activeId: 'b' }, { ...fallbacks, override });
  for (const path of ['/data/a', '/home/u/b', '/home/u/WorkSpace']) assert.equal(into(path), path);
  assert.equal(into('/data/removed'), '/home/u/b');
  assert.equal(into('/data/removed', '/elsewhere'), '/elsewhere');
  assert.equal(into('/elsewhere', '/elsewhere'), '/elsewhere');
  assert.equal(into('/data/a', '/elsewhere'), '/data/a');
  assert.equal(belongsInto('/data/removed', null, fallbacks), '/data/removed', 'which nobody knows');
});
