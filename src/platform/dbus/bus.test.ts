import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startSessionBus, without } from '../../../test/harness/session-bus.ts';
import { until } from '../../../test/harness/until.ts';
import { openLog } from '../../base/log.ts';
import { type Bus, openBus } from './bus.ts';
import type { ServedInterface } from './served-objects.ts';
import { variant } from './values.ts';

const skip = without('dbus-daemon');

const greeter: ServedInterface = {
  name: 'org.example.Greeter',
  methods: {
    Greet: { takes: 's', answers: 's', call: ([name]) => [`hello ${String(name)}`] },
    Echo: { takes: 'a{sv}(ib)ay', answers: 'a{sv}(ib)ay', call: (values) => values.map((value, at) => (at === 0 ? [] : value)) },
  },
  properties: () => ({ Mood: variant('s', 'good'), Facts: variant('a{sv}', [['age', variant('u', 7)]]) }),
  signals: { Waved: 'su' },
};

const there = { destination: 'org.example.Greeter', path: '/greeter', interface: 'org.example.Greeter' };

async function connect(env: Record<string, string>): Promise<Bus & AsyncDisposable> {
  const opened = await openBus('session', env);
  assert.ok(opened.ok);
  const bus = opened.value;
  return Object.assign(bus, {
    [Symbol.asyncDispose]: async () => {
      bus.close();
      await bus.closed;
    },
  });
}

test('what one program serves, another calls and reads', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using server = await connect(daemon.env);
  await using client = await connect(daemon.env);
  server.serve('/greeter', greeter);
  assert.deepEqual(await server.own('org.example.Greeter'), { ok: true, value: null });
  assert.deepEqual(await client.own('org.example.Greeter'), { ok: false, reason: 'refused' });
  assert.deepEqual(await client.call({ ...there, member: 'Greet', signature: 's', body: ['Ada'] }), { ok: true, value: ['hello Ada'] });
  assert.deepEqual(await client.property(there, 'Facts'), { ok: true, value: [['age', 7]] });
  const echoed = await client.call({ ...there, member: 'Echo', signature: 'a{sv}(ib)ay', body: [[], [-3, true], Buffer.from([1, 2])] });
  assert.deepEqual(echoed, { ok: true, value: [[], [-3, true], Buffer.from([1, 2])] });
});

test('a call of other types, or to nobody, is refused, and one that nobody answers ends in time', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using server = await connect(daemon.env);
  await using client = await connect(daemon.env);
  server.serve('/greeter', greeter);
  await server.own('org.example.Greeter');
  const reason = async (call: object) => {
    const answered = await client.call({ ...there, member: 'Greet', timeoutMs: 5_000, ...call });
    return answered.ok ? null : answered.reason;
  };
  assert.equal(await reason({ signature: 'i', body: [3] }), 'refused');
  assert.equal(await reason({ member: 'constructor' }), 'refused');
  assert.equal(await reason({ path: '/nowhere' }), 'refused');
  assert.equal(await reason({ destination: 'org.example.Nobody' }), 'refused');
  await using mute = await connectRaw(daemon.socket);
  assert.equal(await reason({ destination: mute.name, timeoutMs: 100 }), 'too-late');
});

test('who holds a name is told when it changes hands, and by the bus alone', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using watcher = await connect(daemon.env);
  const heard: boolean[] = [];
  watcher.onOwnerChanged('org.example.Greeter', (hasOwner) => heard.push(hasOwner));
  await watcher.own('org.example.Watcher');
  await using liar = await connectRaw(daemon.socket);
  // To one receiver, which the bus lets pass whatever that has asked to hear.
  const body = Buffer.concat([padded(rawText('org.example.Greeter'), 4), padded(rawText(''), 4), rawText(':1.99')]);
  const lie = { path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus', member: 'NameOwnerChanged', signature: 'sss', body };
  liar.send({ destination: 'org.example.Watcher', ...lie }, 4);
  const owner = await connect(daemon.env);
  await owner.own('org.example.Greeter');
  await until('owner', () => heard.length === 1);
  owner.close();
  await until('end of the owner', () => heard.length === 2);
  assert.deepEqual(heard, [true, false]);
});

test('a bus that dies ends what waits and is told once; no bus is said', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using client = await connect(daemon.env);
  await using mute = await connectRaw(daemon.socket);
  const waiting = client.call({ ...there, destination: mute.name, member: 'Greet', timeoutMs: 30_000 });
  await daemon.kill();
  await client.closed;
  assert.deepEqual(await waiting, { ok: false, reason: 'bus-gone' });
  assert.deepEqual(await client.call({ ...there, member: 'Greet' }), { ok: false, reason: 'bus-gone' });
  client.signal({ path: '/a', interface: 'org.example.A', member: 'B' });
  assert.deepEqual(await openBus('session', daemon.env), { ok: false, reason: 'no-bus' });
  assert.deepEqual(await openBus('session', {}), { ok: false, reason: 'no-bus' });
});

test('a message that cannot be read is as if it had not come', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using server = await connect(daemon.env);
  server.serve('/greeter', greeter);
  await server.own('org.example.Greeter');
  await using hostile = await connectRaw(daemon.socket);
  // A file descriptor that does not come with the message; the bus lets it pass.
  hostile.send({ ...there, member: 'Greet', signature: 'h', body: Buffer.alloc(4) });
  hostile.send({ ...there, member: 'Greet', signature: 'v', body: Buffer.from([1, 0x68, 0, 0, 0, 0, 0, 0]) });
  await using client = await connect(daemon.env);
  assert.deepEqual(await client.call({ ...there, member: 'Greet', signature: 's', body: ['Ada'] }), { ok: true, value: ['hello Ada'] });
});

test('a message beyond all measure ends the connection, and not the program', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using server = await connect(daemon.env);
  await server.own('org.example.Greeter');
  await using hostile = await connectRaw(daemon.socket);
  const body = Buffer.alloc(4 + (4 << 20));
  body.writeUInt32LE(body.length - 4);
  hostile.send({ ...there, member: 'Greet', signature: 'ay', body });
  await server.closed;
});

test('a bus that ends in the middle of a message is gone, and no more', async (t) => {
  const bus = net.createServer((socket) => {
    socket.once('data', () => socket.write('OK 0123456789abcdef\r\n'));
    socket.on('data', (data) => {
      // Its answer to our Hello begins, and is cut off in its head or in its body.
      const head = Buffer.from('6c02010100040000010000003d000000', 'hex');
      if (data.includes('Hello')) socket.end(head.subarray(0, cut));
    });
  });
  t.after(() => bus.close());
  bus.listen(`\0hub-cut-${process.pid}`);
  await once(bus, 'listening');
  let cut = 0;
  for (cut of [5, 16]) {
    const opened = await openBus('session', { DBUS_SESSION_BUS_ADDRESS: `unix:abstract=hub-cut-${process.pid}` });
    assert.deepEqual(opened, { ok: false, reason: 'no-bus' });
  }
});

/** A program that speaks the protocol by hand: it answers nothing, and sends what no library would. */
async function connectRaw(path: string) {
  const socket = net.connect(path);
  const received: Buffer[] = [];
  let serial = 0;
  const send = (message: RawMessage, type = 1) => {
    serial += 1;
    socket.write(rawMessage(serial, type, message));
  };
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.())).toString('hex')}\r\n`);
  await once(socket, 'data');
  socket.on('data', (data: Buffer) => received.push(data));
  socket.on('error', () => {});
  socket.write('BEGIN\r\n');
  const driver = 'org.freedesktop.DBus';
  send({ destination: driver, path: '/org/freedesktop/DBus', interface: driver, member: 'Hello' });
  const name = await until('name on the bus', () => /:\d+\.\d+/.exec(Buffer.concat(received).toString('latin1'))?.[0]);
  const dispose = async () => {
    if (!socket.closed) await once(socket.destroy(), 'close');
  };
  return { name, send, [Symbol.asyncDispose]: dispose };
}

interface RawMessage {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: Buffer;
}

/** `type` is 1 of a call, 4 of a signal. */
function rawMessage(serial: number, type: number, call: RawMessage): Buffer {
  const fields = [
    field(1, 'o', call.path),
    field(2, 's', call.interface),
    field(3, 's', call.member),
    field(6, 's', call.destination),
    ...(call.signature === undefined ? [] : [Buffer.from([8, 1, 0x67, 0, call.signature.length, ...Buffer.from(call.signature), 0])]),
  ];
  const list = fields.reduce((all, one) => Buffer.concat([padded(all, 8), one]), Buffer.alloc(0));
  const head = Buffer.alloc(16);
  head.write('l');
  head.set([type, 0, 1], 1);
  head.writeUInt32LE(call.body?.length ?? 0, 4);
  head.writeUInt32LE(serial, 8);
  head.writeUInt32LE(list.length, 12);
  return Buffer.concat([head, padded(list, 8), call.body ?? Buffer.alloc(0)]);
}

function field(code: number, type: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([code, 1, type.charCodeAt(0), 0]), rawText(value)]);
}

function rawText(value: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(value));
  return Buffer.concat([length, Buffer.from(`${value}\0`)]);
}

function padded(buffer: Buffer, to: number): Buffer {
  return Buffer.concat([buffer, Buffer.alloc((to - (buffer.length % to)) % to)]);
}

test('details say what was called and what came of it, and nothing of what anybody says', { skip }, async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-bus-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'a.log');
  using log = openLog({ component: 'hub', files: [file], level: 'DEBUG' });
  await using daemon = await startSessionBus();
  const opened = await openBus('session', daemon.env, log);
  assert.ok(opened.ok);
  const server = opened.value;
  await using client = await connect(daemon.env);
  server.serve('/greeter', greeter);
  await server.own('org.example.Greeter');
  await client.call({ ...there, member: 'Greet', signature: 's', body: ['a secret'] });
  await client.call({ ...there, member: 'Secretive' });
  await client.call({ ...there, interface: 'org.secret.Thing', member: 'Greet' });
  await server.call({ ...there, member: 'Greet', signature: 's', body: ['a secret'] });
  server.signal({ path: '/greeter', interface: 'org.example.Greeter', member: 'Waved', signature: 'su', body: ['a secret', 1] });
  server.close();
  await server.closed;
  const lines = readFileSync(file, 'utf8');
  assert.doesNotMatch(lines, /secret/i);
  for (const told of [
    /"event":"bus tried"/,
    /"of":"org\.freedesktop\.DBus","method":"Hello","reason":null,"ms":[0-9.]+,"event":"bus called"/,
    /"of":"org\.example\.Greeter","method":"Greet","error":null,"event":"bus asked us"/,
    /"of":null,"method":null,"error":"UnknownMethod","event":"bus asked us"/,
    /"signal":"Waved","event":"bus signal sent"/,
  ]) {
    assert.match(lines, told);
  }
});
