import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { put } from '../program/folder.ts';
import { installScript } from './archive.ts';

const skip = process.platform === 'win32' ? 'a shell script' : false;

/** What the archive unpacks, and the home of its user. */
function rig(t: TestContext) {
  const root = temporaryHome(t);
  const unpacked = path.join(root, 'unpacked');
  put(unpacked, 'hub-desktop/installed.json', '{"form":"archive"}');
  put(unpacked, 'hub-desktop/hub', '#!/bin/sh\necho a Hub\n', 'program');
  put(unpacked, 'hub.desktop', '[Desktop Entry]\nExec=hub\n');
  put(unpacked, 'hub-desktop.png', 'png');
  put(unpacked, 'install.sh', installScript, 'program');
  const prefix = path.join(root, 'a home', '.local');
  const run = (...words: readonly string[]) =>
    spawnSync(path.join(unpacked, 'install.sh'), words, {
      cwd: unpacked,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: path.dirname(prefix) },
    });
  const has = (name: string): boolean => existsSync(path.join(prefix, name));
  return { prefix, run, has };
}

test('the archive installs for one user, again over itself, and takes all of it away', { skip }, (t) => {
  const { prefix, run, has } = rig(t);
  for (const _ of [1, 2]) {
    const { status, stdout, stderr } = run();
    assert.equal(status, 0, stderr);
    assert.ok(stdout.includes(`Hub is installed: ${prefix}/bin/hub`));
    assert.equal(spawnSync(path.join(prefix, 'bin/hub'), { encoding: 'utf8' }).stdout, 'a Hub\n');
    assert.ok(has('share/applications/hub.desktop'));
  }
  assert.equal(run('--remove').status, 0);
  for (const name of ['bin/hub', 'lib/hub-desktop', 'share/applications/hub.desktop']) assert.equal(has(name), false, name);
});

test('what is there and is no Hub stays', { skip }, (t) => {
  const { prefix, run, has } = rig(t);
  mkdirSync(path.join(prefix, 'lib/hub-desktop'), { recursive: true });
  writeFileSync(path.join(prefix, 'lib/hub-desktop/mine'), '');
  for (const words of [[], ['--remove']]) assert.match(run(...words).stderr, /is no Hub/);
  assert.ok(has('lib/hub-desktop/mine'));
  unlinkSync(path.join(prefix, 'lib/hub-desktop/mine'));
  writeFileSync(path.join(prefix, 'lib/hub-desktop/installed.json'), '{}');
  mkdirSync(path.join(prefix, 'bin'));
  symlinkSync('/usr/bin/true', path.join(prefix, 'bin/hub'));
  assert.match(run().stderr, /bin\/hub is there, and is no Hub/);
  assert.equal(readlinkSync(path.join(prefix, 'bin/hub')), '/usr/bin/true');
  assert.equal(run('relative').status, 2);
});
