import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { workspacesDocument } from '../../contract/documents.ts';
import { catalogAnswer } from '../../contract/settings.ts';
import { locate } from '../../platform/locations.ts';
import { settingsAnswers } from './answers.ts';

function rig(t: TestContext) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-settings-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const places = locate({
    env: { HUB_HOME: folder },
    platform: 'linux',
    userHome: folder,
    workingFolder: folder,
    temporaryFolder: folder,
    userId: '1',
  });
  const lastGood = workspacesDocument.parse({ workspaces: [{ id: 'kept', name: 'Kept', path: '~/kept' }], activeId: 'kept' });
  return { folder, places, ask: settingsAnswers({ places, catalog: () => lastGood }) };
}

const workspaces = [
  { id: 'a', name: 'A', path: '~' },
  { id: 'b', name: 'B', path: '/nowhere/b', note: 'kept' },
];
const set = { op: 'set', document: 'workspaces', value: { workspaces, activeId: 'a', added_later: 1 } };

test('the catalog tells which folders are there, with ~ for the home of the user', async (t) => {
  const { folder, ask } = rig(t);
  assert.deepEqual(await ask(set), { ok: true });
  const { payload } = catalogAnswer.parse(await ask({ op: 'catalog' }));
  const expected = [
    { id: 'a', name: 'A', path: folder, exists: true },
    { id: 'b', name: 'B', path: '/nowhere/b', exists: false },
  ];
  assert.deepEqual(payload, { workspaces: expected, activeId: 'a' });
});

test('a selection right after a change sees the change, and keeps everything else', async (t) => {
  const { places, ask } = rig(t);
  const [changed, selected] = await Promise.all([ask(set), ask({ op: 'select', id: 'b' })]);
  assert.deepEqual([changed, selected], [{ ok: true }, { ok: true }]);
  const written = JSON.parse(fs.readFileSync(places.document('config/workspaces.json'), 'utf8'));
  assert.deepEqual(written, { ...set.value, activeId: 'b' });
  assert.deepEqual(await ask({ op: 'select', id: 'c' }), { ok: false, error: 'unknown_workspace' });
  assert.deepEqual(await ask({ op: 'select', id: '__proto__' }), { ok: false, error: 'unknown_workspace' });
});

test('while the catalog makes no sense, the last good one answers', async (t) => {
  const { places, ask } = rig(t);
  fs.mkdirSync(path.dirname(places.document('config/workspaces.json')));
  fs.writeFileSync(places.document('config/workspaces.json'), 'broken');
  assert.equal(catalogAnswer.parse(await ask({ op: 'catalog' })).payload.activeId, 'kept');
  assert.deepEqual(await ask({ op: 'get', document: 'workspaces' }), { ok: false, error: 'not_valid', detail: 'not-json' });
});

test('a document is written whole and for this user alone, and read with its defaults', async (t) => {
  const { places, ask } = rig(t);
  assert.deepEqual(await ask({ op: 'set', document: 'python-core-logging', value: { level: 'DEBUG' } }), { ok: true });
  const file = places.document('python_core/config/python-core-logging.json');
  assert.equal(fs.readFileSync(file, 'utf8'), '{\n  "level": "DEBUG"\n}\n');
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  const cache = { max_detection_cache: 100, max_file_cache: 50 };
  assert.deepEqual(await ask({ op: 'get', document: 'cache' }), { ok: true, document: 'cache', value: cache });
});

test('what is not valid is not written, and the answer names the field and not the value', async (t) => {
  const { places, ask } = rig(t);
  const answer = await ask({ op: 'set', document: 'hub', value: { save: { policy: 'CANARY' } } });
  assert.ok(!answer.ok && answer.error === 'not_valid');
  assert.match(answer.detail ?? '', /^save\.policy: /);
  assert.ok(!JSON.stringify(answer).includes('CANARY'));
  assert.equal(fs.existsSync(places.document('config/hub.json')), false);
});

test('what is no request is a bad one, a path as a document too', async (t) => {
  const { ask } = rig(t);
  for (const request of [
    null,
    [],
    'catalog',
    {},
    { op: 'get' },
    { op: 'get', document: '../../etc/passwd' },
    { op: 'set', document: '__proto__', value: {} },
    { op: 'set', document: 'hub', value: [] },
    { op: 'select', id: 'x'.repeat(65) },
  ]) {
    assert.deepEqual(await ask(request), { ok: false, error: 'bad_request' });
  }
});
