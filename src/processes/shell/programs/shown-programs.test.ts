import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { gradientPng } from '../../../../test/harness/gradient-png.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import type { InstalledProgram } from '../../../domain/programs/desktop-entry.ts';
import type { Shell } from '../shell.ts';
import { ShownPrograms } from './shown-programs.ts';

function rig(t: TestContext) {
  const home = temporaryHome(t);
  const [own, system] = [path.join(home, 'own'), path.join(home, 'system')];
  const write = (folder: string, file: string, content: string | Uint8Array): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };
  const entry = (folder: string, id: string, lines: string): void =>
    write(folder, `applications/${id}.desktop`, `[Desktop Entry]\nType=Application\n${lines}\n`);
  const state: { programs?: readonly InstalledProgram[] } = {};
  const shell = { state, set: (told: object) => Object.assign(state, told) } as unknown as Pick<Shell, 'state' | 'set'>;
  const env = { HOME: home, XDG_DATA_HOME: own, XDG_DATA_DIRS: `relative:${system}` };
  // Only what the test asks for is read: the reading of the start does nothing on another system.
  const programs = new ShownPrograms({ platform: 'aix', env, shell, log: { warn: () => {}, debug: () => {} } });
  t.after(() => programs[Symbol.dispose]());
  return { own, system, write, entry, programs, named: (id: string) => state.programs?.find((each) => each.id === id)?.name };
}

test('programs of all data folders are read, the own ones first, and again when one is installed', async (t) => {
  const { own, system, entry, programs, named } = rig(t);
  entry(system, 'editor', 'Name=Editor');
  entry(own, 'editor', 'Name=My editor');
  entry(system, 'kde/viewer', 'Name=Viewer');
  await programs.look();
  assert.deepEqual([named('editor'), named('kde-viewer')], ['My editor', 'Viewer']);
  entry(own, 'later', 'Name=Later');
  utimesSync(path.join(own, 'applications'), 1, 1);
  await programs.look();
  assert.equal(named('later'), 'Later');
});

test('folders that lead to themselves, links to nothing, large files and bytes that are no text do no harm', async (t) => {
  const { own, write, entry, programs, named } = rig(t);
  entry(own, 'good', 'Name=Good');
  write(own, 'applications/large.desktop', `[Desktop Entry]\nType=Application\nName=Large\n${'#'.repeat(5_000_000)}`);
  write(own, 'applications/bytes.desktop', Buffer.from([0xff, 0xfe, 0x00, 0x80]));
  symlinkSync(path.join(own, 'applications'), path.join(own, 'applications/loop'));
  symlinkSync('self.desktop', path.join(own, 'applications/self.desktop'));
  symlinkSync('/dev/zero', path.join(own, 'applications/zero.desktop'));
  mkdirSync(path.join(own, 'applications/folder.desktop'));
  await programs.look();
  assert.deepEqual(['good', 'large', 'bytes', 'self', 'zero', 'folder'].map(named), [
    'Good',
    'Large',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('an icon is a picture of the theme, of what it inherits from, or of its own path; nothing else is one', async (t) => {
  const { own, system, write, entry, programs } = rig(t);
  const index = (inherits: string) => `[Icon Theme]\nInherits=${inherits}\nDirectories=48x48/apps\n[48x48/apps]\nSize=48\n`;
  write(path.dirname(own), '.config/gtk-3.0/settings.ini', '[Settings]\ngtk-icon-theme-name = Chosen\n');
  write(system, 'icons/Chosen/index.theme', index('Parent'));
  write(system, 'icons/Parent/index.theme', index('Chosen'));
  write(system, 'icons/hicolor/index.theme', index(''));
  write(system, 'icons/Parent/48x48/apps/inherited.png', gradientPng(48, 48));
  write(system, 'icons/hicolor/48x48/apps/usual.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write(system, 'icons/hicolor/48x48/apps/runs.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  write(system, 'icons/hicolor/48x48/apps/text.png', 'not a picture');
  write(own, 'secret.txt', 'secret');
  for (const icon of ['inherited', 'usual', 'runs', 'text', 'missing', path.join(own, 'secret.txt')])
    entry(own, path.basename(icon), `Name=A\nIcon=${icon}`);
  await programs.look();
  const shown = async (id: string) => (await programs.icon(id))?.mediaType ?? null;
  assert.deepEqual([await shown('inherited'), await shown('usual')], ['image/png', 'image/svg+xml']);
  for (const id of ['runs', 'text', 'missing', 'secret.txt', '../../etc/passwd', '']) assert.equal(await shown(id), null, id);
});
