import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { runs } from '../../../test/harness/effort.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { tooLate, within } from '../deadline.ts';
import { type FolderListener, watchFolder } from './watched-folder.ts';

const quietMs = 20;
/** A watch that is lost in one round is missed in the next. */
const rounds = Math.max(2, runs(3));

/** A watched folder at `place` of a temporary home. */
function rig(t: TestContext, place = 'a/b/config', more: Partial<FolderListener> = {}) {
  const home = temporaryHome(t);
  const folder = path.join(home, place);
  const file = path.join(folder, 'settings');
  let told = Promise.withResolvers<void>();
  let times = 0;
  const hearer = {
    names: ['settings'],
    quietMs,
    changed: () => {
      times += 1;
      told.resolve();
    },
    ...more,
  };
  /** Resolves when the change by `act` is reported. */
  const hears = async (what: string, act: () => void, withinMs = 10_000): Promise<void> => {
    told = Promise.withResolvers();
    act();
    assert.notEqual(await within(withinMs, told.promise), tooLate, what);
    await quiet();
  };
  /** Nothing more is pending: every earlier change is reported. */
  const quiet = async (): Promise<void> => {
    for (let before = -1; before !== times; ) {
      before = times;
      await new Promise((resolve) => setTimeout(resolve, 3 * quietMs));
    }
  };
  const start = () => {
    const watching = watchFolder(folder, hearer);
    t.after(() => watching[Symbol.dispose]());
    return watching;
  };
  return { home, folder, file, start, hears, times: () => times };
}

test('a file that is written, replaced, removed and created again is reported each time', async (t) => {
  const { folder, file, start, hears } = rig(t);
  mkdirSync(folder, { recursive: true });
  start();
  for (let round = 0; round < rounds; round += 1) {
    await hears('a new file', () => writeFileSync(file, 'new'));
    await hears('a change', () => appendFileSync(file, 'more'));
    writeFileSync(`${file}.new`, 'other');
    await hears('a file renamed over it', () => renameSync(`${file}.new`, file));
    await hears('its end', () => rmSync(file));
  }
});

test('a folder that is removed, created again or replaced is reported, and watched from then on', async (t) => {
  const { folder, file, start, hears } = rig(t);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, 'first');
  start();
  for (let round = 0; round < rounds; round += 1) {
    await hears('its end', () => rmSync(folder, { recursive: true }));
    await hears('a new one', () => mkdirSync(folder));
    await hears('a file in it', () => writeFileSync(file, 'again'));
    mkdirSync(`${folder}.new`);
    await hears('another one in its place', () => {
      renameSync(folder, `${folder}.old${round}`);
      renameSync(`${folder}.new`, folder);
    });
    await hears('a file in that', () => writeFileSync(file, 'other'));
  }
});

/** By an event: well before the next periodic check, at least the second time. */
const soonMs = 1_200;

test('a folder above that is replaced, or a link to it, is reported at once, and the new one is watched from then on', async (t) => {
  const { home, folder, file, start, hears } = rig(t, 'linked/config');
  const above = path.join(home, 'linked');
  const make = (name: string): string => {
    mkdirSync(path.join(home, name, 'config'), { recursive: true });
    return path.join(home, name);
  };
  renameSync(make('first'), above);
  start();
  for (let round = 0; round < rounds; round += 1) {
    const [next, link, behind] = [make(`next${round}`), path.join(home, `link${round}`), make(`behind${round}`)];
    symlinkSync(behind, link);
    const replace = (by: string): void => {
      renameSync(above, path.join(home, `old${round}${path.basename(by)}`));
      renameSync(by, above);
    };
    await hears('another folder above', () => replace(next), soonMs);
    await hears('a file in the folder', () => writeFileSync(file, 'new'), soonMs);
    await hears('a link in its place', () => replace(link), soonMs);
    await hears('a file behind the link', () => writeFileSync(file, 'new'), soonMs);
    const other = path.join(home, `other${round}`);
    symlinkSync(make(`elsewhere${round}`), other);
    await hears('another link over it', () => renameSync(other, above), soonMs);
    await hears('a file behind that', () => writeFileSync(file, 'new'), soonMs);
    await hears('the end of the folder', () => rmSync(folder, { recursive: true }), soonMs);
    mkdirSync(folder);
  }
});

test('a folder that is removed and created again before anybody looks is watched, even if it gets the same inode number', async (t) => {
  const { folder, file, start, hears } = rig(t);
  mkdirSync(folder, { recursive: true });
  start();
  for (let round = 0; round < rounds; round += 1) {
    // As on ext4; a file system in memory gives another number each time.
    await hears('another folder', () => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    });
    await hears('a file in it', () => writeFileSync(file, 'new'), soonMs);
    await hears('the end of the file', () => rmSync(file), soonMs);
  }
});

test('a folder that is created together with those above it is watched, however many were missing', async (t) => {
  const { home, folder, file, start, hears } = rig(t);
  start();
  for (const gone of ['a/b/config', 'a/b', 'a']) {
    await hears('the folder', () => mkdirSync(folder, { recursive: true }));
    await hears('a file in it', () => writeFileSync(file, gone));
    await hears(`the end of ${gone}`, () => rmSync(path.join(home, gone), { recursive: true }));
  }
});

test('a file in the place of the folder is none, and a link to one is', async (t) => {
  const { home, folder, file, start, hears } = rig(t, 'config');
  writeFileSync(folder, 'no folder');
  start();
  await hears('the end of the file', () => rmSync(folder));
  mkdirSync(path.join(home, 'elsewhere'));
  await hears('a link', () => symlinkSync('elsewhere', folder));
  await hears('a file behind it', () => writeFileSync(file, 'linked'));
});

test('other names are not reported, and nothing is after the end', async (t) => {
  const { folder, file, start, times } = rig(t);
  mkdirSync(folder, { recursive: true });
  const watching = start();
  // Anything reported to this one would have been reported to the first one before.
  let told = Promise.withResolvers<void>();
  const changed = () => told.resolve();
  const other = watchFolder(folder, { names: ['other', 'settings'], quietMs, changed });
  t.after(() => other[Symbol.dispose]());
  const before = times();
  for (const name of ['.settings.swp', 'settings.new', 'other']) writeFileSync(path.join(folder, name), 'x');
  assert.notEqual(await within(10_000, told.promise), tooLate);
  assert.equal(times(), before);
  watching[Symbol.dispose]();
  told = Promise.withResolvers();
  writeFileSync(file, 'x');
  assert.notEqual(await within(10_000, told.promise), tooLate);
  assert.equal(times(), before);
});

test('it checks periodically, with or without events', async (t) => {
  const looked = Promise.withResolvers<void>();
  const { start } = rig(t, 'nowhere/at/all', { look: () => looked.resolve() });
  start();
  // A beat does not keep the process alive.
  const alive = setInterval(() => {}, 1_000);
  t.after(() => clearInterval(alive));
  assert.notEqual(await within(10_000, looked.promise), tooLate);
});
