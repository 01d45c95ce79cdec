import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { until } from '../../../test/harness/until.ts';
import { desktopEntry } from './desktop-entry.ts';
import { jumpList } from './index.ts';
import type { ListOwner, ShellLink, ShellTask } from './interface.ts';
import { desktopJumpList } from './linux.ts';

const main: ShellLink = {
  exePath: '/opt/hub/node',
  workingDirectory: '/opt/hub',
  arguments: ['/opt/hub/bin/hub.ts'],
  environment: {},
  title: 'Hub',
  toolTip: 'Keeps what you copy',
  iconPath: '/opt/hub/hub.png',
};
const usual: ListOwner = { home: '/home/me/.local/share/hub', key: null };
const save: ShellTask = { ...main, id: 'save-now', arguments: [...main.arguments, 'action', 'save-now'], title: 'Save now' };
const logs: ShellTask = { ...main, id: 'open-logs', arguments: [...main.arguments, 'action', 'open-logs'], title: 'Open logs' };
const hostile = [
  '',
  'a b',
  'c"d',
  "e'f",
  '\\',
  '\\\\g\\',
  '$HOME `id` $(id)',
  '50% %u %%',
  'h;i|j&k',
  '~',
  '#',
  '*?',
  '<>',
  'tab\there',
  'line\nend',
  'ü😀',
  ' first',
];

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-jump-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function entryOf(link: ShellLink, tasks: readonly ShellTask[] = [], owner = usual): string {
  const entry = desktopEntry(link, tasks, owner);
  assert.ok(entry.ok);
  return entry.value;
}

const validator = spawnSync('desktop-file-validate', ['--help']).status === 0;

test('the entry has an action for each task, and is what the specification wants', {
  skip: validator ? false : 'there is no desktop-file-validate',
}, (t) => {
  const file = path.join(folderFor(t), 'hub.desktop');
  const odd = { ...main, exePath: '/opt/a b/$node\\"%', arguments: hostile, toolTip: ' a\\b\nc\t%f' };
  for (const entry of [entryOf(main), entryOf(main, [save, logs]), entryOf(odd, [{ ...save, ...odd }])]) {
    writeFileSync(file, entry);
    const { status, stdout } = spawnSync('desktop-file-validate', ['--warn-kde', file], { encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}\n${entry}`);
  }
  writeFileSync(file, entryOf(main, [save]).replace('Actions=save-now;', 'Actions=other;'));
  assert.notEqual(spawnSync('desktop-file-validate', [file]).status, 0);
});

test('the entry reads so', () => {
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

/** What a desktop makes of `Exec`, by the specification: the value's escapes, then quotes, then codes. */
function wordsOf(entry: string): readonly string[] {
  const line = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  const letters: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  const value = line.replaceAll(/\\([sntr\\])/g, (_, letter: string) => letters[letter] ?? '');
  const words = [...value.matchAll(/"((?:[^"\\]|\\.)*)"|([^" ]+)/gs)];
  return words.map(([, inQuotes, bare]) => (inQuotes?.replaceAll(/\\(.)/gs, '$1') ?? bare ?? '').replaceAll('%%', '%'));
}

test('a task that has a folder of its own is started there, with its words as they were', (t) => {
  const folder = path.join(folderFor(t), "it's $HOME `a b`");
  mkdirSync(folder);
  const says = '#!/bin/sh\npwd; printf "%s." "$@"; printf %s "$SET"';
  const program = path.join(folder, 'says');
  writeFileSync(program, says, { mode: 0o755 });
  const words = hostile.filter((word) => !word.includes('.'));
  const task = { ...save, exePath: program, workingDirectory: folder, arguments: words, environment: { SET: 'to this' } };
  const [, action = ''] = entryOf(main, [task]).split('[Desktop Action save-now]');
  const [first = '', ...rest] = wordsOf(action);
  const said = execFileSync(first, rest, { cwd: '/', timeout: 20_000 }).toString();
  assert.equal(said, `${folder}\n${words.map((word) => `${word}.`).join('')}to this`);
});

test('every word comes back as it was, whatever is in it', () => {
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

const hasGlib = spawnSync('gio', ['version']).status === 0;

test('a desktop starts the program with the words as they were', {
  skip: hasGlib ? false : 'there is no gio, which starts entries',
}, async (t) => {
  const folder = folderFor(t);
  const program = path.join(folder, 'a program');
  // Each word in a line of its own, as hexadecimal, since there are line ends in them.
  writeFileSync(
    program,
    `#!/bin/sh\nfor word in "$@"; do printf %s "$word" | od -An -v -tx1 | tr -d ' \\n'; echo; done > '${folder}/told.part'\nmv '${folder}/told.part' '${folder}/told'\n`,
  );
  chmodSync(program, 0o755);
  const file = path.join(folder, 'hub.desktop');
  writeFileSync(file, entryOf({ ...main, exePath: program, workingDirectory: folder, arguments: hostile }));
  execFileSync('gio', ['launch', file], { timeout: 20_000 });
  await until('the program’s words', () => readdirSync(folder).includes('told'));
  const told = readFileSync(path.join(folder, 'told'), 'utf8').split('\n').slice(0, -1);
  assert.deepEqual(
    told.map((word) => Buffer.from(word, 'hex').toString()),
    hostile,
  );
});

test('what can not stand in an entry is told, and not written', async (t) => {
  const home = folderFor(t);
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

test('the entry is written where it changes, and only there', async (t) => {
  const home = path.join(folderFor(t), 'share');
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

test('each home has an entry of its own, under the name that its windows have, and its commands are for its Hub', async (t) => {
  const data = folderFor(t);
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

test('what Hub wrote for a home that is gone goes with the next entry, and nothing else does', async (t) => {
  const data = folderFor(t);
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

test('an entry that Hub did not write stays as it is', async (t) => {
  const home = folderFor(t);
  mkdirSync(path.join(home, 'applications'));
  const file = path.join(home, 'applications', 'hub.desktop');
  writeFileSync(file, '[Desktop Entry]\nType=Application\nName=Another Hub\nExec=hub\n');
  assert.deepEqual(await desktopJumpList(home, usual).publish(main, []), { ok: false, reason: 'taken' });
  assert.match(readFileSync(file, 'utf8'), /Another Hub/);
});

test('a folder that can not be made is a reason', async (t) => {
  const home = path.join(folderFor(t), 'file');
  writeFileSync(home, '');
  const published = await desktopJumpList(home, usual).publish(main, []);
  assert.deepEqual(published, { ok: false, reason: 'missing-directory' });
});

test('without an absolute folder in the environment the entry is in the home; other systems have no list', async (t) => {
  const userHome = folderFor(t);
  const list = jumpList({ platform: 'linux', env: { XDG_DATA_HOME: 'relative' }, userHome, owner: usual });
  assert.equal((await list.publish(main, [])).ok, true);
  assert.ok(statSync(path.join(userHome, '.local', 'share', 'applications', 'hub.desktop')).isFile());
  const none = await jumpList({ platform: 'freebsd', env: {}, userHome, owner: usual }).publish(main, [save]);
  assert.deepEqual(none, { ok: false, reason: 'unsupported' });
});
