import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { connectRaw, paddedTo, rawKind, rawText } from '../../../test/harness/desktop/raw-bus.ts';
import { missingPrograms, startSessionBus } from '../../../test/harness/desktop/session-bus.ts';
import { connectToBus } from '../../../test/harness/desktop/session-bus-client.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { openLog } from '../../base/log.ts';
import { openBus } from './bus.ts';
import type { ServedInterface } from './served-objects.ts';
import { variant } from './values.ts';

const skip = missingPrograms('dbus-daemon');

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

test('what one program serves, another calls and reads', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using server = await connectToBus(daemon.env);
  await using client = await connectToBus(daemon.env);
  server.serve('/greeter', greeter);
  assert.deepEqual(await server.own('org.example.Greeter'), { ok: true, value: null });
  assert.deepEqual(await client.own('org.example.Greeter'), { ok: false, reason: 'refused' });
  assert.deepEqual(await client.call({ ...there, member: 'Greet', signature: 's', body: ['Ada'] }), { ok: true, value: ['hello Ada'] });
  assert.deepEqual(await client.property(there, 'Facts'), { ok: true, value: [['age', 7]] });
  const echoed = await client.call({ ...there, member: 'Echo', signature: 'a{sv}(ib)ay', body: [[], [-3, true], Buffer.from([1, 2])] });
  assert.deepEqual(echoed, { ok: true, value: [[], [-3, true], Buffer.from([1, 2])] });
});

test('a call with other types, or to an unknown name, is refused, and an unanswered one ends in time', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using server = await connectToBus(daemon.env);
  await using client = await connectToBus(daemon.env);
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

test('a change of the owner of a name is reported, and only by the bus', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using watcher = await connectToBus(daemon.env);
  const heard: boolean[] = [];
  watcher.onOwnerChanged('org.example.Greeter', (hasOwner) => heard.push(hasOwner));
  await watcher.own('org.example.Watcher');
  await using liar = await connectRaw(daemon.socket);
  // To a single receiver: the bus forwards this whatever the receiver has subscribed to.
  const body = Buffer.concat([paddedTo(rawText('org.example.Greeter'), 4), paddedTo(rawText(''), 4), rawText(':1.99')]);
  const lie = { path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus', member: 'NameOwnerChanged', signature: 'sss', body };
  liar.send({ destination: 'org.example.Watcher', ...lie }, rawKind.signal);
  const owner = await connectToBus(daemon.env);
  await owner.own('org.example.Greeter');
  await until('owner', () => heard.length === 1);
  owner.close();
  await until('end of the owner', () => heard.length === 2);
  assert.deepEqual(heard, [true, false]);
});

test('a bus that dies ends pending calls and is reported once; a missing bus is reported', { skip }, async () => {
  await using daemon = await startSessionBus();
  await using client = await connectToBus(daemon.env);
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

test('detailed log lines name the call and its result, and no values', { skip }, async (t) => {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'a.log');
  using log = openLog({ component: 'hub', files: [file], level: 'DEBUG' });
  await using daemon = await startSessionBus();
  const opened = await openBus('session', daemon.env, log);
  assert.ok(opened.ok);
  const server = opened.value;
  await using client = await connectToBus(daemon.env);
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
    /"event":"bus connection tried"/,
    /"of":"org\.freedesktop\.DBus","method":"Hello","reason":null,"ms":[0-9.]+,"event":"bus called"/,
    /"of":"org\.example\.Greeter","method":"Greet","error":null,"event":"bus call received"/,
    /"of":null,"method":null,"error":"UnknownMethod","event":"bus call received"/,
    /"signal":"Waved","event":"bus signal sent"/,
  ]) {
    assert.match(lines, told);
  }
});
