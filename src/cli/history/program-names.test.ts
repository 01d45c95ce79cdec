import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { capture, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { history } from './history.ts';
import { namesOnDesktop, recordedNames } from './program-names.ts';
import { show } from './show.ts';

const firefox = { name: 'firefox-esr', executable: '/usr/lib/firefox-esr/firefox-esr', pid: 1, windowTitle: null };
const office = { name: 'Soffice', executable: '/usr/lib/libreoffice/program/soffice.bin', pid: 2, windowTitle: null };
const own = { name: 'my-tool', executable: '/opt/my-tool', pid: 3, windowTitle: null };

test('programs are called in the history as in the window: by their entries on the desktop', async (t) => {
  const { places } = startPeers(t);
  for (const folder of [path.dirname(places.journal), places.blobs, path.join(places.home, 'share/applications')])
    mkdirSync(folder, { recursive: true });
  const entry = (id: string, name: string, exec: string): void =>
    writeFileSync(
      path.join(places.home, 'share/applications', `${id}.desktop`),
      `[Desktop Entry]\nType=Application\nName=${name}\nExec=${exec} %U\n`,
    );
  entry('firefox-esr', 'Firefox ESR', 'firefox-esr');
  entry('libreoffice-startcenter', 'LibreOffice', 'libreoffice');
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const { source } = capture([]);
  const ids = [firefox, office, own].map(
    (app, at) => recordCapture(journal, textCapture(`copy ${at}`, { source: { ...source, name: app.name, app } })).fragmentIds[0],
  );
  const names = await namesOnDesktop({ env: { XDG_DATA_HOME: path.join(places.home, 'share'), XDG_DATA_DIRS: '/none' } });
  const { surface, printed } = rememberingSurface(places);
  assert.equal(history(surface, { limit: 5 }, names), 0);
  const listed = printed.join('\n');
  for (const name of ['Firefox ESR', 'LibreOffice', 'my-tool']) assert.ok(listed.includes(name), listed);
  assert.ok(!/firefox-esr|Soffice/.test(listed), listed);
  assert.equal(show(surface, String(ids[0]), {}, names), 0);
  assert.match(printed.join('\n'), /^From +Firefox ESR/m);
  assert.equal(recordedNames({ name: '', app: firefox }), 'firefox-esr');
});
