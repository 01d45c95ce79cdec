import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { displaySocket, watchDisplayPlace } from './display-place.ts';

const none = { platform: 'linux', display: undefined, waylandDisplay: undefined } as const;

test('a session is where its compositor has its socket, or else its X server on this machine', () => {
  const socketOf = (display?: string, waylandDisplay?: string, runtimeFolder?: string): string | null =>
    displaySocket({ platform: 'linux', display, waylandDisplay, runtimeFolder });
  assert.equal(socketOf(':0', 'wayland-1', '/run/user/1'), '/run/user/1/wayland-1');
  assert.equal(socketOf(':0', '/tmp/a', '/run/user/1'), '/tmp/a');
  assert.equal(socketOf(':12.1'), '/tmp/.X11-unix/X12');
  assert.equal(socketOf('unix:0', 'wayland-1'), '/tmp/.X11-unix/X0');
  for (const display of ['', 'far.example:0', 'localhost:10.0', ':', ':0/../../a', `:${'1'.repeat(100_000)}`])
    assert.equal(socketOf(display), null);
  assert.equal(displaySocket({ ...none, platform: 'darwin', display: ':0' }), null);
  assert.equal(
    watchDisplayPlace(none, () => {}),
    null,
  );
});

test('a socket that appears is told, also in a folder that was removed with the session', {
  skip: process.platform === 'win32',
}, async (t) => {
  const runtimeFolder = path.join(temporaryHome(t), 'user');
  mkdirSync(runtimeFolder);
  let told = 0;
  const watch = watchDisplayPlace({ ...none, waylandDisplay: 'wayland-1', runtimeFolder }, () => {
    told += 1;
  });
  t.after(() => watch?.[Symbol.dispose]());
  writeFileSync(path.join(runtimeFolder, 'wayland-1'), '');
  await until('the first session', () => told >= 1);
  rmSync(runtimeFolder, { recursive: true });
  await until('its end', () => told >= 2);
  const before = told;
  mkdirSync(runtimeFolder);
  writeFileSync(path.join(runtimeFolder, 'wayland-1'), '');
  await until('the next session', () => told > before);
});
