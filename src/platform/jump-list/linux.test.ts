import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { entryOf, hostile, logs, main, save, usual } from '../../../test/doubles/launcher-tasks.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { jumpList } from './index.ts';
import { isHubClass, type ListOwner, programOf, type ShellLink, type ShellTask } from './interface.ts';
import { desktopJumpList } from './linux.ts';

test('a window is recognized as Hub’s by its class, for the default home and any other one', () => {
  for (const key of [null, '0a1b2c3d']) assert.ok(isHubClass(programOf(key).replace(/^h/, 'H')));
  for (const other of [null, 'Hub-desktop-', 'Hub-desktop-editor', 'Editor']) assert.ok(!isHubClass(other));
});

test('the entry has this text', () => {
  assert.equal(
    entryOf(main, [save]),
    `[Desktop Entry]
Type=Application
Version=1.4
Name=Hub
Comment=Keeps what you copy
Exec=/opt/hub/node /opt/hub/bin/hub.ts
TryExec=/opt/hub/node
Path=/opt/hub
Icon=/opt/hub/hub.png
Terminal=false
StartupWMClass=hub-desktop
Categories=Utility;
Actions=save-now;
X-Hub-Written=true
X-Hub-Home=/home/me/.local/share/hub

[Desktop Action save-now]
Name=Save now
Icon=/opt/hub/hub.png
Exec=/opt/hub/node /opt/hub/bin/hub.ts action save-now
X-Hub-ToolTip=Keeps what you copy
X-Hub-Path=/opt/hub
`,
  );
});

test('a title keeps its blanks, and can not end its line', () => {
  assert.match(entryOf({ ...main, title: '  a\nb\\n' }), /^Name=\\s a\\nb\\\\n$/m);
});

/** How a desktop parses `Exec`, by the specification: first the value's escapes, then quotes, then codes. */
function wordsOf(entry: string): readonly string[] {
  const line = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  const letters: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  const value = line.replaceAll(/\\([sntr\\])/g, (_, letter: string) => letters[letter] ?? '');
  const words = [...value.matchAll(/"((?:[^"\\]|\\.)*)"|([^" ]+)/gs)];
  return words.map(([, inQuotes, bare]) => (inQuotes?.replaceAll(/\\(.)/gs, '$1') ?? bare ?? '').replaceAll('%%', '%'));
}

test('every word is parsed back unchanged, whatever is in it', () => {
  assert.deepEqual(wordsOf(entryOf({ ...main, arguments: hostile })), [main.exePath, ...hostile]);
  const anyWord = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', '$', '%', '\n', '\t', '`', "'", 'ü') });
  fc.assert(
    fc.property(fc.array(anyWord), (words) => {
      const entry = entryOf({ ...main, arguments: words });
      assert.deepEqual(wordsOf(entry), [main.exePath, ...words]);
      assert.equal(entry.split('\n').length, entryOf(main).split('\n').length);
    }),
  );
});

test('what an entry can not express is reported, and not written', async (t) => {
  const home = temporaryHome(t);
  const bad: readonly (readonly [ShellLink, readonly ShellTask[]])[] = [
    [{ ...main, exePath: '/a=b/node' }, []],
    [{ ...main, arguments: ['a\0b'] }, []],
    [main, [{ ...save, id: 'save now]\nExec=evil' }]],
    [main, [{ ...save, arguments: ['\0'] }]],
  ];
  for (const [link, tasks] of bad)
    assert.deepEqual(await desktopJumpList(home, usual).publish(link, tasks), { ok: false, reason: 'not-a-link' });
  assert.deepEqual(readdirSync(home), []);
});

test('the entry is written if it changed, and otherwise left alone', async (t) => {
  const home = path.join(temporaryHome(t), 'share');
  const file = path.join(home, 'applications', 'hub.desktop');
  const list = jumpList({ platform: 'linux', env: { XDG_DATA_HOME: home }, userHome: '/nowhere', owner: usual });
  assert.deepEqual(await list.publish(main, [save]), { ok: true, value: 'written' });
  const before = statSync(file, { bigint: true });
  assert.deepEqual(await list.publish(main, [save]), { ok: true, value: 'unchanged' });
  assert.equal(statSync(file, { bigint: true }).ino, before.ino);
  assert.deepEqual(await list.publish(main, [save, logs]), { ok: true, value: 'written' });
  assert.equal(readFileSync(file, 'utf8'), entryOf(main, [save, logs]));
  assert.deepEqual(readdirSync(path.dirname(file)), ['hub.desktop']);
});

test('each home has an entry of its own, under the name of its windows, and its commands are for its Hub', async (t) => {
  const data = temporaryHome(t);
  const owner = { home: path.join(data, 'another home'), key: '0a1b2c3d' };
  mkdirSync(owner.home);
  const environment = { HUB_HOME: owner.home, HUB_BRIDGE_PORT: '6001' };
  const published = await desktopJumpList(data, owner).publish({ ...main, environment }, [{ ...save, environment }]);
  assert.deepEqual(published, { ok: true, value: 'written' });
  const folder = path.join(data, 'applications');
  assert.deepEqual(readdirSync(folder).toSorted(), ['hub-desktop-0a1b2c3d.desktop']);
  const entry = readFileSync(path.join(folder, 'hub-desktop-0a1b2c3d.desktop'), 'utf8');
  assert.match(entry, /^StartupWMClass=hub-desktop-0a1b2c3d$/m);
  assert.match(entry, /^TryExec=\/opt\/hub\/node$/m);
  const started = `/usr/bin/env "HUB_HOME=${owner.home}" HUB_BRIDGE_PORT=6001 /opt/hub/node /opt/hub/bin/hub.ts`;
  assert.deepEqual(entry.match(/(?<=^Exec=).*/gm), [started, `${started} action save-now`]);
});

test('entries that Hub wrote for deleted homes are removed with the next entry, and nothing else is', async (t) => {
  const data = temporaryHome(t);
  const folder = path.join(data, 'applications');
  const home = (name: string): string => path.join(data, name);
  const publish = (owner: ListOwner) => desktopJumpList(data, owner).publish(main, [save]);
  for (const name of ['here', 'usual', 'odd \\n\tname', 'gone']) mkdirSync(home(name));
  await publish({ home: home('usual'), key: null });
  await publish({ home: home('gone'), key: '11111111' });
  await publish({ home: home('odd \\n\tname'), key: '22222222' });
  const strangers = {
    'hub-desktop-33333333.desktop': `[Desktop Entry]\nName=Mine\nX-Hub-Home=${home('never')}\n`,
    'hub-desktop-44444444.desktop': '[Desktop Entry]\nX-Hub-Written=true\n',
    'hub-desktop-old.desktop': `X-Hub-Written=true\nX-Hub-Home=${home('never')}\n`,
    'other.desktop': `X-Hub-Written=true\nX-Hub-Home=${home('never')}\n`,
  };
  for (const [name, text] of Object.entries(strangers)) writeFileSync(path.join(folder, name), text);
  const all = ['hub.desktop', 'hub-desktop-22222222.desktop', 'hub-desktop-55555555.desktop', ...Object.keys(strangers)];
  rmSync(home('gone'), { recursive: true });
  assert.deepEqual(await publish({ home: home('here'), key: '55555555' }), { ok: true, value: 'written' });
  assert.deepEqual(readdirSync(folder).toSorted(), all.toSorted());
  rmSync(home('usual'), { recursive: true });
  assert.deepEqual(await publish({ home: home('here'), key: '55555555' }), { ok: true, value: 'unchanged' });
  assert.deepEqual(readdirSync(folder).toSorted(), all.filter((name) => name !== 'hub.desktop').toSorted());
});

test('an entry that Hub did not write is left alone', async (t) => {
  const home = temporaryHome(t);
  mkdirSync(path.join(home, 'applications'));
  const file = path.join(home, 'applications', 'hub.desktop');
  writeFileSync(file, '[Desktop Entry]\nType=Application\nName=Another Hub\nExec=hub\n');
  assert.deepEqual(await desktopJumpList(home, usual).publish(main, []), { ok: false, reason: 'taken' });
  assert.match(readFileSync(file, 'utf8'), /Another Hub/);
});

test('a folder that can not be created is a reason', async (t) => {
  const home = path.join(temporaryHome(t), 'file');
  writeFileSync(home, '');
  const published = await desktopJumpList(home, usual).publish(main, []);
  assert.deepEqual(published, { ok: false, reason: 'missing-directory' });
});

test('without an absolute folder in the environment the entry is in the user’s home; other systems have no list', async (t) => {
  const userHome = temporaryHome(t);
  const list = jumpList({ platform: 'linux', env: { XDG_DATA_HOME: 'relative' }, userHome, owner: usual });
  assert.equal((await list.publish(main, [])).ok, true);
  assert.ok(statSync(path.join(userHome, '.local', 'share', 'applications', 'hub.desktop')).isFile());
  const none = await jumpList({ platform: 'freebsd', env: {}, userHome, owner: usual }).publish(main, [save]);
  assert.deepEqual(none, { ok: false, reason: 'unsupported' });
});
