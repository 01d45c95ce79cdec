import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktopEnvironment, desktopIn } from './desktop-environment.ts';

test('only the variables of a desktop are handed over, and only well-formed ones', () => {
  const session = {
    DISPLAY: ':1',
    XAUTHORITY: '/run/user/1000/xauth_äÖ é',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus,guid=0;unix:abstract=/tmp/x',
    XDG_CURRENT_DESKTOP: 'ubuntu:GNOME',
  };
  assert.deepEqual(
    desktopIn({ ...session, PATH: '/bin', LD_PRELOAD: '/x.so', GTK_MODULES: 'x', HUB_HOME: '/h', XDG_SESSION_ID: '' }),
    session,
  );
  const malformed = {
    XAUTHORITY: 'relative',
    DBUS_SESSION_BUS_ADDRESS: 'unixexec:path=/bin/sh',
    XDG_SESSION_TYPE: 'x11\u0000',
    DESKTOP_SESSION: 'x'.repeat(256),
  };
  assert.deepEqual(desktopIn({ DISPLAY: ':1', ...malformed }), { DISPLAY: ':1' });
  for (const [variable, value] of Object.entries(malformed))
    assert.equal(desktopEnvironment.safeParse({ DISPLAY: ':1', [variable]: value }).success, false, variable);
  for (const bus of ['unix:path=/a;unixexec:path=/b', 'tcp:host=localhost', 'unix:', 'unix:path=/a;', 'autolaunch:'])
    assert.equal(desktopEnvironment.safeParse({ DISPLAY: ':1', DBUS_SESSION_BUS_ADDRESS: bus }).success, false, bus);
  for (const other of [{ LD_PRELOAD: '/x' }, { PATH: '/bin' }, { HUB_HOME: '/h' }, { XDG_RUNTIME_DIR: '/r' }])
    assert.equal(desktopEnvironment.safeParse({ DISPLAY: ':1', ...other }).success, false, JSON.stringify(other));
});

test('an environment without a display is no desktop', () => {
  for (const env of [{}, { DISPLAY: '' }, { DISPLAY: 'no display at all' }, { XAUTHORITY: '/x', XDG_SESSION_TYPE: 'tty' }])
    assert.equal(desktopIn(env), null);
  assert.deepEqual(desktopIn({ WAYLAND_DISPLAY: 'wayland-0' }), { WAYLAND_DISPLAY: 'wayland-0' });
});
