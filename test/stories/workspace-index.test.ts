/** Files in the WorkSpaces that Hub did not write are found; the index is a process of its own, and its end costs nothing. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { canariesIn, canary, plainCanary } from '../harness/canaries.ts';
import { deadDisk } from '../harness/dead-disk.ts';
import { TestHub } from '../harness/hub.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

/** Writes files into the WorkSpace of a Hub that may not run yet. */
function fill(hub: TestHub, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(hub.workspace, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
}

async function asked(hub: TestHub, way: string): Promise<unknown> {
  return JSON.parse((await hub.request('GET', way)).body.toString());
}

async function found(hub: TestHub, words: string): Promise<readonly { readonly name: string; readonly fragmentId: string | null }[]> {
  const { stdout, stderr } = await hub.command(['index', 'search', '--json', words]);
  assert.equal(stderr, '');
  return JSON.parse(stdout).items;
}

test('the index is refreshed, searched and removed with its WorkSpace, and no log has a name or a word of it', async () => {
  await using hub = new TestHub({ HUB_DEBUG: 'true' });
  const [name, text] = [plainCanary('name'), canary('text')];
  fill(hub, { [`folder/${name}.txt`]: `harbour ${text}`, 'node_modules/left-out.txt': 'harbour' });
  assert.equal((await hub.command(['index', 'search', 'harbour'])).status, 1);
  assert.match((await hub.command(['index', 'status'])).stdout, /no index yet/);
  assert.equal((await hub.command(['index', 'refresh'])).status, 3);
  await hub.start();
  assert.deepEqual(await asked(hub, '/api/index'), { ok: true, index: null });
  assert.equal((await hub.request('GET', '/api/index/search?q=harbour')).status, 404);
  assert.match((await hub.command(['index', 'refresh', '--workspace', 'nobody'])).stderr, /no WorkSpace with this id/);
  const refreshed = await hub.command(['index', 'refresh']);
  assert.deepEqual([refreshed.status, refreshed.stderr, refreshed.stdout], [0, '', 'Done: 1 files seen, 1 indexed.\n']);
  assert.deepEqual(
    (await found(hub, 'harbour')).map((file) => file.name),
    [`${name}.txt`],
  );
  const saved = await hub.request('POST', '/api/save/test', { content: 'theatre tonight', filename: 'saved.txt' });
  assert.equal(saved.status, 200);
  assert.equal((await hub.command(['index', 'refresh', '--workspace', 'override'])).status, 0);
  const [linked] = await found(hub, 'theatre');
  assert.deepEqual([linked?.name, linked?.fragmentId], ['saved.txt', '1']);
  assert.match((await hub.command(['index', 'status'])).stdout, /override +2 .*complete/);
  assert.equal(fs.statSync(hub.places.index).mode & 0o777, 0o600);
  const overBridge = await hub.bridge.searchIndex({ q: 'theatre', limit: 5 });
  assert.deepEqual(overBridge, { ok: true, value: { items: await found(hub, 'theatre') } });
  assert.deepEqual(await asked(hub, '/api/index'), JSON.parse((await hub.command(['index', 'status', '--json'])).stdout));
  assert.equal((await hub.bridge.indexStatus()).ok, true);
  for (const query of ['', '?q=', '?q=%2B%2B%2B', '?q=a&limit=501', '?q=a&other=1'])
    assert.equal((await hub.request('GET', `/api/index/search${query}`)).status, 400, query);
  assert.equal((await hub.command(['index', 'refresh', '--stop'])).status, 0);
  assert.deepEqual(canariesIn(Buffer.from(hub.logs()), [name, text]), []);
  assert.deepEqual(await hub.stop(), []);
  assert.equal((await found(hub, 'harbour')).length, 1);
});

test('a WorkSpace that leaves the catalog leaves the index', async (t) => {
  await using hub = new TestHub({ HUB_WORKSPACE: '', HOME: temporaryHome(t) });
  const other = temporaryHome(t);
  fs.writeFileSync(path.join(other, 'theirs.txt'), 'harbour');
  hub.setDocument('config/workspaces.json', { workspaces: [{ id: 'other', name: 'Other', path: other }], activeId: null });
  await hub.start();
  await hub.command(['index', 'refresh']);
  assert.equal((await found(hub, 'harbour')).length, 1);
  hub.setDocument('config/workspaces.json', { workspaces: [], activeId: null });
  await until('that it is gone', async () => (await found(hub, 'harbour')).length === 0);
});

test('a WorkSpace on a disk that does not respond holds up neither the others nor the stop', async (t) => {
  const folder = temporaryHome(t);
  const places = Object.fromEntries(['far', 'near'].map((id) => [id, path.join(folder, id)])) as Record<'far' | 'near', string>;
  for (const place of Object.values(places)) {
    fs.mkdirSync(place);
    fs.writeFileSync(path.join(place, 'file.txt'), 'harbour');
  }
  const disk = deadDisk(folder, [places.far], 'indexing/main.ts');
  if (disk === null) return t.skip('there is no C compiler');
  await using hub = new TestHub({ ...disk.env, HUB_WORKSPACE: '', HOME: path.join(folder, 'near') });
  const workspaces = Object.entries(places).map(([id, place]) => ({ id, name: id, path: place }));
  hub.setDocument('config/workspaces.json', { workspaces, activeId: 'near' });
  await hub.start();
  disk.become('dead');
  assert.equal((await hub.command(['index', 'refresh'])).status, 0);
  assert.equal((await found(hub, 'harbour')).length, 1);
  assert.match((await hub.command(['index', 'status'])).stdout, /its drive does not respond/);
  assert.deepEqual(await hub.stop(), []);
});

test('an index that is damaged while Hub runs is made anew', async () => {
  await using hub = new TestHub();
  fill(hub, { 'file.txt': 'harbour' });
  await hub.start();
  await hub.command(['index', 'refresh']);
  const bytes = fs.statSync(hub.places.index).size;
  fs.writeFileSync(hub.places.index, Buffer.alloc(bytes, 'damage'));
  await hub.command(['index', 'refresh']);
  await until('an index', async () => (await hub.command(['index', 'refresh'])).status === 0 && (await found(hub, 'harbour')).length === 1);
});

test('the schedule refreshes at the start if there is an index, and a filter that excludes more empties it at once', async () => {
  await using hub = new TestHub();
  fill(hub, { 'file.txt': 'harbour', 'private/file.txt': 'theatre' });
  hub.setDocument('config/hub.json', { index_refresh: { on_startup: true, on_startup_only_if_exists: false } });
  await hub.start();
  await until('the index', async () => fs.existsSync(hub.places.index) && (await found(hub, 'theatre')).length === 1);
  assert.match((await hub.command(['index', 'status'])).stdout, /^Next +\d{4}-\d\d-\d\d 03:00, once nobody/m);
  hub.setDocument('config/content-filter.json', { excluded_dirs: ['private'] });
  await until('that it is gone', async () => (await found(hub, 'theatre')).length === 0);
  assert.equal((await found(hub, 'harbour')).length, 1);
});

test('the watcher finds what changes at once, unless it is switched off', async () => {
  await using hub = new TestHub({ HUB_DEBUG: 'true' });
  fill(hub, { 'old/file.txt': 'harbour' });
  await hub.start();
  assert.equal((await hub.command(['index', 'refresh'])).status, 0);
  const name = plainCanary('name');
  fill(hub, { [`old/${name}.txt`]: 'theatre', 'new/deep/file.txt': 'lighthouse' });
  await until('the new files', async () => (await found(hub, 'theatre')).length === 1 && (await found(hub, 'lighthouse')).length === 1);
  fs.renameSync(path.join(hub.workspace, 'new'), path.join(hub.workspace, 'newer'));
  fill(hub, { 'newer/deep/more.txt': 'ferry' });
  await until(
    'the file in the renamed folder',
    async () => (await found(hub, 'ferry')).length === 1 && (await found(hub, 'newer lighthouse')).length === 1,
  );
  fill(hub, { 'newer/deep/again.txt': 'tide' });
  await until('the next file there', async () => (await found(hub, 'tide')).length === 1);
  await hub.request('POST', '/api/save/test', { content: 'a pilot boat', filename: 'saved.txt' });
  await until('the link to its copy', async () => (await found(hub, 'pilot'))[0]?.fragmentId === '1');
  fs.rmSync(path.join(hub.workspace, 'old', `${name}.txt`));
  await until('that the removed file is gone', async () => (await found(hub, 'theatre')).length === 0);
  assert.match((await hub.command(['index', 'status'])).stdout, /^Watcher +on: 5 folders are watched/m);
  hub.setDocument('config/hub.json', { enable_filesystem_watcher: false });
  await until('that it is off', async () => (await hub.command(['index', 'status'])).stdout.includes('Watcher  off'));
  await until('that the settings host knows', () => hub.logs().includes('"document":"hub"') || undefined);
  fill(hub, { 'old/unseen.txt': 'unseen' });
  hub.setDocument('config/hub.json', { enable_filesystem_watcher: true });
  await until('what changed meanwhile', async () => (await found(hub, 'unseen')).length === 1);
  fill(hub, { 'old/seen.txt': 'seen' });
  await until('that it watches again', async () => (await found(hub, 'seen')).length === 1);
  assert.deepEqual(canariesIn(Buffer.from(hub.logs()), [name]), []);
});

test('a refresh that the end of Hub cut short is not said to be under way', async () => {
  await using hub = new TestHub();
  fill(hub, Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`${at % 50}/${at}.txt`, `harbour ${at} `.repeat(200)])));
  await hub.start();
  await hub.request('POST', '/api/index/refresh', {});
  const isUnderWay = async () => (await hub.command(['index', 'status'])).stdout.includes('under way');
  await until('a refresh', isUnderWay);
  await hub.stop();
  assert.match((await hub.command(['index', 'status'])).stdout, /^Refresh +stopped/m);
});

test('a WorkSpace whose folder is made by hand after it was missing is indexed without a refresh', async (t) => {
  await using hub = new TestHub({ HUB_WORKSPACE: '', HOME: temporaryHome(t) });
  const other = path.join(temporaryHome(t), 'later');
  hub.setDocument('config/workspaces.json', { workspaces: [{ id: 'other', name: 'Other', path: other }], activeId: null });
  await hub.start();
  await hub.command(['index', 'refresh']);
  assert.match((await hub.command(['index', 'status'])).stdout, /other .*its folder is not there/);
  fs.mkdirSync(`${other}.new`);
  fs.writeFileSync(path.join(`${other}.new`, 'file.txt'), 'harbour');
  fs.renameSync(`${other}.new`, other);
  await until('the file', async () => (await found(hub, 'harbour')).length === 1, 30_000);
  fs.writeFileSync(path.join(other, 'watched.txt'), 'theatre');
  await until('the next file', async () => (await found(hub, 'theatre')).length === 1, 30_000);
});
