import assert from 'node:assert/strict';
import nodeFs, * as fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { readDocument } from '../base/documents/json-document.ts';
import { takeProcessLock } from '../base/files/process-lock.ts';
import { done } from '../base/outcome.ts';
import { locatePlaces } from '../platform/locations.ts';
import { changeDocument, mendDocument } from './change-document.ts';
import { documentParser } from './document-parser.ts';
import { mendOf } from './effective-document.ts';

function rig(t: TestContext) {
  const folder = temporaryHome(t);
  const env = { HUB_HOME: folder };
  const places = locatePlaces({ env, platform: 'linux', userHome: folder, workingFolder: folder, temporaryFolder: folder, userId: '1' });
  const file = places.document('config/hub.json');
  fs.mkdirSync(path.dirname(file));
  return { folder, places, file };
}

test('what somebody else writes between reading and writing is kept, and changed too', async (t) => {
  const { places, file } = rig(t);
  fs.writeFileSync(file, '{"n": 0}');
  let tries = 0;
  const changed = await changeDocument(places, 'hub', ({ raw }) => {
    tries += 1;
    if (tries < 4) fs.writeFileSync(file, JSON.stringify({ n: tries }));
    return done({ ...raw, language: 'de' });
  });
  assert.deepEqual([changed.ok, tries], [true, 4]);
  assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), { n: 3, language: 'de' });
});

test('a document that keeps changing, or becomes invalid meanwhile, is left to the other writer', async (t) => {
  const { places, file } = rig(t);
  let text = '';
  const busy = await changeDocument(places, 'hub', () => {
    text = JSON.stringify({ n: fs.existsSync(file) ? fs.readFileSync(file, 'utf8').length + 1 : 0, pad: `${text}.` });
    fs.writeFileSync(file, text);
    return done({ language: 'de' });
  });
  assert.ok(!busy.ok && busy.reason === 'failed');
  assert.equal(fs.readFileSync(file, 'utf8'), text);
  const broken = await changeDocument(places, 'hub', () => {
    fs.writeFileSync(file, '{"half": ');
    return done({ language: 'de' });
  });
  assert.ok(!broken.ok && broken.reason === 'document_broken');
  assert.equal(fs.readFileSync(file, 'utf8'), '{"half": ');
  assert.deepEqual(fs.readdirSync(path.dirname(file)), ['hub.json'], 'no temporary file is left');
});

test('a value that could not be read again is not written: too many levels, or too long together with the existing keys', async (t) => {
  const { places, file } = rig(t);
  const nested = (levels: number): object => ({ mine: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) });
  assert.ok((await changeDocument(places, 'hub', () => done(nested(60)))).ok);
  const text = fs.readFileSync(file, 'utf8');
  for (const value of [nested(5_000), nested(30_000), { mine: 'x'.repeat(4 * 1024 * 1024) }]) {
    const refused = await changeDocument(places, 'hub', () => done(value));
    assert.ok(!refused.ok && refused.reason === 'not_valid');
    assert.equal(fs.readFileSync(file, 'utf8'), text);
  }
});

test('a document that is a link is never replaced by a file', { skip: process.platform === 'win32' }, async (t) => {
  const { places, file, folder } = rig(t);
  const target = path.join(folder, 'dotfiles.json');
  fs.writeFileSync(target, '{"mine": 1}', { mode: 0o644 });
  fs.symlinkSync(target, file);
  const changed = await changeDocument(places, 'hub', ({ raw }) => done({ ...raw, language: 'de' }));
  assert.ok(fs.lstatSync(file).isSymbolicLink());
  const written = JSON.parse(fs.readFileSync(target, 'utf8'));
  assert.deepEqual(written, changed.ok ? { mine: 1, language: 'de' } : { mine: 1 });
  assert.equal(fs.statSync(target).mode & 0o777, 0o644);
});

test('a folder that is not writable is a failure with its reason, and nothing is changed', async (t) => {
  const { places, file } = rig(t);
  fs.rmdirSync(path.dirname(file));
  fs.writeFileSync(path.dirname(file), 'a file in the place of the folder');
  const blocked = await changeDocument(places, 'hub', () => done({ language: 'de' }));
  assert.ok(!blocked.ok && blocked.reason !== 'not_valid');
  if (process.getuid?.() === 0) return t.diagnostic('root writes to every folder');
  fs.rmSync(path.dirname(file));
  fs.mkdirSync(path.dirname(file), { mode: 0o500 });
  const refused = await changeDocument(places, 'hub', () => done({ language: 'de' }));
  assert.deepEqual(refused, { ok: false, reason: 'failed', detail: 'no-permission' });
});

test('programs that change a document at the same time lose nothing of each other', async (t) => {
  const { places, file } = rig(t);
  const add = (key: string) => changeDocument(places, 'hub', ({ raw }) => done({ ...raw, [key]: 1 }));
  const keys = Array.from({ length: 12 }, (_, index) => `key${index}`);
  const changed = await Promise.all(keys.map(add));
  assert.deepEqual(
    changed.filter(({ ok }) => !ok),
    [],
  );
  assert.deepEqual(Object.keys(JSON.parse(fs.readFileSync(file, 'utf8'))).toSorted(), keys.toSorted());
});

test('while another program changes the configuration a change waits for it', async (t) => {
  const { places, file } = rig(t);
  fs.mkdirSync(places.run, { recursive: true });
  const lock = takeProcessLock(path.join(places.run, 'settings.lock'));
  assert.ok(lock.ok);
  const changed = changeDocument(places, 'hub', () => done({ language: 'de' }));
  await new Promise(setImmediate);
  fs.writeFileSync(file, '{}');
  assert.equal(fs.readFileSync(file, 'utf8'), '{}');
  lock.value[Symbol.dispose]();
  assert.ok((await changed).ok);
  assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), { language: 'de' });
});

test('a lock that can not be opened is a matter of the disk, and not a word of SQLite', async (t) => {
  const { places } = rig(t);
  fs.mkdirSync(path.join(places.run, 'settings.lock'), { recursive: true });
  const refused = await changeDocument(places, 'hub', () => done({ language: 'de' }));
  assert.deepEqual(refused, { ok: false, reason: 'failed', detail: 'io-error' });
});

test('a document is mended by the editor whatever is in its place, and holds whose file is gone by writing them again', () => {
  for (const document of ['hub', 'legal-hold', 'content-filter'])
    for (const reason of ['not-json', 'not-a-file', 'too-large'] as const)
      assert.equal(mendOf(document, { reason }), `hub config edit ${document}`);
  assert.equal(mendOf('hub', { reason: 'foreign' }), 'hub config edit hub');
  assert.equal(mendOf('legal-hold', { reason: 'gone' }), 'hub retention hold restore');
});

test('a document that takes the place of a folder is there at each moment, and after a kill at any of them', async (t) => {
  const { places } = rig(t);
  const file = places.document('config/content-filter.json');
  const text = '{"rules": []}\n';
  fs.mkdirSync(file, { recursive: true });
  const seen: boolean[] = [];
  const there = () => {
    const read = readDocument(file, documentParser('content-filter'));
    return !read.ok || read.text === text;
  };
  const { renameSync } = nodeFs;
  nodeFs.renameSync = (from, to) => {
    renameSync(from, to);
    seen.push(there());
  };
  syncBuiltinESMExports();
  try {
    const mended = await mendDocument(places, 'content-filter', { broken: null, text });
    assert.ok(mended.ok);
  } finally {
    nodeFs.renameSync = renameSync;
    syncBuiltinESMExports();
  }
  assert.deepEqual([seen.length >= 3, seen.every(Boolean)], [true, true]);
  assert.deepEqual(
    fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith('content-filter')),
    ['content-filter.json', 'content-filter.json.bad'],
  );
  // Killed after the folder was put aside: it is read where it is, and the next change finishes that.
  fs.renameSync(file, `${file}.next`);
  assert.ok(there());
  await mendDocument(places, 'content-filter', { broken: 'another', text });
  assert.deepEqual([fs.existsSync(file), fs.existsSync(`${file}.next`), fs.readFileSync(file, 'utf8')], [true, false, text]);
});
