import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { workspacesDocument } from '../contract/documents/workspaces.ts';
import { catalogAnswer } from '../contract/settings.ts';
import { locatePlaces } from '../platform/locations.ts';
import { settingsAnswers } from './settings-answers.ts';

function rig(t: TestContext, env: Record<string, string> = {}) {
  const folder = temporaryHome(t);
  const places = locatePlaces({
    env: { ...env, HUB_HOME: folder },
    platform: 'linux',
    userHome: folder,
    workingFolder: folder,
    temporaryFolder: folder,
    userId: '1',
  });
  const lastGood = workspacesDocument.parse({ workspaces: [{ id: 'kept', name: 'Kept', path: '~/kept' }], activeId: 'kept' });
  const file = places.document('config/workspaces.json');
  fs.mkdirSync(path.dirname(file));
  return { folder, places, file, ask: settingsAnswers({ places, catalog: () => lastGood }) };
}

const workspaces = [
  { id: 'a', name: 'A', path: '~' },
  { id: 'b', name: 'B', path: '/nowhere/b', note: 'kept' },
];
const set = { op: 'set', document: 'workspaces', value: { workspaces, activeId: 'a', added_later: 1 } };

test('the catalog says which folders exist, with ~ for the home of the user', async (t) => {
  const { folder, ask } = rig(t);
  assert.deepEqual(await ask(set), { ok: true });
  const { payload } = catalogAnswer.parse(await ask({ op: 'catalog' }));
  const expected = [
    { id: 'a', name: 'A', path: folder, exists: true },
    { id: 'b', name: 'B', path: '/nowhere/b', exists: false },
  ];
  assert.deepEqual(payload, { workspaces: expected, activeId: 'a', reason: 'selected' });
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

test('while the catalog is not valid, the last valid version answers', async (t) => {
  const { file, ask } = rig(t);
  fs.writeFileSync(file, 'broken');
  assert.equal(catalogAnswer.parse(await ask({ op: 'catalog' })).payload.activeId, 'kept');
  assert.deepEqual(await ask({ op: 'get', document: 'workspaces' }), {
    ok: false,
    error: 'not_valid',
    detail: 'config/workspaces.json is not valid JSON (line 1)',
  });
});

test('a selection that would change nothing or is not valid is refused with its reason, and the document is left alone', async (t) => {
  const { file, folder, ask } = rig(t);
  fs.writeFileSync(path.join(folder, 'file'), '');
  const entry = (id: string, at: string) => ({ id, name: id, path: at });
  const listed = [
    entry('twice', '/a'),
    entry('twice', '/b'),
    entry('file', '~/file'),
    entry('there', 'C:\\ws'),
    entry('away', '/nowhere/x'),
  ];
  const text = JSON.stringify({ workspaces: listed, activeId: 'away', mine: 1 });
  fs.writeFileSync(file, text);
  const refused: readonly (readonly [string, string])[] = [
    ['twice', 'not_valid'],
    ['file', 'not_a_folder'],
    ['there', 'not_valid'],
    ['none', 'unknown_workspace'],
    ['', 'unknown_workspace'],
  ];
  for (const [id, error] of refused) {
    const answer = await ask({ op: 'select', id });
    assert.equal(!answer.ok && answer.error, error, id);
    assert.equal(fs.readFileSync(file, 'utf8'), text);
  }
  assert.deepEqual(
    await ask({ op: 'select', id: 'away' }),
    { ok: true },
    'a missing folder may be selected: a save creates it, or it is on a drive',
  );
  assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), JSON.parse(text));
});

test('a selection under HUB_WORKSPACE is refused, and the catalog has the WorkSpace in effect', async (t) => {
  const { file, folder, ask } = rig(t, { HUB_WORKSPACE: '/elsewhere/ws' });
  const text = JSON.stringify({ workspaces: [{ id: 'override', name: 'A', path: folder }], activeId: null });
  fs.writeFileSync(file, text);
  const answer = await ask({ op: 'select', id: 'override' });
  assert.equal(!answer.ok && answer.error, 'overridden');
  const standard = await ask({ op: 'select', id: 'default' });
  assert.equal(!standard.ok && standard.error, 'overridden');
  assert.deepEqual(await ask({ op: 'select', id: 'none' }), { ok: false, error: 'unknown_workspace' });
  assert.deepEqual(await ask({ op: 'select', id: 'override-2' }), { ok: true }, 'that is in effect already');
  assert.equal(fs.readFileSync(file, 'utf8'), text);
  assert.deepEqual(catalogAnswer.parse(await ask({ op: 'catalog' })).payload, {
    workspaces: [
      { id: 'override-2', name: 'ws', path: '/elsewhere/ws', exists: false },
      { id: 'override', name: 'A', path: folder, exists: true },
    ],
    activeId: 'override-2',
    reason: 'HUB_WORKSPACE',
  });
});

test('without a selection the catalog has the default, and selecting that clears the selection', async (t) => {
  const { file, folder, ask } = rig(t);
  const payload = async () => catalogAnswer.parse(await ask({ op: 'catalog' })).payload;
  const standard = { id: 'default', name: 'WorkSpace', path: path.join(folder, 'WorkSpace'), exists: false };
  assert.deepEqual(await payload(), { workspaces: [standard], activeId: 'default', reason: 'default' });
  fs.writeFileSync(file, JSON.stringify({ workspaces: [{ id: 'a', name: 'A', path: '~' }], activeId: 'a', mine: 1 }));
  assert.equal((await payload()).activeId, 'a');
  assert.deepEqual(await ask({ op: 'select', id: 'default' }), { ok: true });
  assert.equal((await payload()).activeId, 'default');
  assert.equal(JSON.parse(fs.readFileSync(file, 'utf8')).mine, 1);
});

test('the default WorkSpace stays in the list when another one is chosen, as long as its folder is there', async (t) => {
  const { file, folder, ask } = rig(t);
  const ids = async () => catalogAnswer.parse(await ask({ op: 'catalog' })).payload.workspaces.map(({ id, path: at }) => [id, at]);
  fs.writeFileSync(file, JSON.stringify({ workspaces: [{ id: 'a', name: 'A', path: '/a' }], activeId: 'a' }));
  assert.deepEqual(await ids(), [['a', '/a']]);
  const standard = path.join(folder, 'WorkSpace');
  fs.mkdirSync(standard);
  assert.deepEqual(await ids(), [
    ['a', '/a'],
    ['default', standard],
  ]);
  assert.deepEqual(await ask({ op: 'select', id: 'default' }), { ok: true });
  assert.deepEqual(await ids(), [
    ['default', standard],
    ['a', '/a'],
  ]);
  fs.writeFileSync(file, JSON.stringify({ workspaces: [{ id: 'a', name: 'A', path: standard }], activeId: 'a' }));
  assert.deepEqual(await ids(), [['a', standard]]);
});

test('of many simultaneous selections one remains, complete', async (t) => {
  const { file, ask } = rig(t);
  const ids = Array.from({ length: 20 }, (_, index) => `w${index}`);
  await ask({ op: 'set', document: 'workspaces', value: { workspaces: ids.map((id) => ({ id, name: id, path: `/${id}`, note: id })) } });
  const answers = await Promise.all(ids.map((id) => ask({ op: 'select', id })));
  assert.ok(answers.every(({ ok }) => ok));
  const { activeId, workspaces } = JSON.parse(fs.readFileSync(file, 'utf8'));
  assert.equal(activeId, 'w19');
  assert.deepEqual(
    workspaces.map(({ note }: { note: string }) => note),
    ids,
  );
});

test('a document that is not valid is not overwritten, and the answer names the line', async (t) => {
  const { places, file, ask } = rig(t);
  const hub = places.document('config/hub.json');
  for (const [name, text] of [
    [file, '{\n"workspaces": [],\n"activeId": \n'],
    [hub, '{"save": {"policy": "CANARY"}}'],
  ] as const) {
    fs.writeFileSync(name, text);
    const request = name === hub ? { op: 'set', document: 'hub', value: {} } : { op: 'select', id: 'kept' };
    const answer = await ask(request);
    assert.ok(!answer.ok && answer.error === 'document_broken');
    assert.match(
      answer.detail ?? '',
      name === hub ? /hub\.json is not valid: save\.policy: / : /workspaces\.json is not valid JSON \(line 4\)/,
    );
    assert.ok(!JSON.stringify(answer).includes('CANARY'));
    assert.equal(fs.readFileSync(name, 'utf8'), text);
  }
});

test('a change keeps unknown keys', async (t) => {
  const { places, ask } = rig(t);
  const file = places.document('config/hub.json');
  fs.writeFileSync(file, '{"mine": [1], "__proto__": {"x": 1}, "save": {"policy": "off", "note": "n"}}');
  const value = JSON.parse('{"save": {"policy": "all"}, "yours": {"__proto__": 2}}');
  assert.deepEqual(await ask({ op: 'set', document: 'hub', value }), { ok: true });
  const written = JSON.parse(fs.readFileSync(file, 'utf8'));
  const expected = '{"mine":[1],"__proto__":{"x":1},"save":{"policy":"all","note":"n"},"yours":{"__proto__":2}}';
  assert.equal(JSON.stringify(written), expected);
});

test('a change leaves what it does not name, and null removes a key', async (t) => {
  const { places, ask } = rig(t);
  const file = places.document('config/hub.json');
  const written = () => JSON.parse(fs.readFileSync(file, 'utf8'));
  await ask({ op: 'set', document: 'hub', value: { save: { policy: 'typed', min_text_chars: 40 }, language: 'de' } });
  assert.deepEqual(await ask({ op: 'set', document: 'hub', value: { save: { policy: 'off' } } }), { ok: true });
  assert.deepEqual(written(), { save: { policy: 'off', min_text_chars: 40 }, language: 'de' });
  await ask({ op: 'set', document: 'hub', value: { save: { policy: null }, language: null } });
  assert.deepEqual(written(), { save: { min_text_chars: 40 } });
});

test('a change of a revision that is gone is refused with the present one, and without one it is made', async (t) => {
  const { places, ask } = rig(t);
  const file = places.document('config/hub.json');
  const revision = async () => String(((await ask({ op: 'get', document: 'hub' })) as { revision?: string }).revision);
  const set = (language: string, from?: string) => ask({ op: 'set', document: 'hub', value: { language }, revision: from });
  const first = await revision();
  const answer = await set('de', first);
  const second = await revision();
  assert.deepEqual(answer, { ok: true, revision: second });
  const detail = 'the document has changed since it was read';
  assert.deepEqual(await set('zh-CN', first), { ok: false, error: 'stale', revision: second, detail });
  fs.writeFileSync(file, '{"language": "en"}');
  assert.deepEqual(await set('zh-CN', second), { ok: false, error: 'stale', revision: await revision(), detail });
  assert.equal(JSON.parse(fs.readFileSync(file, 'utf8')).language, 'en');
  assert.deepEqual(await set('zh-CN'), { ok: true });
});

test('a document of a later version is not overwritten', async (t) => {
  const { places, ask } = rig(t);
  const file = places.document('config/cache.json');
  fs.writeFileSync(file, '{"version": 2, "max_file_cache": "many"}');
  const answer = await ask({ op: 'set', document: 'cache', value: { max_file_cache: 3 } });
  assert.ok(!answer.ok && answer.error === 'document_broken');
  assert.match(answer.detail ?? '', /cache\.json was written by a newer version of Hub/);
  assert.match(fs.readFileSync(file, 'utf8'), /many/);
});

test('a catalog with a relative path, or a repeated id, is not written', async (t) => {
  const { file, ask } = rig(t);
  const catalog = (paths: readonly string[], id: (index: number) => string) => ({
    op: 'set',
    document: 'workspaces',
    value: { workspaces: paths.map((at, index) => ({ id: id(index), name: 'n', path: at })) },
  });
  for (const at of ['', 'ws', './ws', '../ws', '~other/ws', 'C:ws', '/a\0b', '/a\nb', 'file:///ws', '$HOME/ws']) {
    const answer = await ask(catalog([at], String));
    assert.equal(!answer.ok && answer.error, 'not_valid', at);
    assert.match((!answer.ok && answer.detail) || '', /^workspaces\.0\.path: /);
  }
  const doubled = await ask(catalog(['/a', '/b'], () => 'same'));
  assert.equal(!doubled.ok && doubled.error, 'not_valid');
  assert.equal(fs.existsSync(file), false);
  assert.deepEqual(await ask(catalog(['/a', '~', '~/b', 'C:\\c', '\\\\server\\share'], String)), { ok: true });
});

test('a document is written as a whole and private to this user, and read with its defaults', async (t) => {
  const { places, ask } = rig(t);
  assert.deepEqual(await ask({ op: 'set', document: 'python-core-logging', value: { level: 'DEBUG' } }), { ok: true });
  const file = places.document('python_core/config/python-core-logging.json');
  assert.equal(fs.readFileSync(file, 'utf8'), '{\n  "level": "DEBUG"\n}\n');
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  const cache = { max_detection_cache: 100, max_file_cache: 50, version: 1 };
  assert.deepEqual(await ask({ op: 'get', document: 'cache' }), { ok: true, document: 'cache', value: cache, revision: 'none' });
});

test('an invalid value is not written, and the answer names the field and not the value', async (t) => {
  const { places, ask } = rig(t);
  const answer = await ask({ op: 'set', document: 'hub', value: { save: { policy: 'CANARY' } } });
  assert.ok(!answer.ok && answer.error === 'not_valid');
  assert.match(answer.detail ?? '', /^save\.policy: /);
  assert.ok(!JSON.stringify(answer).includes('CANARY'));
  assert.equal(fs.existsSync(places.document('config/hub.json')), false);
});

test('only a WorkSpace of the catalog can be selected by its key, and the refusal lists them', async (t) => {
  const { file, ask } = rig(t);
  const activate = (activeId: string | null, workspaces = {}) =>
    ask({ op: 'set', document: 'workspaces', value: { activeId, ...workspaces } });
  const detail = 'activeId: there is no WorkSpace in the catalog yet; null for the default WorkSpace';
  assert.deepEqual(await activate('foo'), { ok: false, error: 'not_valid', detail });
  assert.deepEqual(await ask(set), { ok: true });
  const [first, second] = set.value.workspaces.map(({ id }) => id);
  assert.deepEqual(await activate('foo'), {
    ok: false,
    error: 'not_valid',
    detail: `activeId: one of ${first}, ${second}; null for the default WorkSpace`,
  });
  assert.equal(JSON.parse(fs.readFileSync(file, 'utf8')).activeId, set.value.activeId);
  assert.deepEqual(await activate('c', { workspaces: [{ id: 'c', name: 'c', path: '/c' }] }), { ok: true });
  assert.deepEqual(await activate(null), { ok: true });
});

test('an unknown request is answered with bad_request, including a path as a document', async (t) => {
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
