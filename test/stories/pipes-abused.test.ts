/** Abuse of the pipes of a running Hub: each client is answered or cut off, and Hub serves the next one as if nothing had happened. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import type { HubStatus } from '../../src/contract/supervisor.ts';
import { type PipeName, pipeNames } from '../../src/platform/locations.ts';
import { canariesBelow, plainCanary } from '../harness/canaries.ts';
import { TestHub } from '../harness/hub.ts';
import { harmlessRequests, sendAndReadLines, stateOf } from '../harness/pipes.ts';
import { until } from '../harness/until.ts';

const mebibyte = 1024 * 1024;
const floodBytes = 300 * mebibyte;
const growthBytes = 8 * mebibyte;
const secret = plainCanary('pipe');
const badRequest = { ok: false, error: 'bad_request' };
const notJson = { ...badRequest, detail: 'not JSON' };

/** Requests that every pipe answers in the same way: with `bad_request`, unless stated otherwise. */
const badOnAll: readonly (readonly [name: string, line: string | Uint8Array, answer?: object])[] = [
  ['text', `${secret} is no JSON`, notJson],
  ['half an object', `{"op":"${secret}`, notJson],
  ['two objects in one line', '{"op":"status"}{"op":"status"}', notJson],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), notJson],
  ['an overlong character', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), notJson],
  ['a NUL', '{"op":"status"}\0', notJson],
  ['a NUL alone', '\0', notJson],
  ...['0', 'ffffffff', '80000000', '00000000'].map(
    (hex) => [`the length ${hex} in binary`, Buffer.from(`${hex}7b7d`, 'hex'), notJson] as const,
  ),
  ...['1', 'null', 'true', '"status"', '[]', '[{"op":"status"}]', '{}', '1e999'].map((json) => [json, json] as const),
  ['an array of depth 30,000', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['an object of depth 7,000', `${'{"op":'.repeat(7_000)}1${'}'.repeat(7_000)}`],
  ...['__proto__', 'constructor', 'toString', '', secret].map((op) => [`the op ${op}`, JSON.stringify({ op })] as const),
  ['an op that is no text', '{"op":{"op":"status"}}'],
  ['a prototype in place of an op', '{"__proto__":{"op":"status","message":"exit"}}'],
];

const unknownComponent = { ok: false, error: 'unknown_component' };
const restart = (request: object): string => JSON.stringify({ op: 'restart', ...request });

/** Requests that one of the pipes understands well enough to refuse them for another reason. */
const badOn: Readonly<Record<PipeName, typeof badOnAll>> = {
  supervisor: [
    ...['../x', 'bridge;rm -rf /', '', '__proto__', 'CLIPBOARD', 'x'.repeat(10_000), secret].map(
      (componentId) => [`the component ${componentId.slice(0, 20)}`, restart({ componentId }), unknownComponent] as const,
    ),
    ['a component that is a number', restart({ componentId: 1 })],
    ['no component', restart({})],
    ...['0', '-1', '1.5', '1e300', '"5000"', 'null', '60001'].map(
      (time) => [`the time ${time}`, `{"op":"restart","componentId":"clipboard","timeoutMs":${time}}`] as const,
    ),
    ['a shutdown in no time', '{"op":"shutdown","timeoutMs":0}'],
  ],
  'single-instance': [
    ...['RESTORE', 'restore ', '../restore', '__proto__', 'restore\nexit', 'x'.repeat(60_000)].map(
      (message) => [`the verb ${message.slice(0, 20)}`, JSON.stringify({ message }), { ok: false, error: 'unknown_verb' }] as const,
    ),
    ['a verb in an array', '{"message":["exit"]}'],
    ['a verb that is a number', '{"message":1}'],
  ],
  'settings-host': [
    ...['__proto__', '../../etc/passwd', 'workspaces.json', ''].map(
      (document) => [`the document ${document}`, JSON.stringify({ op: 'get', document })] as const,
    ),
    ...['../x', '', secret].map(
      (id) => [`the WorkSpace ${id}`, JSON.stringify({ op: 'select', id }), { ok: false, error: 'unknown_workspace' }] as const,
    ),
    ['a document that is an array', '{"op":"set","document":"hub","value":[]}'],
  ],
  'web-listener': [
    ...['../x', '__proto__', secret, 'x'.repeat(200)].map(
      (pairing) =>
        [
          `the pairing ${pairing.slice(0, 20)}`,
          JSON.stringify({ op: 'revoke', pairing }),
          { ok: false, error: 'unknown_pairing' },
        ] as const,
    ),
    ['no pairing', '{"op":"revoke","pairing":""}'],
    ['a pairing that is a number', '{"op":"revoke","pairing":1}'],
  ],
};

const pidsOf = ({ components }: HubStatus): object => components.map(({ id, pid, restarts }) => ({ id, pid, restarts }));
const parsed = (lines: readonly string[]): unknown[] => lines.map((line): unknown => JSON.parse(line));

describe('the pipes of a running Hub', { skip: process.platform === 'win32' && 'sockets that are files' }, () => {
  let hub: TestHub;
  let started: HubStatus;
  before(async () => {
    hub = new TestHub();
    started = await hub.start();
  });
  after(() => hub[Symbol.asyncDispose]());
  afterEach(async () => {
    for (const name of pipeNames) assert.equal(await stateOf(hub.places, name), 'ok');
    assert.deepEqual(pidsOf(await hub.until(() => true)), pidsOf(started), 'by the processes of before');
  });

  /** The process that serves a pipe. */
  const pidOf = (name: PipeName): number => {
    const id = name === 'settings-host' ? 'settings_host' : name === 'web-listener' ? 'web_listener' : 'supervisor';
    return started.components.find((component) => component.id === id)?.pid ?? 0;
  };

  for (const name of pipeNames) {
    test(`${name} refuses each bad line for its reason, answers the good line after it, and logs none of it`, async () => {
      const good = JSON.stringify(harmlessRequests[name]);
      for (const [what, line, answer = badRequest] of [...badOnAll, ...badOn[name]]) {
        const bytes = Buffer.concat([Buffer.from(line), Buffer.from(`\n${good}\n`)]);
        const [refused, served, ...more] = parsed(await sendAndReadLines(hub.places.pipe(name), bytes));
        assert.deepEqual(refused, answer, what);
        assert.equal((served as { ok?: unknown } | undefined)?.ok, true, what);
        assert.deepEqual(more, [], what);
      }
      assert.deepEqual(canariesBelow(hub.places.logs, [secret]), []);
    });

    test(`${name} answers once each line, however lines are cut, joined and ended`, async () => {
      const good = JSON.stringify(harmlessRequests[name]);
      const oks = async (text: string): Promise<unknown[]> =>
        parsed(await sendAndReadLines(hub.places.pipe(name), text)).map((answer) => (answer as { ok?: unknown }).ok);
      assert.deepEqual(await oks(`${good}\n${good}\r\n\n \t\r\n\uFEFF${good}\n`), [true, true, true]);
      assert.deepEqual(await oks(good), [], 'a line that has no end is no question');
      const slow = net.connect(hub.places.pipe(name)).setNoDelay();
      let heard = '';
      slow
        .on('error', () => {})
        .on('data', (chunk) => {
          heard += chunk.toString();
        });
      for (const byte of Buffer.from(`${good}\n`)) await new Promise((written) => slow.write(Buffer.of(byte), written));
      slow.end();
      await once(slow, 'close');
      assert.equal(heard.trimEnd().split('\n').length, 1);
      assert.equal(JSON.parse(heard).ok, true);
    });

    test(`${name} takes a line of 64 KiB, and ends the connection at one byte more`, async () => {
      const good = JSON.stringify({ ...harmlessRequests[name], more: '' });
      const lineOf = (bytes: number): string => `${good.slice(0, -2)}${'x'.repeat(bytes - good.length)}"}\n`;
      const answers = parsed(await sendAndReadLines(hub.places.pipe(name), `${lineOf(65_535)}${lineOf(65_536)}${lineOf(65_537)}${good}\n`));
      assert.deepEqual(
        answers.map((answer) => (answer as { ok?: unknown }).ok),
        [true, true, false],
      );
      assert.deepEqual(answers.at(-1), { ...badRequest, detail: 'a line is at most 65536 bytes' });
    });

    test(`${name} cuts a flood of 300 MiB off, holds next to nothing of it, and answers others meanwhile`, {
      skip: process.platform !== 'linux' && 'needs /proc',
    }, async (t) => {
      const flood = async (): Promise<{ readonly lines: readonly string[]; readonly sentBytes: number; readonly others: string }> => {
        const socket = net.connect(hub.places.pipe(name));
        let heard = '';
        socket
          .on('error', () => {})
          .on('data', (chunk) => {
            heard += chunk.toString();
          });
        const chunk = Buffer.alloc(mebibyte, 'x');
        const others = stateOf(hub.places, name);
        while (!socket.destroyed && socket.bytesWritten < floodBytes) {
          if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
        }
        await until('end of the flood', () => socket.destroyed);
        return { lines: heard.trimEnd().split('\n'), sentBytes: socket.bytesWritten, others: await others };
      };
      const beforeBytes = peakBytes(pidOf(name), 'now');
      const { lines, sentBytes, others } = await flood();
      const grownBytes = peakBytes(pidOf(name)) - beforeBytes;
      t.diagnostic(`${(grownBytes / mebibyte).toFixed(1)} MiB more at most, after ${Math.round(sentBytes / mebibyte)} MiB were sent`);
      assert.deepEqual(parsed(lines), [{ ...badRequest, detail: 'a line is at most 65536 bytes' }]);
      assert.equal(others, 'ok');
      assert.ok(grownBytes < growthBytes, `${grownBytes} bytes`);
    });
  }

  test('a new client is served although 200 others are silent, and these are cut off', async () => {
    const checks = pipeNames.map(async (name) => {
      const silent = Array.from({ length: 200 }, () => silentClient(hub.places.pipe(name)));
      assert.equal(await stateOf(hub.places, name), 'ok');
      assert.ok(silent.some((socket) => !socket.destroyed));
      await until('end of all the silent ones', () => silent.every((socket) => socket.destroyed));
    });
    await Promise.all(checks);
  });

  test('others are answered while a client asks much and takes no answer, and it is cut off', async () => {
    const checks = pipeNames.map(async (name) => {
      const greedy = net.connect(hub.places.pipe(name)).on('error', () => {});
      await once(greedy.pause(), 'connect');
      greedy.write(`${JSON.stringify(harmlessRequests[name])}\n`.repeat(50_000));
      assert.equal(await stateOf(hub.places, name), 'ok');
      assert.ok(!greedy.destroyed);
      for (let times = 0; times < 5; times++) assert.equal(await stateOf(hub.places, name), 'ok');
      await until('end of the greedy one', () => greedy.destroyed);
    });
    await Promise.all(checks);
  });

  test('a thousand clients of each pipe that are killed with their answers unread harm nothing', async () => {
    const perProcess = 50;
    const requests = Object.fromEntries(
      pipeNames.map((name) => [hub.places.pipe(name), `${JSON.stringify(harmlessRequests[name])}\n`.repeat(40)]),
    );
    /** Exits when its requests are written, when a line that is too long is written, or when there are answers, which it does not read. */
    const die = (when: 'asked' | 'too long' | 'answered'): string => `
      let left = ${perProcess * pipeNames.length};
      const one = () => --left === 0 && process.kill(process.pid, 'SIGKILL');
      for (const [pipe, text] of Object.entries(${JSON.stringify(requests)})) for (let n = 0; n < ${perProcess}; n++) {
        const socket = require('net').connect(pipe);
        socket.once('error', one);
        socket.write(${when === 'too long' ? "'x'.repeat(66_000)" : 'text'}, ${when === 'answered' ? '() => {}' : 'one'});
        ${when === 'answered' ? "socket.once('readable', one);" : ''}
      }`;
    for (let round = 0; round < 1_000 / perProcess; round++) {
      const when = (['asked', 'too long', 'answered'] as const)[round % 3];
      const child = spawn(process.execPath, ['-e', die(when ?? 'asked')], { stdio: 'inherit' });
      const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      assert.equal(signal, 'SIGKILL');
    }
  });
});

test('a shutdown may be asked for twice, and nothing is restarted after it', async () => {
  await using hub = new TestHub();
  const { components } = await hub.start();
  const halted = components.find(({ id }) => id === 'save_worker')?.pid ?? 0;
  process.kill(halted, 'SIGSTOP'); // so that there is time for more questions
  const lines = ['shutdown', 'shutdown', 'restart', 'shutdown'].map((op) =>
    JSON.stringify({ op, ...(op === 'restart' ? { componentId: 'clipboard' } : { timeoutMs: 3_000 }) }),
  );
  assert.deepEqual(parsed(await sendAndReadLines(hub.places.pipe('supervisor'), `${lines.join('\n')}\n`)), [
    { ok: true },
    { ok: true },
    { ok: false, error: 'stopping' },
    { ok: true },
  ]);
  assert.deepEqual(await hub.stop(), []);
  assert.equal(await stateOf(hub.places, 'supervisor'), 'absent');
});

function silentClient(pipe: string): net.Socket {
  return net
    .connect(pipe)
    .on('error', () => {})
    .resume();
}

/** The most memory that a process had since this was last asked with `now`, from which on it is counted anew (proc_pid_clear_refs(5)). */
function peakBytes(pid: number, from?: 'now'): number {
  if (from === 'now') writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}
