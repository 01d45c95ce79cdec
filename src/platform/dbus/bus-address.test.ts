import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressWithoutLaunch, busSockets } from './bus-address.ts';

test('the session bus is at its address, or in the folder of the session', () => {
  const session = (address: string) => busSockets('session', { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: '/run/user/7' });
  assert.deepEqual(session('unix:path=/run/user/7/bus,guid=d0e1'), ['/run/user/7/bus']);
  assert.deepEqual(session('unix:abstract=/tmp/dbus-a%2cb;unix:path=/tmp/x'), ['\0/tmp/dbus-a,b', '/tmp/x']);
  assert.deepEqual(session('unix:runtime=yes'), ['/run/user/7/bus']);
  assert.deepEqual(session(''), ['/run/user/7/bus']);
  assert.deepEqual(busSockets('session', {}), []);
});

test('an address of another machine, of a program to start, or a broken one is ignored', () => {
  for (const address of ['tcp:host=example.org,port=1', 'unixexec:path=/bin/sh', 'unix:', 'unix:path=%zz', 'unix', 'autolaunch:', ';;;']) {
    assert.deepEqual(busSockets('session', { DBUS_SESSION_BUS_ADDRESS: address }), [], address);
  }
});

test('the system bus is at its usual place unless the environment names another', () => {
  assert.deepEqual(busSockets('system', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x' }), ['/var/run/dbus/system_bus_socket']);
  assert.deepEqual(busSockets('system', { DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/y' }), ['/y']);
});

test('libraries look for the session bus where Hub does, and are told an address in any case, so that they start none', () => {
  for (const env of [
    { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/7/bus,guid=d0e1', XDG_RUNTIME_DIR: '/run/user/8' },
    { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '/run/user/7' },
    { XDG_RUNTIME_DIR: '/run/a, b=ü%;c' },
    {},
  ]) {
    const address = addressWithoutLaunch(env);
    assert.match(address, /^(?:unix:path=[-\w/.%]+(?:,guid=\w+)?|disabled:)$/);
    assert.deepEqual(busSockets('session', { ...env, DBUS_SESSION_BUS_ADDRESS: address }), busSockets('session', env));
  }
});
