import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { locatePlaces } from '../locations.ts';
import { readSurroundings } from '../surroundings.ts';
import { autostart } from './index.ts';
import { xdgAutostart } from './linux.ts';
import { propertyList } from './macos.ts';
import { isDisabled, runKeyAutostart } from './windows.ts';

const skip = process.platform === 'linux' ? false : 'for Linux';
const validator = spawnSync('desktop-file-validate', ['--help']).status === 0;

function rig(t: TestContext, more: Record<string, string> = {}) {
  const root = temporaryHome(t);
  const env = { HOME: root, XDG_CONFIG_HOME: path.join(root, 'conf "%$`\\ home'), HUB_HOME: path.join(root, 'a "home" %f $x'), ...more };
  const places = locatePlaces(readSurroundings(env));
  const entry = autostart({ platform: 'linux', env, places, owner: { home: places.home, key: '0a1b2c3d' } });
  const text = () => readFileSync(entry.place, 'utf8');
  return { root, env, places, entry, text };
}

test('it is on while there is an entry that is valid by the specification, and off without one', { skip }, async (t) => {
  const { entry, text, env } = rig(t);
  assert.equal(entry.place, path.join(env.XDG_CONFIG_HOME, 'autostart', 'hub-desktop-0a1b2c3d.desktop'));
  assert.equal(await entry.isOn(), false);
  assert.deepEqual(await entry.set(false), { ok: true, value: null });
  assert.deepEqual(await entry.set(true), { ok: true, value: null });
  assert.equal(await entry.isOn(), true);
  if (validator) {
    const { status, stdout } = spawnSync('desktop-file-validate', ['--warn-kde', entry.place], { encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}\n${text()}`);
  }
  rmSync(entry.place);
  assert.equal(await entry.isOn(), false, 'deleted by hand');
  await entry.set(true);
  assert.deepEqual(await entry.set(false), { ok: true, value: null });
  assert.equal(existsSync(entry.place), false);
});

test('a home whose name ends in a blank is written so that it is read as it is', { skip }, async (t) => {
  const { entry, text, env } = rig(t, { HUB_HOME: path.join(temporaryHome(t), 'home ') });
  await entry.set(true);
  assert.deepEqual(
    text()
      .split('\n')
      .filter((line) => line.endsWith(' ')),
    [],
  );
  assert.ok(text().includes(`X-Hub-Home=${env.HUB_HOME.slice(0, -1)}\\s\n`));
});

test('what its user changed in it stays, and Hidden and GNOME’s switch are respected', { skip }, async (t) => {
  const { entry, text } = rig(t);
  await entry.set(true);
  const changed = `# mine\n${text().replace('Comment=', 'Name[de]=Meins\nX-GNOME-Autostart-Delay=9\nComment=')}\n[Desktop Action x]\nHidden=true\nExec=x\n`;
  writeFileSync(entry.place, changed);
  assert.equal(await entry.isOn(), true);
  await entry.set(false);
  assert.equal(await entry.isOn(), false);
  assert.match(text(), /^Hidden=true$/m);
  await entry.set(true);
  assert.equal(await entry.isOn(), true);
  for (const line of ['# mine', 'Name[de]=Meins', 'X-GNOME-Autostart-Delay=9', '[Desktop Action x]'])
    assert.ok(text().split('\n').includes(line), line);
  assert.match(text(), /\[Desktop Action x\]\nHidden=true\nExec=x\n/, 'what belongs to an action is not the entry’s');
  for (const off of ['Hidden=true', 'X-GNOME-Autostart-enabled=false', 'TryExec=/nowhere/node']) {
    writeFileSync(
      entry.place,
      text()
        .replace('[Desktop Entry]', `[Desktop Entry]\n${off}`)
        .replace(off.startsWith('Try') ? /\nTryExec=(?!\/nowhere).*/ : '', ''),
    );
    assert.equal(await entry.isOn(), false, off);
    await entry.set(true);
    assert.equal(await entry.isOn(), true, off);
  }
});

test('an entry that Hub did not write is left alone, and a link stays one', { skip }, async (t) => {
  const { root, entry, text } = rig(t);
  mkdirSync(path.dirname(entry.place), { recursive: true });
  writeFileSync(entry.place, '[Desktop Entry]\nExec=other\n');
  assert.equal(await entry.isOn(), false);
  for (const isOn of [true, false]) assert.deepEqual(await entry.set(isOn), { ok: false, reason: 'taken' });
  assert.equal(text(), '[Desktop Entry]\nExec=other\n');
  rmSync(entry.place);
  await entry.set(true);
  renameSync(entry.place, path.join(root, 'dotfile'));
  symlinkSync(path.join(root, 'dotfile'), entry.place);
  writeFileSync(entry.place, `${text()}# mine\n`);
  await entry.set(false);
  assert.ok(lstatSync(entry.place).isSymbolicLink());
  assert.equal(await entry.isOn(), false);
  rmSync(entry.place);
  execFileSync('mkfifo', [entry.place]);
  assert.deepEqual([await entry.isOn(), await entry.set(true)], [false, { ok: false, reason: 'taken' }]);
});

test('its command starts this Hub hidden, whatever is in the names of its folders', { skip }, async (t) => {
  const { root, places, env } = rig(t);
  const says = path.join(root, 'a $program "it%s\\');
  writeFileSync(says, '#!/bin/sh\nprintf "%s|" "$HUB_HOME" "$@"', { mode: 0o755 });
  const launcher = {
    exePath: says,
    arguments: ['%u', 'run', '--hidden'],
    environment: { HUB_HOME: places.home },
    workingDirectory: root,
    iconPath: '/i',
  };
  const owner = { home: places.home, key: '0a1b2c3d' };
  const entry = xdgAutostart({ platform: 'linux', env, places, owner }, launcher);
  await entry.set(true);
  const exec = /^Exec=(.*)$/m.exec(readFileSync(entry.place, 'utf8'))?.[1] ?? '';
  const letters: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  const value = exec.replaceAll(/\\([sntr\\])/g, (_, letter: string) => letters[letter] ?? '');
  const words = [...value.matchAll(/"((?:[^"\\]|\\.)*)"|([^" ]+)/gs)].map(([, quoted, bare]) =>
    (quoted?.replaceAll(/\\(.)/gs, '$1') ?? bare ?? '').replaceAll('%%', '%'),
  );
  const [program = '', ...rest] = words;
  assert.equal(execFileSync(program, rest).toString(), `${places.home}|%u|run|--hidden|`);
});

test('a folder that can not be written to is said, and a relative $XDG_CONFIG_HOME is ignored', { skip }, async (t) => {
  const { root, entry } = rig(t, { XDG_CONFIG_HOME: 'relative' });
  assert.equal(entry.place, path.join(readSurroundings({}).userHome, '.config', 'autostart', 'hub-desktop-0a1b2c3d.desktop'));
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  const set = await rig(t, { XDG_CONFIG_HOME: file }).entry.set(true);
  assert.equal(set.ok, false);
});

test('the forms of macOS and Windows', () => {
  const launcher = { exePath: '/a & b/<node>', arguments: ['run'], environment: { A: '"x"' }, workingDirectory: '/', iconPath: '' };
  assert.match(propertyList('hub', launcher), /<string>\/a &amp; b\/&lt;node&gt;<\/string>\n {4}<string>run<\/string>/);
  assert.match(propertyList('hub', launcher), /<key>A<\/key><string>&quot;x&quot;<\/string>/);
  assert.equal(isDisabled('    Hub    REG_BINARY    03000000D5'), true);
  assert.equal(isDisabled('    Hub    REG_BINARY    020000000000'), false);
  assert.equal(isDisabled(''), false);
});

test('on Windows it is off if the registry says so, and not if it says nothing', { skip }, async (t) => {
  const root = temporaryHome(t);
  const { places } = rig(t);
  const entry = runKeyAutostart(
    { platform: 'win32', env: { SystemRoot: 'Windows' }, places, owner: { home: places.home, key: '0a1b2c3d' } },
    { exePath: 'C:\\hub.exe', arguments: [], environment: {}, workingDirectory: 'C:\\', iconPath: 'C:\\hub.ico' },
  );
  const refused = { ok: false, reason: 'refused' };
  assert.deepEqual([await entry.isOn(), await entry.set(false)], [true, refused], 'a program that may not run');
  // As reg.exe: its path, which has the slashes of Windows, is one name here. Its words are an action, a key, and `/v` if it is asked for a value.
  const before = process.env.PATH;
  process.env.PATH = `${root}:${before}`;
  t.after(() => {
    process.env.PATH = before;
  });
  const regIs = (script: string) => writeFileSync(path.join(root, 'Windows\\System32\\reg.exe'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  regIs('exit 1');
  assert.deepEqual([await entry.isOn(), await entry.set(false)], [true, refused], 'a key that may not be read');
  regIs('[ "$1" = query ] && [ "$#" = 2 ]');
  assert.deepEqual([await entry.isOn(), await entry.set(false)], [false, { ok: true, value: null }]);
  regIs('exit 0');
  assert.deepEqual([await entry.isOn(), await entry.set(false)], [true, { ok: true, value: null }]);
});
