import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { keyTo } from './authority.ts';
import { isDisplayHeld, openDisplay } from './open-display.ts';

function openSockets(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

test('a server that never answers, or only begins to, leaks no descriptor, however often it is tried', {
  skip: process.platform !== 'linux',
}, async () => {
  for (const greeting of [Buffer.alloc(0), Buffer.from([1, 0, 11, 0, 0, 0])]) {
    const accepted = new Set<net.Socket>();
    await using server = net.createServer((socket) => {
      accepted.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => accepted.delete(socket))
        .resume();
      socket.write(greeting);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const number = (server.address() as net.AddressInfo).port - 6_000;
    const before = openSockets();
    for (let round = 0; round < 20; round += 1) assert.equal(await openDisplay(`127.0.0.1:${number}`, 20), null);
    await until('sockets that the server has lost', () => accepted.size === 0);
    assert.ok(openSockets() <= before, 'a socket of an earlier test may have been closed meanwhile');
  }
});

test('an invalid name, and a display where nobody listens, give no display', async () => {
  for (const name of ['', ':', ':x', 'host', ':99999999', ':65535', 'odd/:0', ':59535', '127.0.0.1:59535'])
    assert.equal(await openDisplay(name, 1_000), null, name);
});

test('the key for a display is found by its machine and number, as xauth(1) writes it', async (t) => {
  const file = path.join(temporaryHome(t), 'keys');
  const entry = (family: number, ...values: (string | Buffer)[]): Buffer => {
    const word = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
    return Buffer.concat([word(family), ...values.flatMap((value) => [word(value.length), Buffer.from(value)])]);
  };
  const kind = 'MIT-MAGIC-COOKIE-1';
  const entries = [
    entry(256, 'elsewhere', '0', kind, 'wrong machine'),
    entry(256, os.hostname(), '0', 'XDM-AUTHORIZATION-1', 'wrong kind'),
    entry(256, os.hostname(), '0', kind, 'local'),
    entry(0, Buffer.from([10, 0, 0, 7]), '0', kind, 'remote'),
    entry(65_535, '', '3', kind, 'any machine'),
  ];
  writeFileSync(file, Buffer.concat(entries));
  const key = async (number: string, address: string | null) =>
    (await keyTo({ number, remote: address === null ? null : { address, family: 'IPv4' } }, file)).data;
  assert.deepEqual(
    [await key('0', null), await key('0', '10.0.0.7'), await key('3', '10.0.0.8'), await key('3', null), await key('1', null)],
    ['local', 'remote', 'any machine', 'any machine', ''],
  );
  const whole = Buffer.concat(entries.slice(2, 3));
  for (let bytes = 0; bytes < whole.length; bytes += 1) {
    writeFileSync(file, whole.subarray(0, bytes));
    assert.equal(await key('0', null), '');
  }
});

test('a display is held while its server is there and says nothing; one that is gone, or that answers anything, is not', async () => {
  const sockets = new Set<net.Socket>();
  let isHeld = true;
  await using server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.resume();
    if (!isHeld) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const DISPLAY = `127.0.0.1:${(server.address() as net.AddressInfo).port - 6_000}`;
  assert.equal(await isDisplayHeld({ DISPLAY }, 50), true);
  isHeld = false;
  assert.equal(await isDisplayHeld({ DISPLAY }, 5_000), false, 'it closes the connection');
  assert.equal(await isDisplayHeld({ DISPLAY: '127.0.0.1:59535' }, 5_000), false);
  assert.equal(await isDisplayHeld({}, 5_000), false);
  await until('sockets that the server has lost', () => sockets.size === 0);
});
