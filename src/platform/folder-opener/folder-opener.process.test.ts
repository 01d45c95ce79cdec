import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { folderOpener } from './index.ts';

/** A folder with a program `xdg-open` that runs the shell script `script`. */
function rig(t: TestContext, script: string) {
  const folder = temporaryHome(t);
  writeFileSync(path.join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, 'xdg-open'), 0o755);
  const env = { PATH: `${folder}:/usr/bin:/bin`, DISPLAY: ':99', FOLDER: folder };
  return { env, folder, opener: folderOpener({ platform: 'linux', env }) };
}

test("a folder is opened by the desktop's program, with its path unchanged", async (t) => {
  const { opener, folder } = rig(t, 'printf %s "$1" > "$FOLDER/told"');
  const strange = '/tmp/a b; touch "$FOLDER/x" $(id)';
  assert.deepEqual(await opener.open(strange), { ok: true, value: null });
  assert.equal(readFileSync(path.join(folder, 'told'), 'utf8'), strange);
  assert.equal(existsSync(path.join(folder, 'x')), false);
});

test('pages and mails are opened, other addresses and a mail that has more than its addresses are not', async (t) => {
  const { opener, folder } = rig(t, 'printf %s "$1" > "$FOLDER/told"');
  for (const address of ['https://example.org/?a=b', 'mailto:ann@example.org']) {
    assert.equal((await opener.openAddress(address)).ok, true, address);
    assert.equal(readFileSync(path.join(folder, 'told'), 'utf8'), address);
  }
  for (const address of ['mailto:ann@example.org?attach=/etc/passwd', 'mailto:', 'ftp://example.org', 'file:///etc/passwd', '-e'])
    assert.equal((await opener.openAddress(address)).ok, false, address);
});

test('a program that shows the folder itself is not waited for', async (t) => {
  const { opener, folder } = rig(t, 'echo $$ > "$FOLDER/pid"; exec tail -f /dev/null');
  assert.deepEqual(await opener.open('/'), { ok: true, value: null });
  const pid = Number(readFileSync(path.join(folder, 'pid'), 'utf8'));
  process.kill(pid, 'SIGKILL'); // throws if it has exited
});

test('a program that fails is reported', async (t) => {
  const { opener } = rig(t, 'exit 3');
  const opened = await opener.open('/');
  assert.equal(!opened.ok && opened.reason, 'refused');
});

test('a page for which no browser is found is reported, also where looking for one takes a while', async (t) => {
  const { opener } = rig(t, 'sleep 1.5; exit 4');
  const opened = await opener.openAddress('https://example.org/');
  assert.equal(!opened.ok && opened.reason, 'refused');
});

test('what can not be passed to any program is refused, and nothing is started', async (t) => {
  const { opener, folder } = rig(t, 'echo started > "$FOLDER/told"');
  for (const target of ['/tmp/a\0b.txt', `/${'x'.repeat(4 * 1024 * 1024)}`]) {
    for (const show of [opener.open, opener.reveal, opener.openFile]) {
      const opened = await show(target);
      assert.equal(opened.ok, false);
    }
  }
  assert.equal(existsSync(path.join(folder, 'told')), false);
});

test('of a program that failed its name and status are told', async (t) => {
  const { opener } = rig(t, 'exit 4');
  assert.deepEqual(await opener.openAddress('https://a.example/'), { ok: false, reason: 'refused', detail: 'xdg-open, status 4' });
});

test('without a program, a display or a known system nothing is started', async () => {
  const reason = async (platform: NodeJS.Platform, env: Record<string, string>) => {
    const opened = await folderOpener({ platform, env }).open('/');
    return opened.ok ? null : opened.reason;
  };
  assert.equal(await reason('linux', { PATH: '/nowhere', DISPLAY: ':99' }), 'no-opener');
  assert.equal(await reason('linux', { PATH: '/usr/bin' }), 'no-display');
  assert.equal(await reason('aix', { PATH: '/usr/bin', DISPLAY: ':99' }), 'no-opener');
});
