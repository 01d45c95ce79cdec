import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/harness/until.ts';
import { startXDisplay, withoutXvfb } from '../../../test/harness/x-display.ts';
import { keyTo } from './authority.ts';
import { openDisplay } from './open-display.ts';

function homeOf(t: TestContext): string {
  const home = mkdtempSync(path.join(os.tmpdir(), 'hub-authority-'));
  t.after(() => rmSync(home, { recursive: true }));
  return home;
}

function setForNow(t: TestContext, name: string, value: string | undefined): void {
  const before = process.env[name];
  const set = (to: string | undefined): void => {
    if (to === undefined) delete process.env[name];
    else process.env[name] = to;
  };
  t.after(() => set(before));
  set(value);
}

test('an Xauthority file that can not be read keeps no one from a display that asks for none', { skip: withoutXvfb() }, async (t) => {
  await using display = await startXDisplay();
  const [empty, forbidding] = [homeOf(t), homeOf(t)];
  // A folder in the place of a file can be read by nobody, root included.
  const folder = path.join(forbidding, '.Xauthority');
  mkdirSync(folder);
  for (const [home, authority] of [
    [empty, folder],
    [forbidding, ''],
    [forbidding, undefined],
  ] as const) {
    setForNow(t, 'HOME', home);
    setForNow(t, 'XAUTHORITY', authority);
    const opened = await openDisplay(display.name, 5_000);
    assert.ok(opened, `XAUTHORITY ${authority}`);
    opened.client.stream.destroy();
  }
});

function openSockets(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

test('a server that never answers, or only begins to, costs no descriptor, however often it is tried', {
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
    assert.equal(openSockets(), before);
  }
});

test('a name that is none, and a display where nobody is, are no display', async () => {
  for (const name of ['', ':', ':x', 'host', ':99999999', ':65535', 'odd/:0', ':59535', '127.0.0.1:59535'])
    assert.equal(await openDisplay(name, 1_000), null, name);
});

test('the key to a display is found by its machine and number, as xauth(1) writes it', async (t) => {
  const file = path.join(homeOf(t), 'keys');
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
