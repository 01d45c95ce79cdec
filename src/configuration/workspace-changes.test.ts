import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { workspacesDocument } from '../contract/documents/workspaces.ts';
import { locatePlaces } from '../platform/locations.ts';
import { settingsAnswers } from './settings-answers.ts';

function rig(t: TestContext, env: Record<string, string> = {}) {
  const folder = temporaryHome(t);
  const places = locatePlaces({
    env: { ...env, HUB_HOME: path.join(folder, 'hub') },
    platform: 'linux',
    userHome: folder,
    workingFolder: folder,
    temporaryFolder: folder,
    userId: '1',
  });
  const file = places.document('config/workspaces.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const ask = settingsAnswers({ places, catalog: () => workspacesDocument.parse({}) });
  return { folder, file, ask, written: () => JSON.parse(fs.readFileSync(file, 'utf8')) };
}

const errorOf = (answer: { ok: boolean; error?: string }): string | undefined => (answer.ok ? 'none' : answer.error);

test('an added WorkSpace is in the catalog with an id from its name, and is not the active one', async (t) => {
  const { folder, ask, written } = rig(t);
  assert.deepEqual(await ask({ op: 'add', path: '~/Documents/Über Work' }), { ok: true, id: 'u-ber-work', isMissing: true });
  assert.deepEqual(await ask({ op: 'add', path: '/nowhere/work', name: 'Default' }), { ok: true, id: 'default-2', isMissing: true });
  assert.deepEqual(await ask({ op: 'add', path: '/nowhere/日本' }), { ok: true, id: 'workspace', isMissing: true });
  assert.deepEqual(written().workspaces[0], { id: 'u-ber-work', name: 'Über Work', path: '~/Documents/Über Work' });
  assert.equal(written().activeId, undefined);
  assert.equal(fs.existsSync(path.join(folder, 'Documents')), false, 'the first save creates the folder');
});

test('a folder is added once, and nothing that is no folder', async (t) => {
  const { folder, ask } = rig(t);
  fs.writeFileSync(path.join(folder, 'file'), '');
  await ask({ op: 'add', path: '~/a' });
  for (const at of ['~/a', '~/a/', `${folder}/b/../a`]) assert.equal(errorOf(await ask({ op: 'add', path: at })), 'already_listed', at);
  assert.equal(errorOf(await ask({ op: 'add', path: '~/file' })), 'not_a_folder');
  for (const at of ['a', './a', 'C:\\a', '~other/a', '/nowhere/a\nb'])
    assert.equal(errorOf(await ask({ op: 'add', path: at })), 'not_valid', at);
  assert.equal(errorOf(await ask({ op: 'add', path: '' })), 'bad_request');
});

test('a folder of the system is refused', { skip: process.platform === 'linux' ? false : 'needs /proc' }, async (t) => {
  const { ask } = rig(t);
  for (const at of ['/proc/foo', '/dev/x', '/sys', '/tmp/../proc'])
    assert.equal(errorOf(await ask({ op: 'add', path: at })), 'not_writable', at);
});

test('the home of Hub and what is in it are refused, through a link too', async (t) => {
  const { folder, ask } = rig(t);
  if (process.platform !== 'win32') fs.symlinkSync(path.join(folder, 'hub'), path.join(folder, 'link'));
  const refused = ['~/hub', '~/hub/', '~/hub/notes', '~/hub/data/x', ...(process.platform === 'win32' ? [] : ['~/link', '~/link/notes'])];
  for (const at of refused) assert.equal(errorOf(await ask({ op: 'add', path: at })), 'not_valid', at);
  for (const at of ['~', '~/hub-2']) assert.equal(errorOf(await ask({ op: 'add', path: at })), 'none', at);
});

test('a whole disk is refused, and a whole home is not', async (t) => {
  const { ask } = rig(t);
  for (const at of ['/', '//', '/nowhere/..']) assert.equal(errorOf(await ask({ op: 'add', path: at })), 'not_valid', at);
  assert.equal(errorOf(await ask({ op: 'add', path: '~' })), 'none');
});

test('adding the folder that is active already makes its entry the active one', async (t) => {
  const { folder, ask, written } = rig(t);
  fs.mkdirSync(path.join(folder, 'WorkSpace'));
  assert.deepEqual(await ask({ op: 'add', path: '~/WorkSpace' }), { ok: true, id: 'workspace', isActive: true });
  assert.equal(written().activeId, 'workspace');

  const overridden = rig(t, { HUB_WORKSPACE: '/nowhere/b' });
  assert.deepEqual(await overridden.ask({ op: 'add', path: '/nowhere/b' }), { ok: true, id: 'b', isMissing: true, isActive: true });
});

const catalog = JSON.stringify({
  workspaces: [
    { id: 'a', name: 'A', path: '/nowhere/a', mine: 1 },
    { id: 'b', name: 'B', path: '/nowhere/b', mine: 2 },
    { id: 'twice', name: 'C', path: '/nowhere/c' },
    { id: 'twice', name: 'D', path: '/nowhere/d' },
  ],
  activeId: 'a',
  mine: 3,
});

test('an entry is renamed with everything else of it kept', async (t) => {
  const { file, ask, written } = rig(t);
  fs.writeFileSync(file, catalog);
  assert.deepEqual(await ask({ op: 'rename', id: 'b', name: ' Bee ' }), { ok: true });
  assert.deepEqual(written().workspaces[1], { id: 'b', name: 'Bee', path: '/nowhere/b', mine: 2 });
  assert.equal(written().mine, 3);
  assert.equal(errorOf(await ask({ op: 'rename', id: 'none', name: 'x' })), 'unknown_workspace');
  assert.equal(errorOf(await ask({ op: 'rename', id: 'twice', name: 'x' })), 'not_valid');
  assert.equal(errorOf(await ask({ op: 'rename', id: 'b', name: '  ' })), 'bad_request');
});

test('an entry is removed and its folder is not; the active one is refused, also when only the environment makes it that', async (t) => {
  const { folder, file, ask, written } = rig(t);
  fs.mkdirSync(path.join(folder, 'kept'));
  fs.writeFileSync(path.join(folder, 'kept', 'file.txt'), '');
  fs.writeFileSync(file, catalog.replace('/nowhere/b', '~/kept'));
  assert.equal(errorOf(await ask({ op: 'remove', id: 'a' })), 'active_workspace');
  assert.deepEqual(await ask({ op: 'remove', id: 'b' }), { ok: true });
  assert.deepEqual(
    written().workspaces.map(({ id }: { id: string }) => id),
    ['a', 'twice', 'twice'],
  );
  assert.ok(fs.existsSync(path.join(folder, 'kept', 'file.txt')));
  for (const id of ['b', 'default', '__proto__']) assert.equal(errorOf(await ask({ op: 'remove', id })), 'unknown_workspace');

  const overridden = rig(t, { HUB_WORKSPACE: '/nowhere/b' });
  fs.writeFileSync(overridden.file, catalog);
  for (const id of ['a', 'b']) assert.equal(errorOf(await overridden.ask({ op: 'remove', id })), 'active_workspace', id);
});
