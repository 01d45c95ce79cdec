import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { put } from '../program/folder.ts';
import { installScript } from './archive.ts';

const skip = process.platform === 'win32' ? 'a shell script' : false;

const icon = 'share/icons/hicolor/256x256/apps/hub-desktop.png';
const installed = ['bin/hub', 'lib/hub-desktop', 'share/applications/hub.desktop', icon, 'share/man/man1/hub.1'];

/** What the archive unpacks, and the home of its user. */
function rig(t: TestContext) {
  const root = temporaryHome(t);
  const unpacked = path.join(root, 'unpacked');
  put(unpacked, 'hub-desktop/installed.json', '{"form":"archive"}');
  put(unpacked, 'hub-desktop/package.json', '{\n  "name": "hub-desktop",\n  "version": "1.2.0"\n}\n');
  put(unpacked, 'hub-desktop/hub', '#!/bin/sh\necho a Hub\n', 'program');
  put(unpacked, 'hub.desktop', '[Desktop Entry]\nExec=hub\n');
  put(unpacked, 'hub-desktop.png', 'png');
  put(unpacked, 'hub.1', '.TH HUB 1 1970-01-01 "Hub 1.0.0"\n');
  put(unpacked, 'install.sh', installScript, 'program');
  const prefix = path.join(root, 'a home', '.local');
  const programs = path.join(root, 'programs');
  const run = (...words: readonly string[]) =>
    spawnSync(path.join(unpacked, 'install.sh'), words, {
      cwd: unpacked,
      encoding: 'utf8',
      env: { PATH: `${programs}:${process.env.PATH}`, HOME: path.dirname(prefix) },
    });
  const has = (name: string): boolean => existsSync(path.join(prefix, name));
  return { prefix, programs, run, has };
}

test('the archive installs for one user, again over itself, and takes all of it away', { skip }, (t) => {
  const { prefix, run, has } = rig(t);
  for (const _ of [1, 2]) {
    const { status, stdout, stderr } = run();
    assert.equal(status, 0, stderr);
    assert.ok(stdout.includes(`Hub is installed: ${prefix}/bin/hub`));
    assert.equal(spawnSync(path.join(prefix, 'bin/hub'), { encoding: 'utf8' }).stdout, 'a Hub\n');
    for (const name of installed) assert.ok(has(name), name);
  }
  assert.equal(run('--remove').status, 0);
  for (const name of installed) assert.equal(has(name), false, name);
});

test('an installation leaves the Hub that is running alone, and a removal stops it', {
  skip: process.platform === 'linux' ? false : 'for Linux',
}, async (t) => {
  const { prefix, run, has } = rig(t);
  run();
  const folder = path.join(prefix, 'lib/hub-desktop');
  put(folder, 'node', readFileSync('/bin/sh'), 'program');
  put(folder, 'bin/hub.js', `trap 'exit 7' TERM\necho >'${prefix}/ready'\nwhile :; do sleep 0.05; done\n`);
  const hub = spawn(path.join(folder, 'node'), [path.join(folder, 'bin/hub.js'), 'run'], { stdio: 'ignore' });
  t.after(() => hub.kill('SIGKILL'));
  await until('the process', () => has('ready'));
  const ended = once(hub, 'exit');
  assert.match(run().stdout, /^A running Hub stays on the earlier version until you restart it: hub stop && hub start$/m);
  assert.equal(hub.exitCode, null);
  assert.match(run('--remove').stdout, /^hub: stopping the Hub of /);
  assert.deepEqual(await ended, [7, null]);
});

test('an earlier version is refused, because it could not read the journal, and a later one is not', { skip }, (t) => {
  const { prefix, run } = rig(t);
  assert.equal(run().status, 0);
  const versionIs = (version: string) => put(path.join(prefix, 'lib/hub-desktop'), 'package.json', `{\n  "version": "${version}"\n}\n`);
  for (const newer of ['1.10.0', '99.0.0', '1.2.1-beta.1']) {
    versionIs(newer);
    const { status, stderr } = run();
    assert.deepEqual([status, stderr.startsWith(`hub: ${newer} is installed, and 1.2.0 could not read its journals. `)], [1, true], stderr);
  }
  for (const older of ['1.2.0', '1.1.9', '1.2.0-beta.1', '0.9']) {
    versionIs(older);
    assert.equal(run().status, 0, older);
  }
});

test('a disk that becomes full in the middle costs nothing of the version before, and a half of one can be replaced and removed', {
  skip,
}, (t) => {
  const { prefix, programs, run, has } = rig(t);
  assert.equal(run().status, 0);
  put(programs, 'cp', '#!/bin/sh\nmkdir -p "$3/part" && echo "cp: No space left on device" >&2 && exit 1\n', 'program');
  assert.equal(run().status, 1);
  assert.equal(spawnSync(path.join(prefix, 'bin/hub'), { encoding: 'utf8' }).stdout, 'a Hub\n');
  assert.deepEqual(readdirSync(path.join(prefix, 'lib')), ['hub-desktop']);
  unlinkSync(path.join(programs, 'cp'));
  unlinkSync(path.join(prefix, 'lib/hub-desktop/installed.json'));
  assert.equal(run().status, 0, 'a removal of the one before that was broken off');
  unlinkSync(path.join(prefix, 'lib/hub-desktop/installed.json'));
  assert.equal(run('--remove').status, 0);
  for (const name of installed) assert.equal(has(name), false, name);
});

test('what is there and is no Hub stays', { skip }, (t) => {
  const { prefix, run, has } = rig(t);
  mkdirSync(path.join(prefix, 'lib/hub-desktop'), { recursive: true });
  writeFileSync(path.join(prefix, 'lib/hub-desktop/mine'), '');
  for (const words of [[], ['--remove']]) assert.match(run(...words).stderr, /already exists and is not Hub's/);
  assert.ok(has('lib/hub-desktop/mine'));
  unlinkSync(path.join(prefix, 'lib/hub-desktop/mine'));
  writeFileSync(path.join(prefix, 'lib/hub-desktop/installed.json'), '{}');
  mkdirSync(path.join(prefix, 'bin'));
  symlinkSync('/usr/bin/true', path.join(prefix, 'bin/hub'));
  assert.match(run().stderr, /bin\/hub already exists and is not Hub's/);
  assert.equal(readlinkSync(path.join(prefix, 'bin/hub')), '/usr/bin/true');
  assert.equal(run('relative').status, 2);
});
