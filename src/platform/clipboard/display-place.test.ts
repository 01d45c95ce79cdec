import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { displaySockets, watchDisplayPlace } from './display-place.ts';

const none = { platform: 'linux', display: undefined, waylandDisplay: undefined } as const;

test('a session is where its compositor and its X server on this machine have their sockets', () => {
  const socketsOf = (display?: string, waylandDisplay?: string, runtimeFolder?: string): readonly string[] =>
    displaySockets({ platform: 'linux', display, waylandDisplay, runtimeFolder });
  assert.deepEqual(socketsOf(':0', 'wayland-1', '/run/user/1'), ['/run/user/1/wayland-1', '/tmp/.X11-unix/X0']);
  assert.deepEqual(socketsOf('far.example:0', '/tmp/a', '/run/user/1'), ['/tmp/a']);
  assert.deepEqual(socketsOf(':12.1'), ['/tmp/.X11-unix/X12']);
  assert.deepEqual(socketsOf('unix:0', 'wayland-1'), ['/tmp/.X11-unix/X0']);
  for (const display of ['', 'far.example:0', 'localhost:10.0', ':', ':0/../../a', `:${'1'.repeat(100_000)}`])
    assert.deepEqual(socketsOf(display), []);
  assert.deepEqual(displaySockets({ ...none, platform: 'darwin', display: ':0' }), []);
  assert.equal(
    watchDisplayPlace(none, () => {}),
    null,
  );
});

/** Whether the socket was there each time that a change was told. */
function followed(t: TestContext, runtimeFolder: string): readonly boolean[] {
  const told: boolean[] = [];
  const watch = watchDisplayPlace({ ...none, waylandDisplay: 'wayland-1', runtimeFolder }, () =>
    told.push(existsSync(path.join(runtimeFolder, 'wayland-1'))),
  );
  t.after(() => watch?.[Symbol.dispose]());
  return told;
}

const skip = process.platform === 'win32';

test('a socket that appears is told', { skip }, async (t) => {
  const runtimeFolder = temporaryHome(t);
  const told = followed(t, runtimeFolder);
  writeFileSync(path.join(runtimeFolder, 'wayland-1'), '');
  await until('the first session', () => told.at(-1));
});

test('so is its end with its folder, and one that appears when the folder is back', { skip }, async (t) => {
  const runtimeFolder = path.join(temporaryHome(t), 'user');
  const begin = (): void => {
    mkdirSync(runtimeFolder);
    writeFileSync(path.join(runtimeFolder, 'wayland-1'), '');
  };
  begin();
  const told = followed(t, runtimeFolder);
  rmSync(runtimeFolder, { recursive: true });
  await until('its end', () => told.at(-1) === false);
  begin();
  await until('the next session', () => told.at(-1));
});
