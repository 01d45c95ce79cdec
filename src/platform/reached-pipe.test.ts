import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { locatePlaces } from './locations.ts';
import { reachedPipe, tryNoteSockets } from './reached-pipe.ts';
import { readSurroundings } from './surroundings.ts';

/** The places of one home, for sessions with another runtime folder each. */
function rig(t: TestContext) {
  const root = temporaryHome(t);
  const home = path.join(root, 'home');
  mkdirSync(path.join(home, 'run'), { recursive: true, mode: 0o700 });
  const places = (runtime: string | null) =>
    locatePlaces(readSurroundings({ HUB_HOME: home, ...(runtime === null ? {} : { XDG_RUNTIME_DIR: path.join(root, runtime) }) }));
  const started = (runtime: string | null) => {
    const own = places(runtime);
    mkdirSync(own.sockets ?? '', { recursive: true, mode: 0o700 });
    writeFileSync(own.pipe('supervisor'), '');
    assert.equal(tryNoteSockets(own), null);
    return own;
  };
  return { places, started, root };
}

test('a command with another runtime folder, or none, finds the pipes of the Hub that was started last', {
  skip: process.platform === 'win32',
}, (t) => {
  const { places, started } = rig(t);
  const first = started('a');
  for (const from of ['a', 'b', null]) assert.equal(reachedPipe(places(from), 'supervisor'), first.pipe('supervisor'), `from ${from}`);
  const later = started('b');
  assert.equal(reachedPipe(places('a'), 'supervisor'), later.pipe('supervisor'), 'what the first one left is there yet');
  const last = started(null);
  for (const from of ['a', 'c', null]) assert.equal(reachedPipe(places(from), 'supervisor'), last.pipe('supervisor'), `last, from ${from}`);
});

test('a copy of a home does not lead to the pipes of the Hub that it is a copy of', { skip: process.platform === 'win32' }, (t) => {
  const { started, root } = rig(t);
  const own = started(null);
  const copy = path.join(root, 'copy');
  cpSync(own.home, copy, { recursive: true, filter: (file) => !file.endsWith('.sock') });
  const elsewhere = locatePlaces(readSurroundings({ HUB_HOME: copy, XDG_RUNTIME_DIR: path.join(root, 'a') }));
  assert.equal(reachedPipe(elsewhere, 'supervisor'), elsewhere.pipe('supervisor'));
});

test('a note that is not to be trusted is ignored', { skip: process.platform === 'win32' }, (t) => {
  const { places, started, root } = rig(t);
  const own = started('a');
  const elsewhere = places('b');
  const isFollowed = (): boolean => reachedPipe(elsewhere, 'supervisor') === own.pipe('supervisor');
  assert.ok(isFollowed());
  const note = path.join(own.run, 'sockets-folder');
  chmodSync(own.sockets ?? '', 0o755);
  assert.ok(!isFollowed(), 'others can look into the folder');
  chmodSync(own.sockets ?? '', 0o700);
  chmodSync(note, 0o666);
  assert.ok(!isFollowed(), 'others can write the note');
  chmodSync(note, 0o600);
  for (const words of ['', 'relative', `${own.sockets}\0`, 'x'.repeat(5_000), path.join(root, 'nowhere')]) {
    writeFileSync(note, words);
    assert.ok(!isFollowed(), JSON.stringify(words.slice(0, 40)));
  }
  symlinkSync(own.sockets ?? '', path.join(root, 'link'));
  writeFileSync(note, path.join(root, 'link'));
  assert.ok(!isFollowed(), 'a link');
});

test('a note that cannot be written keeps nobody from starting, and no earlier one is left', {
  skip: process.platform === 'win32',
}, (t) => {
  const { places, started } = rig(t);
  const own = started('a');
  rmSync(path.join(own.run, 'sockets-folder'));
  mkdirSync(path.join(own.run, 'sockets-folder', 'full'), { recursive: true });
  assert.match(tryNoteSockets(own) ?? '', /^E/);
  assert.equal(reachedPipe(places('b'), 'supervisor'), places('b').pipe('supervisor'));
});
