import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/harness/effort.ts';
import { desktopEntry } from './desktop-entry.ts';
import { knownProgram, programOf, programTitle } from './installed-programs.ts';

const entry = (id: string, lines: string) => desktopEntry(`[Desktop Entry]\nType=Application\n${lines}\n`, id);
const programs = (...all: readonly (readonly [string, string])[]) => all.flatMap(([id, lines]) => entry(id, lines) ?? []);

test('an entry has its name in the languages of Hub, its class, its command and its icon', () => {
  const text = `# comment
[Desktop Entry]
Version=1.0
Type = Application
Name=Files
Name[de]=Dateien
Name[fr]=Fichiers
Name[zh_CN]=文件
Exec=env GTK_A=1 /usr/bin/nautilus --new-window %U
Icon=org.gnome.Nautilus
StartupWMClass=org.gnome.Nautilus
Name=Second
[Desktop Action new]
Name=New window
Exec=evil
`;
  assert.deepEqual(desktopEntry(text, 'org.gnome.Nautilus'), {
    id: 'org.gnome.Nautilus',
    name: 'Files',
    names: { de: 'Dateien', 'zh-CN': '文件' },
    windowClass: 'org.gnome.Nautilus',
    command: 'nautilus',
    words: 2,
    icon: 'org.gnome.Nautilus',
  });
});

test('the words of Exec: quotes, escapes, field codes, variables; what starts other programs is no command', () => {
  const command = (exec: string) => entry('a', `Name=A\nExec=${exec}`)?.command;
  assert.equal(command('"/opt/My App/app" %F'), 'app');
  assert.equal(command('/opt/My\\ App/my\\ app %u'), 'my app');
  assert.equal(command('A=b C=d tool'), 'tool');
  for (const other of ['flatpak run org.x.Y', 'sh -c "evil"', '/usr/bin/python3 /opt/a.py', '%U', '', '"'])
    assert.equal(command(other), '', other);
});

test('what is hidden, is no application or has no name is none', () => {
  assert.equal(entry('a', 'Name=A\nHidden=true'), null);
  assert.equal(entry('a', 'Exec=a'), null);
  assert.equal(desktopEntry('[Desktop Entry]\nType=Link\nName=A', 'a'), null);
  assert.equal(desktopEntry('Name=A\nType=Application', 'a'), null);
});

test('names are harmless and short, and an icon is a name or a path without a way up', () => {
  const hostile = entry('a', `Name=\u202efdp\\n${'x'.repeat(9_000)}\nIcon=/usr/share/../../etc/x.png`);
  assert.ok(hostile !== null && hostile.name.length <= 100 && !/[\u202e\n]/.test(hostile.name));
  assert.equal(hostile?.icon, '');
  for (const [icon, taken] of [
    ['../../x', ''],
    ['a/b', ''],
    ['firefox.png', 'firefox'],
    ['/opt/a/b.svg', '/opt/a/b.svg'],
    ['x'.repeat(400), ''],
  ])
    assert.equal(entry('a', `Name=A\nIcon=${icon}`)?.icon, taken);
});

test('no text causes an exception, and nothing taken from it is long', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('[Desktop Entry]', 'Type=Application', 'Name=\ud800', 'Exec="\\', 'Exec=%', '=', 'Name[de]=\0', '[', 'Icon=\\'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.string(), (lines, id) => {
      const program = desktopEntry(lines.join('\n'), id);
      for (const text of Object.values(program ?? {})) if (typeof text === 'string') assert.ok(text.length <= 300 && text.isWellFormed());
    }),
    { numRuns: runs(300) },
  );
});

test('a program is found by the class of its windows, the name of its file, or its executable', () => {
  const all = programs(
    ['firefox-esr', 'Name=Firefox ESR\nExec=/usr/lib/firefox-esr/firefox-esr %u\nIcon=firefox-esr'],
    ['code', 'Name=Visual Studio Code\nExec=/usr/share/code/code %F\nStartupWMClass=Code'],
    ['org.gnome.TextEditor', 'Name=Text Editor\nName[de]=Texteditor\nExec=gnome-text-editor %U'],
    ['viewer-settings', 'Name=Viewer settings\nExec=viewer --settings'],
    ['viewer-main', 'Name=Viewer\nExec=viewer %f'],
    ['tool', 'Name=Tool\nExec=env node /opt/tool.js'],
    ['office-calc', 'Name=Calc\nExec=office --calc %U\nStartupWMClass=office-calc'],
    ['office-start', 'Name=Office\nExec=office %U\nStartupWMClass=office-start'],
    ...['Calc', 'Writer', 'Start Center'].map((part): [string, string] => [
      `suite-${part}`,
      `Name=Suite ${part}\nName[de]=Suite ${part}\nExec=suite ${part === 'Start Center' ? '' : '--part '}%U\nStartupWMClass=suite-${part}`,
    ]),
  );
  const found = (name: string | null, executable: string | null = null) => programOf(all, { name, executable })?.name ?? null;
  assert.equal(found('firefox-esr', '/usr/lib/firefox-esr/firefox-esr'), 'Firefox ESR');
  assert.equal(found('Code'), 'Visual Studio Code');
  assert.equal(found('TextEditor'), 'Text Editor');
  assert.equal(found('something', '/usr/bin/gnome-text-editor'), 'Text Editor');
  assert.equal(found(null, '/usr/bin/viewer'), 'Viewer', 'the entry with the fewest words');
  assert.equal(
    found('Soffice', '/usr/lib/office/program/soffice.bin'),
    'Office',
    'the folder that has it is called like the command that starts it',
  );
  assert.equal(found('office-calc', '/usr/lib/office/program/soffice.bin'), 'Calc');
  const ofSuite = (windowTitle: string | null) =>
    programOf(all, { name: 'Suite.bin', executable: '/usr/lib/suite/program/suite.bin', windowTitle })?.name;
  assert.equal(ofSuite(null), 'Suite', 'the start center is wrong for each document');
  assert.equal(ofSuite('Untitled 1 — Suite Calc'), 'Suite Calc', 'as the picker calls it by the class of the window');
  assert.equal(ofSuite('Suite Calc.odt — notes'), 'Suite');
  const early = { name: 'suite-Start Center', executable: null, windowTitle: 'Untitled 1 - Suite Calc' };
  assert.equal(programOf(all, early)?.name, 'Suite Calc', 'its window was opened as the start center');
  assert.equal(programOf(all, { ...early, windowTitle: null })?.name, 'Suite Start Center');
  assert.equal(found('suite-calc', '/usr/lib/suite/program/suite.bin'), 'Suite Calc');
  assert.equal(found('x', '/home/lib/other/x'), null);
  for (const unknown of ['node', 'env', '', null, '__proto__']) assert.equal(found(unknown, '/usr/bin/node'), null, String(unknown));
  assert.equal(knownProgram(all, { name: 'TextEditor', executable: null }, 'de')?.name, 'Texteditor');
  assert.deepEqual(knownProgram(all, { name: 'firefox-esr', executable: null }, 'de'), {
    name: 'Firefox ESR',
    iconUrl: '/program/firefox-esr',
  });
  assert.equal(knownProgram([], { name: 'code', executable: null }, 'en'), null);
  const titleOf = (programs: typeof all, name: string, language: string): string =>
    programTitle(programs, { name, executable: null }, language);
  assert.equal(titleOf(all, 'texteditor', 'de'), 'Texteditor');
  assert.equal(programTitle(all, { name: 'Soffice', executable: '/usr/lib/office/program/soffice.bin' }, 'en'), 'Office');
  assert.equal(titleOf(all, 'a\u202e\nb', 'de'), titleOf([], 'a\u202e\nb', 'de'));
  assert.ok(!/[\n\u202e]/.test(titleOf([], 'a\u202e\nb', 'en')), 'a class is what its window says');
});
