import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPrograms, startSessionBus } from '../../../test/harness/desktop/session-bus.ts';
import { noDetails } from '../../base/log.ts';
import { openBus } from '../dbus/bus.ts';
import { hidIdleMs, readIdleMs } from './index.ts';

const skip = process.platform === 'linux' ? missingPrograms('dbus-daemon') : 'for Linux';

const screenSaver = { name: 'org.freedesktop.ScreenSaver', path: '/org/freedesktop/ScreenSaver', member: 'GetSessionIdleTime', type: 'u' };
const mutter = { name: 'org.gnome.Mutter.IdleMonitor', path: '/org/gnome/Mutter/IdleMonitor/Core', member: 'GetIdletime', type: 't' };

/** A desktop's service; with null it refuses. */
async function serve(env: NodeJS.ProcessEnv, { name, path, member, type }: typeof mutter, idleMs: number | null) {
  const opened = await openBus('session', env);
  assert.ok(opened.ok);
  const call = () => (idleMs === null ? null : [idleMs]);
  opened.value.serve(path, { name, methods: { [member]: { takes: '', answers: type, call } }, properties: () => ({}), signals: {} });
  assert.ok((await opened.value.own(name)).ok);
}

test('the desktop is asked where no X server knows', { skip }, async () => {
  await using bus = await startSessionBus();
  const read = () => readIdleMs({ platform: 'linux', env: { ...bus.env, WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':9987' }, log: noDetails });
  assert.equal(await read(), null);
  await serve(bus.env, screenSaver, 61_000);
  assert.equal(await read(), 61_000);
  await serve(bus.env, mutter, 5_000_000_000);
  assert.equal(await read(), 5_000_000_000);
});

test('a service that refuses knows nothing', { skip }, async () => {
  await using bus = await startSessionBus();
  await serve(bus.env, screenSaver, null);
  assert.equal(await readIdleMs({ platform: 'linux', env: bus.env, log: noDetails }), null);
  assert.equal(await readIdleMs({ platform: 'linux', env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }, log: noDetails }), null);
});

test('the answer of ioreg is in nanoseconds', () => {
  assert.equal(hidIdleMs('    | |   "HIDIdleTime" = 2500000000\n'), 2_500);
  assert.equal(hidIdleMs('"HIDIdleTime" = {}'), null);
});
