import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { version } from '../contract/version.ts';
import { installationIn, tryInstalledVersion } from './installation.ts';

test('a package says how it was installed, and anything else is a checkout', (t) => {
  const folder = path.join(temporaryHome(t));
  const said = (text: string) => {
    writeFileSync(path.join(folder, 'installed.json'), text);
    return installationIn(folder);
  };
  const checkout = { form: 'checkout', command: null };
  assert.deepEqual(installationIn(folder), checkout);
  assert.deepEqual(said('{"form":"deb","command":"bin/hub"}'), { form: 'deb', command: path.join(folder, 'bin/hub') });
  assert.deepEqual(said('{"form":"npm"}'), { form: 'npm', command: null });
  for (const odd of ['', '[]', 'null', '{"form":"x","command":7}']) assert.deepEqual(said(odd), checkout, odd);
  assert.deepEqual(installationIn(), checkout, 'these sources');
});

test('the version of the files is read anew each time, and is not known if they do not tell one', async (t) => {
  const folder = temporaryHome(t);
  assert.equal(await tryInstalledVersion(folder), null);
  for (const [text, expected] of [
    ['{"version":"1.2.3"}', '1.2.3'],
    ['{"version":"1.3.0"}', '1.3.0'],
    ['{"version":"\\u001b[2J"}', null],
    ['{"version":7}', null],
    ['{', null],
    ['null', null],
  ] as const) {
    writeFileSync(path.join(folder, 'package.json'), text);
    assert.equal(await tryInstalledVersion(folder), expected, text);
  }
  assert.equal(await tryInstalledVersion(), version, 'these sources');
});
