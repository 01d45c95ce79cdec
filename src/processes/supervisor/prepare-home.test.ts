import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { vetted } from '../../base/log.ts';
import { locatePlaces, type Places } from '../../platform/locations.ts';
import { logOpened, prepareHome, prepareJournal, takeHomeLock } from './prepare-home.ts';

function places(t: TestContext): Places & { readonly folder: string } {
  const folder = temporaryHome(t);
  const env = { HUB_HOME: path.join(folder, 'home'), XDG_RUNTIME_DIR: folder };
  const surroundings = { env, platform: 'linux', userHome: folder, workingFolder: folder, temporaryFolder: folder, userId: '1' } as const;
  return { ...locatePlaces(surroundings), folder };
}

test('a new home has all its folders, private to this user; the second start finds them', (t) => {
  const home = places(t);
  for (let start = 0; start < 2; start++) assert.equal(prepareHome(home), null);
  for (const folder of [home.home, home.run, home.logs, home.blobs, home.lastGood, path.dirname(home.journal), home.sockets ?? '']) {
    assert.equal(fs.statSync(folder).mode & 0o777, 0o700, folder);
  }
});

test('a folder of the home that somebody else can write to is refused with the command that mends it, as the doctor says it', (t) => {
  const home = places(t);
  assert.equal(prepareHome(home), null);
  const data = path.dirname(home.journal);
  for (const [folder, mode, sentence] of [
    [home.logs, 0o775, `its group can write to ${home.logs} (775); chmod go-rwx '${home.logs}'`],
    [
      data,
      0o777,
      `everyone can write to ${data} (777); look at what is in it first, then: chmod go-rwx '${data}'; or set HUB_HOME to a new folder`,
    ],
  ] as const) {
    fs.chmodSync(folder, mode);
    assert.equal(prepareHome(home)?.(), sentence);
    fs.chmodSync(folder, 0o700);
  }
});

test('a folder for the sockets that somebody else can write to is to be removed: nothing in it is kept', (t) => {
  const home = places(t);
  fs.mkdirSync(home.sockets ?? '', { recursive: true });
  fs.chmodSync(home.sockets ?? '', 0o777);
  assert.match(prepareHome(home)?.() ?? '', / can be written by other users; remove it: it is the place of Hub’s sockets$/);
});

test('a link or a file in the place of a folder is refused, and so is a home that can not be created', (t) => {
  const linked = places(t);
  fs.mkdirSync(linked.home);
  fs.symlinkSync(linked.folder, linked.logs);
  assert.equal(prepareHome(linked)?.(), `${linked.logs} is a link; while Hub is not running, put what it points to in its place`);
  fs.rmSync(linked.logs);
  fs.writeFileSync(linked.logs, '');
  assert.match(prepareHome(linked)?.() ?? '', / is a file; while Hub is not running, move that file away: mv '/);
  const blocked = places(t);
  fs.writeFileSync(blocked.home, '');
  assert.match(prepareHome(blocked)?.() ?? '', /\(EEXIST\); set HUB_HOME/);
});

test('a home that can not be written is refused with the reason, also if all its folders are there', (t) => {
  const home = places(t);
  const refusedWith = (code: string) =>
    prepareHome(home, (folder) => {
      if (folder === home.logs) throw Object.assign(new Error(code), { code });
    })?.();
  assert.equal(prepareHome(home), null);
  const elsewhere = 'set HUB_HOME to a folder that you can write to';
  assert.equal(refusedWith('EROFS'), `${home.logs} is on a read-only disk; make the disk writable, or ${elsewhere}`);
  assert.equal(refusedWith('EACCES'), `${home.logs} can't be used (EACCES); ${elsewhere}`);
  if (process.platform === 'win32') return;
  fs.chmodSync(home.logs, 0o500);
  assert.equal(refusedWith('EACCES'), `you are not allowed to write to ${home.logs}; chmod u+rwx '${home.logs}'`);
});

test('a journal of a newer Hub is refused in one sentence, and stays as it is', (t) => {
  const home = places(t);
  assert.equal(prepareHome(home), null);
  const log = rememberingLog(() => {});
  assert.ok(prepareJournal(home, log).ok, 'it is made');
  assert.ok(prepareJournal(home, log).ok, 'it is found');
  const newer = new DatabaseSync(home.journal);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  const refused = prepareJournal(home, log);
  assert.ok(!refused.ok && refused.reason === 'newer');
  assert.match(refused.detail ?? '', /^the journal was written by a newer Hub \(form 99, this one knows \d+\)$/);
});

test('holds that can not be stored are logged as that, and what has become of the journal as well', (t) => {
  const home = places(t);
  assert.equal(prepareHome(home), null);
  const lines: string[] = [];
  const log = rememberingLog((line) => void lines.push(line));
  assert.ok(prepareJournal(home, log).ok);
  const journal = new DatabaseSync(home.journal);
  journal.exec("CREATE TRIGGER no_holds BEFORE INSERT ON legal_holds BEGIN SELECT RAISE(ABORT, 'no'); END; DELETE FROM legal_holds");
  journal.close();
  assert.ok(prepareJournal(home, log).ok);
  assert.deepEqual(
    lines.map((line) => /holds not stored/.test(line)),
    [true],
  );
  logOpened({ putAside: vetted('hub.db.bad-1'), holdsNotStored: vetted('ERR_SQLITE_ERROR') }, log);
  assert.deepEqual(lines.slice(1), ['ERROR journal damaged, put aside', 'ERROR holds not stored']);
});

test('on a full disk the lock of the home is refused in a sentence, and anything else that is wrong with it is a bug', (t) => {
  const home = places(t);
  const failing = (errcode: number) => () => {
    throw Object.assign(new Error('database or disk is full'), { errcode });
  };
  const refuse = (sentence: string): never => {
    throw new RangeError(sentence);
  };
  assert.throws(() => takeHomeLock(home, refuse, failing(13)), /^RangeError: the disk of Hub’s home is full; free some space/);
  assert.throws(() => takeHomeLock(home, refuse, failing(14)), /^Error: database or disk is full/);
});
