import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { inlineContent, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { makeFifo, withoutFifo } from '../../../../test/harness/strange-files.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { ownPartOf } from '../../../configuration/own-part.ts';
import { type ContentFilter, contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { indexQuery } from '../../../domain/indexing/index-words.ts';
import { plainPath } from '../../../file-index/disk-path.ts';
import { openIndex } from '../../../file-index/index-database.ts';
import { indexForm } from '../../../file-index/index-schema.ts';
import { indexSummary } from '../../../file-index/index-summary.ts';
import { type IndexedFile, searchFiles } from '../../../file-index/search-files.ts';
import { type IndexedWorkspace, setFact } from '../../../file-index/workspace-rows.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { openJournal } from '../../../journal/journal.ts';
import { eraseCleared } from '../../../journal/keeping/cleared-passwords.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { CrashMarker } from './crash-marker.ts';
import type { FromIndexer, RefreshOrder } from './indexer-messages.ts';
import { Refresh, type RefreshGiven } from './refresh.ts';
import { usualLimits } from './refresh-limits.ts';

const asRoot = process.getuid?.() === 0;

interface Rig {
  readonly home: string;
  readonly file: string;
  /** The folder of the WorkSpace `work`. */
  readonly work: string;
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly refresh: (order?: Partial<RefreshOrder>, given?: Partial<RefreshGiven>) => Promise<{ seen: number; indexed: number }>;
  readonly search: (words: string) => readonly IndexedFile[];
  /** The names of what is found. */
  readonly found: (words: string) => readonly string[];
}

function rig(t: TestContext): Rig {
  const home = temporaryHome(t, () => {
    marker[Symbol.dispose]();
    index[Symbol.dispose]();
  });
  const places = locatePlaces({
    env: { HUB_HOME: path.join(home, 'work', 'own', 'hub') },
    ...{ platform: process.platform, userHome: home, workingFolder: home, temporaryFolder: home, userId: '1' },
  });
  const work = path.join(home, 'work');
  fs.mkdirSync(work);
  const file = path.join(home, 'index.db');
  const index = openIndex(file);
  const marker = new CrashMarker(index, path.join(home, 'indexing'));
  const workspaces: IndexedWorkspace[] = [{ id: 'work', path: work }];
  const search = (words: string) => {
    const query = indexQuery(words);
    return query === null ? [] : searchFiles(index, query, 50);
  };
  return {
    home,
    file,
    work,
    write: (name, content) => {
      const at = path.join(work, name);
      fs.mkdirSync(path.dirname(at), { recursive: true });
      fs.writeFileSync(at, content);
      return at;
    },
    refresh: async (order = {}, given = {}) => {
      const refresh = new Refresh({
        index,
        marker,
        ownPart: (folder) => ownPartOf(folder, places),
        journal: { file: path.join(home, 'hub.db'), blobs: path.join(home, 'blobs') },
        order: {
          requestId: 1,
          workspaces,
          refresh: ['work', 'other'],
          unresponsive: [],
          folders: null,
          isIdleKnown: null,
          filter: filter({}),
          ...order,
        },
        alive: () => {},
        breathe: () => true,
        say: () => {},
        at: () => {},
        ...given,
      });
      const done = await refresh.run();
      assert.equal(done.kind, 'done');
      return done as Extract<FromIndexer, { kind: 'done' }>;
    },
    search,
    found: (words) =>
      search(words)
        .map(({ name }) => name)
        .toSorted(),
  };
}

function filter(some: Partial<ContentFilter>): ContentFilter {
  return contentFilterDocument.parse(some);
}

test('a file is found by its name, its folder and its text, whatever its encoding, case and accents', async (t) => {
  const { write, refresh, found, search } = rig(t);
  write('Reports/annual.txt', 'Harbour dues, Café, Straße');
  write('utf16.txt', Buffer.from('\uFEFFlighthouse keeper', 'utf16le'));
  write('latin.txt', Buffer.from('caf\xE9 au lait', 'latin1'));
  write('东京.md', '# 東京タワー\n我爱北京天安门');
  write('picture.png', Buffer.from('89504e470d0a1a0a0000000d49484452deadbeef00', 'hex'));
  write('tool.py', 'import os\n');
  await refresh();
  assert.deepEqual(found('harbour'), ['annual.txt']);
  assert.deepEqual(found('HARB cafe'), ['annual.txt']);
  assert.deepEqual(found('strasse'), ['annual.txt']);
  assert.deepEqual(found('reports dues'), ['annual.txt']);
  assert.deepEqual(found('lighthouse'), ['utf16.txt']);
  assert.deepEqual(found('café'), ['annual.txt', 'latin.txt']);
  assert.deepEqual(found('タワー'), ['东京.md']);
  assert.deepEqual(found('北京'), ['东京.md']);
  assert.deepEqual(found('京北'), []);
  assert.deepEqual(found('picture'), ['picture.png']);
  assert.deepEqual([search('picture')[0]?.typeId, search('tool')[0]?.typeId], ['png', 'python']);
  for (const words of ['"', '* AND', 'a" OR "b', '\0', 'NEAR(a b)', 'names:x', '-', '(']) search(words);
});

test('a word of one or two characters is found anywhere, alone and with others, first in names', async (t) => {
  const { write, refresh, search, found } = rig(t);
  write('go.mod', 'module harbour');
  write('cargo.txt', 'nothing');
  write('main.txt', 'the harbour, Bogotá, c++');
  write('other.txt', 'the harbour');
  await refresh();
  assert.deepEqual(
    search('go')
      .map(({ name }) => name)
      .slice(2),
    ['main.txt'],
  );
  assert.deepEqual(found('GO'), ['cargo.txt', 'go.mod', 'main.txt']);
  assert.deepEqual(found('go harbour'), ['go.mod', 'main.txt']);
  assert.deepEqual(found('go harbour qu'), []);
  assert.deepEqual(found('gó tá'), ['main.txt']);
  assert.deepEqual(found('++'), ['main.txt']);
  assert.deepEqual(found('=>'), []);
  write('main.txt', 'the harbour alone');
  await refresh();
  assert.deepEqual(found('++'), [], 'what changed is not found by what it had');
});

test('a second refresh reads nothing; it notices what changed, and what is gone leaves', async (t) => {
  const { write, refresh, found } = rig(t);
  const first = write('one.txt', 'harbour');
  write('deep/two.txt', 'theatre');
  assert.deepEqual(await refresh().then(({ seen, indexed }) => ({ seen, indexed })), { seen: 2, indexed: 2 });
  assert.equal((await refresh()).indexed, 0);
  fs.writeFileSync(first, 'lighthouse');
  assert.equal((await refresh()).indexed, 1);
  assert.deepEqual([found('harbour'), found('lighthouse')], [[], ['one.txt']]);
  fs.rmSync(path.dirname(write('deep/three.txt', 'x')), { recursive: true });
  await refresh();
  assert.deepEqual([found('theatre'), found('one')], [[], ['one.txt']]);
});

test('a renamed file keeps its history, and a new file of the same size has none', async (t) => {
  const { write, refresh, search, work } = rig(t);
  const before = write('draft.txt', 'harbour');
  await refresh();
  const firstSeenMs = search('harbour')[0]?.firstSeenMs;
  fs.mkdirSync(path.join(work, 'archive'));
  fs.renameSync(before, path.join(work, 'archive', 'final.txt'));
  write('draft2.txt', 'theatre');
  await refresh();
  const [renamed] = search('harbour');
  assert.deepEqual(
    [renamed?.path, renamed?.earlierPaths, renamed?.firstSeenMs],
    [path.join(work, 'archive', 'final.txt'), [before], firstSeenMs],
  );
  assert.deepEqual([search('draft').length, search('theatre')[0]?.earlierPaths], [1, []]);
  fs.renameSync(path.join(work, 'archive'), path.join(work, 'attic'));
  await refresh();
  assert.deepEqual(search('harbour')[0]?.earlierPaths, [path.join(work, 'archive', 'final.txt'), before]);
});

test('what the content filter excludes is left out, and leaves the index when it is excluded later', async (t) => {
  const { write, refresh, found } = rig(t);
  for (const name of ['a.txt', '.git/b.txt', 'node_modules/c.txt', 'Private/d.txt', 'e.key', '.notes/f.txt']) write(name, 'harbour');
  await refresh();
  assert.deepEqual(found('harbour'), ['a.txt', 'd.txt', 'e.key', 'f.txt']);
  await refresh({ filter: filter({ excluded_dirs: ['private'], excluded_extensions: ['.KEY'] }) });
  assert.deepEqual(found('harbour'), ['a.txt', 'f.txt']);
});

test('links, pipes, huge and unreadable things neither hold up a refresh nor lead out of the WorkSpace', async (t) => {
  const { write, refresh, found, work, home } = rig(t);
  fs.mkdirSync(path.join(home, 'outside'));
  fs.writeFileSync(path.join(home, 'outside', 'secret.txt'), 'harbour outside');
  write('inside.txt', 'harbour');
  if (process.platform !== 'win32') {
    fs.symlinkSync(path.join(home, 'outside'), path.join(work, 'out'));
    fs.symlinkSync(path.join(home, 'outside', 'secret.txt'), path.join(work, 'out.txt'));
    fs.symlinkSync('.', path.join(work, 'loop'));
  }
  if (withoutFifo === false) makeFifo(path.join(work, 'pipe.txt'));
  const closed = path.dirname(write('closed/in.txt', 'harbour'));
  fs.chmodSync(closed, 0);
  const sparse = write('sparse.bin', '');
  fs.truncateSync(sparse, 2 ** 36);
  write('long.txt', `beginning ${'word '.repeat(400_000)} ending`);
  await refresh();
  fs.chmodSync(closed, 0o700);
  assert.deepEqual(found('harbour'), asRoot ? ['in.txt', 'inside.txt'] : ['inside.txt']);
  assert.deepEqual([found('beginning'), found('ending'), found('sparse')], [['long.txt'], [], ['sparse.bin']]);
});

test('names of any bytes, and folders in folders, are found', {
  skip: process.platform !== 'linux' && 'names there are text',
}, async (t) => {
  const { refresh, search, work } = rig(t);
  const folder = Buffer.concat([Buffer.from(`${work}/f`), Buffer.from([0xe9])]);
  fs.mkdirSync(folder);
  fs.writeFileSync(Buffer.concat([folder, Buffer.from('/caf'), Buffer.from([0xe9]), Buffer.from('\\.txt')]), 'harbour');
  const deep = path.join(work, ...Array(1_000).fill('d'));
  fs.mkdirSync(deep, { recursive: true });
  fs.writeFileSync(path.join(deep, 'deep.txt'), 'theatre');
  await refresh();
  assert.equal(search('harbour')[0]?.path, `${work}/f\\xE9/caf\\xE9\\\\.txt`);
  assert.equal(search('theatre')[0]?.path, path.join(deep, 'deep.txt'));
  assert.equal((await refresh()).indexed, 0);
});

test('a WorkSpace in another one is not indexed twice, and one that is removed leaves no word behind', async (t) => {
  const { write, refresh, found, work, file } = rig(t);
  write('mine.txt', 'harbour');
  write('inner/theirs.txt', 'canaryword');
  const both = [
    { id: 'work', path: work },
    { id: 'other', path: path.join(work, 'inner') },
  ];
  await refresh({ workspaces: both });
  assert.deepEqual([found('canaryword'), indexSummary(file)?.workspaces.map(({ files }) => files)], [['theirs.txt'], [1, 1]]);
  assert.ok(bytesOf(file).includes('canaryword'));
  await refresh({ workspaces: [{ id: 'work', path: work }], refresh: [], folders: [], filter: filter({}) });
  assert.deepEqual([found('canaryword'), found('harbour')], [[], ['mine.txt']]);
  assert.ok(!bytesOf(file).includes('canaryword'));
});

test('what is deleted or excluded leaves no word behind once everything was refreshed', async (t) => {
  const { write, refresh, file } = rig(t);
  const deleted = write('deleted.txt', 'canaryword');
  write('out/excluded.txt', 'parrotword');
  write('stays.txt', 'harbour');
  await refresh();
  assert.ok(bytesOf(file).includes('canaryword') && bytesOf(file).includes('parrotword'));
  fs.rmSync(deleted);
  await refresh({ filter: filter({ excluded_dirs: ['out'] }) });
  assert.ok(!bytesOf(file).includes('canaryword') && !bytesOf(file).includes('parrotword'));
});

test('the file of a password that was cleared leaves no word behind once it is noticed, neither in the index nor in its log', async (t) => {
  const { home, write, refresh, work, file } = rig(t);
  using journal = openJournal({ file: path.join(home, 'hub.db'), blobs: path.join(home, 'blobs') });
  const hasWord = () => ['', '-wal'].some((suffix) => fs.readFileSync(`${file}${suffix}`).includes('canaryword'));
  const folders = [{ text: work, escaped: false }];
  const remove = (name: string) => fs.rmSync(path.join(work, name));
  write('stays.txt', 'harbour');
  write('canaryword.txt', 'canaryword');
  await refresh();
  remove('canaryword.txt');
  await refresh({ folders });
  assert.ok(hasWord(), 'an ordinary file waits for the next refresh of everything');
  recordCapture(journal, textCapture('canaryword', { copiedAtMs: 1_000 }));
  assert.equal(eraseCleared(journal, { sha256: inlineContent('canaryword').sha256, copiedAtMs: 1_000 }).length, 1);
  await refresh({ refresh: [], folders: [] });
  assert.ok(!hasWord());
  write('canaryword.txt', 'canaryword');
  await refresh();
  remove('canaryword.txt');
  await refresh({ folders });
  assert.ok(hasWord(), 'it is erased once for each password');
});

test('erasing the words of a removed WorkSpace says that it works, and goes on after it was ended', async (t) => {
  const { write, refresh, work, file } = rig(t);
  const words = Array.from({ length: 100_000 }, (_, at) => ((at * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ');
  write('inner/theirs.txt', `zzzzcanaryword ${words}`);
  write('mine.txt', words);
  await refresh({
    workspaces: [
      { id: 'work', path: work },
      { id: 'other', path: path.join(work, 'inner') },
    ],
  });
  const without = { workspaces: [{ id: 'work', path: work }], refresh: [], folders: [] };
  await refresh(without, { breathe: () => false });
  assert.ok(bytesOf(file).includes('canaryword'));
  let turns = 0;
  await refresh(without, { breathe: () => ++turns > 0 });
  assert.ok(!bytesOf(file).includes('canaryword'));
  assert.ok(turns > 3, `${turns}`);
});

/** Once its log is in it. */
function bytesOf(file: string): Buffer {
  using index = openIndex(file);
  index.get('PRAGMA wal_checkpoint(TRUNCATE)');
  return fs.readFileSync(file);
}

test('only the folders that changed are read, with what is new in them', async (t) => {
  const { write, refresh, found, work } = rig(t);
  write('a/one.txt', 'harbour');
  write('b/two.txt', 'harbour');
  await refresh();
  write('a/new/three.txt', 'harbour');
  write('b/four.txt', 'harbour');
  const folders = [{ text: path.join(work, 'a'), escaped: false }];
  assert.equal((await refresh({ folders })).indexed, 1);
  assert.deepEqual(found('harbour'), ['one.txt', 'three.txt', 'two.txt']);
});

test('a WorkSpace whose folder is missing, or does not answer, keeps what the index has of it', async (t) => {
  const { write, refresh, found, work, file } = rig(t);
  write('one.txt', 'harbour');
  await refresh();
  await refresh({ unresponsive: ['work'] });
  assert.equal(indexSummary(file)?.workspaces[0]?.condition, 'no-answer');
  fs.renameSync(work, `${work}.away`);
  await refresh();
  assert.deepEqual([found('harbour'), indexSummary(file)?.workspaces[0]?.condition], [['one.txt'], 'no-folder']);
  fs.renameSync(`${work}.away`, work);
  await refresh();
  assert.equal(indexSummary(file)?.workspaces[0]?.condition, null);
});

test('a refresh that is stopped says so, and keeps what it has', async (t) => {
  const { write, refresh, found, file } = rig(t);
  for (let at = 0; at < 20; at += 1) write(`${at}.txt`, 'harbour');
  let steps = 0;
  const breathe = (): boolean => {
    steps += 1;
    return steps < 10;
  };
  await refresh({}, { breathe });
  assert.equal(indexSummary(file)?.run?.state, 'stopped');
  assert.ok(found('harbour').length >= 5 && found('harbour').length < 20);
  await refresh();
  assert.deepEqual([found('harbour').length, indexSummary(file)?.run?.state], [20, 'complete']);
});

test('the limits of a refresh hold', async (t) => {
  const { write, refresh, found, file } = rig(t);
  for (let at = 0; at < 10; at += 1) write(`${at}.txt`, `harbour ${'x'.repeat(90)}`);
  await refresh({}, { limits: { ...usualLimits, workspaceText: 300 } });
  assert.deepEqual([found('harbour').length, found('txt').length], [4, 10]);
  await refresh({}, { limits: { ...usualLimits, folderEntries: 5 } });
  assert.equal(indexSummary(file)?.workspaces[0]?.condition, 'too-many-files');
});

test('what crashed the indexer twice is left out until it changes', async (t) => {
  const { write, refresh, found, file, home } = rig(t);
  const at = write('bad.txt', 'harbour');
  const facts = fs.lstatSync(at);
  const mark = path.join(home, 'left');
  for (let times = 0; times < 2; times += 1) {
    fs.writeFileSync(mark, JSON.stringify([at, facts.size, facts.mtimeMs]));
    using index = openIndex(file);
    new CrashMarker(index, mark)[Symbol.dispose]();
    if (times === 0)
      assert.ok(new CrashMarker(index, mark).enter({ text: at, escaped: false }, { size: facts.size, modifiedAt: facts.mtimeMs }));
    fs.rmSync(mark);
  }
  await refresh();
  assert.deepEqual([found('harbour'), found('bad')], [[], ['bad.txt']]);
  fs.writeFileSync(at, 'harbour again');
  await refresh();
  assert.deepEqual(found('harbour'), ['bad.txt']);
});

test('a file that Hub saved is linked to its fragment', async (t) => {
  const { write, refresh, search, home } = rig(t);
  const at = write('text/saved.txt', 'harbour');
  using journal = openJournal({ file: path.join(home, 'hub.db'), blobs: path.join(home, 'blobs') });
  const [id = 0] = recordCapture(journal, textCapture('harbour')).fragmentIds;
  journal.statement('UPDATE fragments SET saved_path = ? WHERE id = ?').run(at, id);
  await refresh();
  assert.equal(search('harbour')[0]?.fragmentId, id);
});

test('an index that is damaged, or of another form, is made anew, and is private', (t) => {
  const file = path.join(temporaryHome(t), 'index.db');
  for (const content of ['not a database at all, but long enough to be read as one', '']) {
    fs.writeFileSync(file, content);
    openIndex(file)[Symbol.dispose]();
    using index = openIndex(file);
    assert.equal(index.get('SELECT count(*) AS files FROM files')?.files, 0);
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    index.run('PRAGMA user_version = 99');
  }
  using index = openIndex(file);
  assert.equal(index.get('PRAGMA user_version')?.user_version, indexForm);
});

test('a refresh of everything that was lost is ended by the next order, whatever it is for', async (t) => {
  const { file, refresh } = rig(t);
  await refresh();
  const run = { ...(indexSummary(file)?.run ?? assert.fail()), state: 'running' as const, endedAtMs: null };
  {
    using other = openIndex(file);
    setFact(other, 'run', run);
  }
  await refresh({ refresh: [], folders: [], requestId: 0 });
  const ended = indexSummary(file)?.run;
  assert.deepEqual([ended?.state, ended?.requestId, typeof ended?.endedAtMs], ['failed', run.requestId, 'number']);
});

test('a refresh that was requested is known as ended also when another one has followed it', async (t) => {
  const { file, refresh } = rig(t);
  await refresh({ requestId: 7 });
  await refresh({ requestId: 0 });
  const { requestId, state } = indexSummary(file)?.run ?? assert.fail();
  assert.deepEqual([requestId, state], [7, 'complete']);
});

test("Hub's own home is left out of a WorkSpace around it, also through a link, and of one inside of it", async (t) => {
  const { home, work, write, refresh, found } = rig(t);
  write('mine.txt', 'harbour');
  write('own/mine-too.txt', 'harbour');
  for (const name of ['hub.txt', 'data/hub.db.txt', 'notes/note.txt']) write(`own/hub/${name}`, 'harbour');
  const link = path.join(home, 'link');
  fs.symlinkSync(path.join(work, 'own'), link);
  await refresh();
  assert.deepEqual(found('harbour'), ['mine-too.txt', 'mine.txt']);
  const told: string[] = [];
  const listen = { say: (message: FromIndexer) => message.kind === 'folders' && told.push(...message.paths.map(({ text }) => text)) };
  await refresh({ workspaces: [{ id: 'work', path: link }] }, listen);
  assert.deepEqual([found('harbour'), told], [['mine-too.txt'], [link]]);
  for (const inside of ['own/hub', 'own/hub/data', 'own/hub/notes']) {
    await refresh({ workspaces: [{ id: 'work', path: path.join(work, inside) }] }, listen);
    assert.deepEqual([found('harbour'), told.length], [[], 1], inside);
  }
});

test('what an earlier index has of the home of Hub leaves it', async (t) => {
  const { file, work, write, refresh, found } = rig(t);
  write('mine.txt', 'harbour');
  write('own/hub/data/hub.txt', 'harbour');
  const before = { ownPart: async () => [] };
  await refresh({}, before);
  assert.equal(found('harbour').length, 2);
  await refresh({ folders: [plainPath(path.join(work, 'own', 'hub', 'data'))] });
  assert.deepEqual(found('harbour'), ['mine.txt']);
  const inside = { workspaces: [{ id: 'work', path: path.join(work, 'own', 'hub') }] };
  await refresh(inside, before);
  assert.deepEqual(found('harbour'), ['hub.txt']);
  await refresh(inside);
  assert.deepEqual([found('harbour'), indexSummary(file)?.workspaces], [[], []]);
  assert.ok(!bytesOf(file).includes('harbour'));
});
