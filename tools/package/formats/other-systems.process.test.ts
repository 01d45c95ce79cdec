import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { put } from '../program/folder.ts';
import { infoOf } from './macos.ts';
import { installerScript } from './nsis-scripts.ts';
import { iconOf, makensis } from './windows.ts';

const root = path.join(import.meta.dirname, '../../..');
const files = ['a b.js', 'bin/hub.js', 'installed.json', 'node.exe'];

/** What the installer would pack, and its script. */
function rig(t: TestContext) {
  const top = temporaryHome(t);
  for (const name of files) put(top, `files/${name}`, name);
  put(top, 'hub.ico', iconOf(readFileSync(path.join(root, 'brand/launcher.png'))));
  const parts = { version: '1.2.3', bytes: 1, folder: 'files', files, icon: 'hub.ico', output: 'hub-1.2.3.exe', isQuick: true };
  return { top, parts };
}

test('the installer is made without a warning, and twice the same', (t) => {
  if (spawnSync('makensis', ['-VERSION']).status !== 0) return t.skip('no makensis');
  const { top, parts } = rig(t);
  put(top, 'setup.nsi', `\uFEFF${installerScript(parts)}`);
  const made = [1, 2].map(() => {
    const ran = spawnSync('makensis', ['-V2', '-WX', 'setup.nsi'], {
      cwd: top,
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: '0' },
    });
    assert.equal(ran.status, 0, ran.stdout + ran.stderr);
    return readFileSync(path.join(top, 'hub-1.2.3.exe'));
  });
  assert.deepEqual(made[0], made[1]);
});

test('without makensis it says which package has it', (t) => {
  const { top } = rig(t);
  assert.throws(() => makensis(top, 'setup.nsi', { date: 0 }, { PATH: top }), /package nsis: sudo apt install nsis/);
});

test('the uninstaller stops Hub before it changes anything', (t) => {
  const script = installerScript(rig(t).parts);
  const removal = script.slice(script.indexOf('Section Uninstall'));
  const steps = [...removal.matchAll(/hub\.js" ([a-z]{1,20})'|(?:Call|!insertmacro) (un\.AwaitEnd|Refuse running)|(Delete) "\$INSTDIR/g)];
  assert.deepEqual(
    steps.slice(0, 6).map(([, hub, call, step]) => hub ?? call ?? step),
    ['stop', 'un.AwaitEnd', 'Refuse running', 'uninstall', 'un.AwaitEnd', 'Delete'],
  );
});

test('the uninstaller removes by name what was installed, folders only once empty, and never what was copied', (t) => {
  const script = installerScript(rig(t).parts);
  const removal = script.slice(script.indexOf('Section Uninstall'));
  const deleted = [...removal.matchAll(/^ {2}Delete "\$INSTDIR\\(.{1,100})"$/gm)].map(([, name]) => name);
  assert.deepEqual(deleted, ['node.exe', 'a b.js', 'bin\\hub.js', 'node.exe', 'uninstall.exe']);
  assert.deepEqual(
    [...removal.matchAll(/RMDir \/r "(.{1,100})"/g)].map(([, name]) => name),
    ['$LOCALAPPDATA\\hub-desktop\\compiled'],
  );
  assert.throws(() => installerScript({ ...rig(t).parts, files: ['installed.json', '$WINDIR'] }), /\$WINDIR/);
  assert.match(removal, /If\} \$R2 == uninstall\n {4}Delete "\$INSTDIR\\installed\.json"\n/, 'an update keeps the mark');
  // The mark of Hub's folder is there before everything else.
  assert.ok(script.indexOf('files/installed.json') < script.indexOf('WriteUninstaller'));
  assert.deepEqual(/^ {2}File "(.*)"$/m.exec(script)?.[1], 'files/installed.json');
});

test('the list of properties of the application is one, and starts it without a Dock icon', (t) => {
  const script = 'import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
  const ran = spawnSync('python3', ['-c', script], { input: infoOf({ version: '1.2.3-beta' }), encoding: 'utf8' });
  if (ran.error !== undefined) return t.skip('no python3');
  assert.equal(ran.status, 0, ran.stderr);
  const info = JSON.parse(ran.stdout);
  assert.deepEqual([info.CFBundleExecutable, info.LSUIElement, info.CFBundleShortVersionString], ['hub', true, '1.2.3']);
});

test('the archive of the application is the same in every time zone, and its command is a program', (t) => {
  const top = temporaryHome(t);
  put(top, 'files/Hub.app/Contents/MacOS/hub', '#!/bin/sh\n', 'program');
  put(top, 'files/Hub.app/Contents/Info.plist', infoOf({ version: '1.2.3' }));
  const made = ['Asia/Tokyo', 'America/New_York'].map((zone) => {
    const file = path.join(top, 'out.zip');
    const module = JSON.stringify(path.join(import.meta.dirname, 'macos.ts'));
    const script = `import { zip } from ${module}; await zip(${JSON.stringify(path.join(top, 'files'))}, ${JSON.stringify(file)}, { date: 1_700_000_000 });`;
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env: { ...process.env, TZ: zone } });
    assert.equal(ran.status, 0, ran.stderr);
    return readFileSync(file);
  });
  assert.deepEqual(made[0], made[1]);
  if (spawnSync('unzip', ['-q', 'out.zip', '-d', 'unpacked'], { cwd: top }).status !== 0) return t.skip('no unzip');
  assert.equal(statSync(path.join(top, 'unpacked/Hub.app/Contents/MacOS/hub')).mode & 0o777, 0o755);
});
