import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { ChooserPortal } from '../../../test/harness/desktop/chooser-portal.ts';
import { missingPrograms, startSessionBus } from '../../../test/harness/desktop/session-bus.ts';
import { isAlive } from '../../../test/harness/hub.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { noDetails } from '../../base/log.ts';
import { openBus } from '../dbus/bus.ts';
import { folderChooser } from './index.ts';

const skip = process.platform === 'linux' ? missingPrograms('dbus-daemon') : 'for Linux';
const noBus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
const never = new AbortController().signal;

const chooserIn = (env: NodeJS.ProcessEnv) => folderChooser({ platform: 'linux', env, log: noDetails });

/** An environment in which this script is `zenity`, and the number of its process is in `file`. */
function withProgram(t: TestContext, script: string, name = 'zenity') {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'pid');
  writeFileSync(path.join(folder, name), `#!/bin/sh\necho $$ > ${file}\n${script}\n`);
  chmodSync(path.join(folder, name), 0o700);
  return { file, env: { ...noBus, DISPLAY: ':none', PATH: `${folder}:${process.env.PATH}` } };
}

test('without a portal and a program there is no chooser', async () => {
  const chooser = chooserIn({ ...noBus, DISPLAY: ':0', PATH: '/nowhere:relative' });
  assert.equal(await chooser.isAvailable(), false);
  assert.deepEqual(await chooser.choose('Choose', never), { ok: false, reason: 'unavailable' });
  assert.equal(await chooserIn({ ...noBus, PATH: process.env.PATH ?? '' }).isAvailable(), false, 'nor without a display');
});

test('what a program says is a folder, a closed dialog, or no path', async (t) => {
  const cases: readonly (readonly [script: string, answer: unknown])[] = [
    ["printf '/a b/ c \\n'", { ok: true, value: '/a b/ c ' }],
    ["printf '/two\\nlines\\n\\n'", { ok: true, value: '/two\nlines\n' }],
    ['exit 1', { ok: true, value: null }],
    ["printf '/\\351t\\351\\n'", { ok: false, reason: 'not-utf-8' }],
    ["printf 'relative\\n'", { ok: false, reason: 'failed' }],
    ['exit 5', { ok: false, reason: 'failed' }],
    ['kill -9 $$', { ok: false, reason: 'failed' }],
    ['exec cat /dev/zero', { ok: false, reason: 'failed' }],
  ];
  for (const [script, answer] of cases) {
    const { env } = withProgram(t, script);
    assert.deepEqual(await chooserIn(env).choose('Choose', never), answer, script);
  }
});

test('a program is preferred by its desktop, and gets the title as one word', async (t) => {
  const zenity = withProgram(t, 'printf "/%s" "$3"');
  const kdialog = withProgram(t, 'printf "/%s" "$2"', 'kdialog');
  const env = { ...zenity.env, PATH: `${path.dirname(kdialog.file)}:${zenity.env.PATH}` };
  assert.deepEqual(await chooserIn(env).choose('A "B" $C', never), { ok: true, value: '/--title=A "B" $C' });
  assert.deepEqual(await chooserIn({ ...env, XDG_CURRENT_DESKTOP: 'KDE' }).choose('A "B" $C', never), { ok: true, value: '/A "B" $C' });
});

test('a program ends with a process that is killed', { skip: skip || missingPrograms('setpriv') }, async (t) => {
  const { file, env } = withProgram(t, 'exec sleep 600');
  const chooser = path.join(import.meta.dirname, 'index.ts');
  const choose = `import { folderChooser } from '${chooser}';
    await folderChooser({ platform: 'linux', env: process.env, log: { debug() {} } }).choose('Choose', new AbortController().signal);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', choose], { env: { ...process.env, ...env }, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const pid = await until('the program', () => existsSync(file) && Number(readFileSync(file, 'utf8')));
  child.kill('SIGKILL');
  await until('its end', () => !isAlive(pid));
});

test('a program that never answers ends when the choice is stopped, even one that does not want to', async (t) => {
  const { env, file } = withProgram(t, "trap '' TERM\nwhile :; do sleep 0.05; done");
  const stop = new AbortController();
  const choice = chooserIn(env).choose('Choose', stop.signal);
  const pid = Number(await until('the program', () => existsSync(file) && readFileSync(file, 'utf8').trim()));
  stop.abort();
  assert.deepEqual(await choice, { ok: true, value: null });
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('a choice ends too if another program keeps the output of the one that was started', { timeout: 20_000 }, async (t) => {
  const left = withProgram(t, 'sleep 25 &\necho $! > "$0.left"\nwait');
  const stop = new AbortController();
  const choice = chooserIn(left.env).choose('Choose', stop.signal);
  const other = path.join(path.dirname(left.file), 'zenity.left');
  const pid = Number(await until('the other program', () => existsSync(other) && readFileSync(other, 'utf8').trim()));
  t.after(() => process.kill(pid));
  stop.abort();
  assert.deepEqual(await choice, { ok: true, value: null });
});

test('the portal’s dialog is asked for a folder, and its answer is the path', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ChooserPortal.start(bus.env);
  const chooser = chooserIn(bus.env);
  assert.equal(await chooser.isAvailable(), true);
  const cases: readonly (readonly [response: number, uris: readonly string[], answer: unknown])[] = [
    [0, ['file:///home/me/a%20b%0Ac%25'], { ok: true, value: '/home/me/a b\nc%' }],
    [1, [], { ok: true, value: null }],
    [2, [], { ok: true, value: null }],
    [9, [], { ok: false, reason: 'failed' }],
    [0, ['file:///%E9t%E9'], { ok: false, reason: 'not-utf-8' }],
    [0, ['sftp://elsewhere/x'], { ok: false, reason: 'failed' }],
    [0, [], { ok: false, reason: 'failed' }],
  ];
  for (const [index, [response, uris, answer]] of cases.entries()) {
    const choice = chooser.choose('Choose a folder', never);
    const { title, options } = await portal.dialog(index + 1);
    assert.deepEqual([title, options.get('directory')], ['Choose a folder', true]);
    await portal.answer(response, uris);
    assert.deepEqual(await choice, answer, String(uris));
  }
});

test('a portal of an older version has no dialog for folders', { skip }, async () => {
  await using bus = await startSessionBus();
  await using _ = await ChooserPortal.start(bus.env, 2);
  assert.equal(await chooserIn(bus.env).isAvailable(), false);
});

test('nobody but the portal can answer for it', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ChooserPortal.start(bus.env);
  const stranger = await openBus('session', bus.env);
  assert.ok(stranger.ok);
  const choice = chooserIn(bus.env).choose('Choose', never);
  await portal.dialog();
  await portal.answer(0, ['file:///evil'], stranger.value);
  await portal.answer(0, ['file:///good']);
  assert.deepEqual(await choice, { ok: true, value: '/good' });
  stranger.value.close();
});

test('a dialog is closed when the choice is stopped, and a portal or bus that dies ends the choice', { skip }, async () => {
  await using bus = await startSessionBus();
  const chooser = chooserIn(bus.env);
  {
    await using portal = await ChooserPortal.start(bus.env);
    const stop = new AbortController();
    const stopped = chooser.choose('Choose', stop.signal);
    await portal.dialog();
    await portal.allowClosing();
    stop.abort();
    assert.deepEqual(await stopped, { ok: true, value: null });
    assert.equal(portal.closed, 1);
    const crashed = chooser.choose('Choose', never);
    await portal.dialog(2);
    await portal[Symbol.asyncDispose]();
    assert.deepEqual(await crashed, { ok: false, reason: 'failed' });
  }
  await using again = await ChooserPortal.start(bus.env);
  const left = chooser.choose('Choose', never);
  await again.dialog();
  await bus.kill();
  assert.deepEqual(await left, { ok: false, reason: 'failed' });
});
