import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import net from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import {
  answerAsBridge,
  httpAnswer,
  type PeerBehaviour,
  type Peers,
  source,
  startPeers,
  statusWithBridge,
} from '../../test/doubles/bridge-peers.ts';
import type { PipeName } from '../platform/locations.ts';
import { type HubClient, openHubClient } from './hub-client.ts';

const briefMs = 200;
/** For a peer that answers at once, on a busy machine. */
const patientMs = 20_000;
/** Far longer than `briefMs` and every deadline of the client, far shorter than forever. */
const inTimeMs = 10_000;

type Call = (client: HubClient, timeoutMs: number) => Promise<unknown>;
const pipeCalls: Readonly<Record<string, readonly [PipeName, Call]>> = {
  requestRestart: ['supervisor', (client, timeoutMs) => client.requestRestart('clipboard', timeoutMs)],
  requestShutdown: ['supervisor', (client, timeoutMs) => client.requestShutdown(timeoutMs)],
  trySend: ['single-instance', (client, timeoutMs) => client.trySend('restore', timeoutMs)],
  tryGetWorkspaceSnapshot: ['settings-host', (client, timeoutMs) => client.tryGetWorkspaceSnapshot(timeoutMs)],
};
const snapshotCall: Call = (client, timeoutMs) => client.tryGetSnapshot(AbortSignal.timeout(timeoutMs));
const calls = [...Object.values(pipeCalls).map(([, call]) => call), snapshotCall];

const good: Readonly<Record<PipeName, (asked: { op?: string }) => object>> = {
  supervisor: ({ op }) => (op === 'restart' ? { ok: true, componentId: 'clipboard', pid: 12 } : { ok: true, more: 'later' }),
  'single-instance': () => ({ ok: true }),
  'settings-host': () => ({
    ok: true,
    connection: { component: 'settings_host', version: '1.2.3' },
    payload: { workspaces: [{ id: 'a', name: 'A', path: '/a', exists: true }], activeId: 'a' },
  }),
  'web-listener': () => ({ ok: true, pairings: [] }),
};
const answerWell =
  (name: PipeName, afterMs = 0): PeerBehaviour =>
  (socket, line) =>
    void setTimeout(() => socket.end(`${JSON.stringify(good[name](JSON.parse(line)))}\n`), afterMs);

/** A peer that answers correctly on every pipe, `afterMs` late, and on the bridge too. */
async function goodPeers(t: TestContext, afterMs = 0): Promise<Peers> {
  const there = startPeers(t);
  const port = await there.port((socket, request) => void setTimeout(() => answerAsBridge(socket, request), afterMs));
  await there.pipe('supervisor', (socket, line) => {
    if (JSON.parse(line).op === 'status') socket.end(`${JSON.stringify(statusWithBridge(port))}\n`);
    else answerWell('supervisor', afterMs)(socket, line);
  });
  for (const name of ['single-instance', 'settings-host'] as const) await there.pipe(name, answerWell(name, afterMs));
  return there;
}

async function assertNothingComes(call: Promise<unknown>, what: string): Promise<void> {
  const beganMs = performance.now();
  const answer = await call;
  assert.ok(answer === false || answer === null, `${what}: ${JSON.stringify(answer)}`);
  assert.ok(performance.now() - beganMs < inTimeMs, `${what} came late`);
}

/** A peer whose answer never ends is disconnected after this; a wrong answer that does end is detected without a timeout. */
const timeFor = (what: string): number =>
  ['says nothing', 'answers a byte now and then', 'only says that it goes on'].includes(what) ? briefMs : patientMs;

/** What a peer of a pipe can do instead of answering. */
const misbehaviours: Readonly<Record<string, PeerBehaviour>> = {
  'says nothing': () => {},
  'hangs up': (socket) => socket.end(),
  'dies in the middle of its answer': (socket) => socket.write('{"ok":true,"componentId"', () => socket.destroy()),
  'answers what is not JSON': (socket) => socket.end('ok\n'),
  'answers what is not UTF-8': (socket) => socket.end(Buffer.from([0x22, 0xff, 0x22, 0x0a])),
  'answers without an end': (socket) => {
    const more = (): boolean => socket.write('x'.repeat(65_536), (error) => !error && more());
    more();
  },
  'answers a byte now and then': (socket) => {
    const timer = setInterval(() => socket.write(' '), 20);
    socket.once('close', () => clearInterval(timer));
  },
  ...Object.fromEntries(
    [
      null,
      true,
      [],
      '',
      {},
      { ok: 1 },
      { ok: false },
      { ok: 'true' },
      { ok: false, error: 'failed' },
      { ok: false, error: 'new_word' },
    ].map(
      (answer) => [`answers ${JSON.stringify(answer)}`, (socket) => socket.end(`${JSON.stringify(answer)}\n`)] as [string, PeerBehaviour],
    ),
  ),
};

describe('the client', () => {
  test('gets answers from a running Hub', async (t) => {
    const there = await goodPeers(t);
    const client = openHubClient({ env: there.env });
    assert.equal(await client.requestRestart('clipboard', patientMs), true);
    assert.equal(await client.requestShutdown(patientMs), true);
    assert.equal(await client.trySend('restore', patientMs), true);
    assert.equal((await client.tryGetWorkspaceSnapshot(patientMs))?.payload.activeId, 'a');
    const snapshot = await client.tryGetSnapshot(AbortSignal.timeout(patientMs));
    assert.deepEqual([snapshot?.sourceName, snapshot?.coreVersion, snapshot?.raw], ['Editor', '9.8.7', source]);
    const sent = there.asked as readonly { readonly op?: string; readonly untilMs?: number }[];
    const isInTime = ({ untilMs = 0 }: { readonly untilMs?: number }): boolean => Math.abs(untilMs - Date.now()) <= 2 * patientMs;
    assert.ok(sent.slice(0, 2).every(isInTime), 'both end when nobody waits any more');
    assert.deepEqual(
      sent.map(({ untilMs: _, ...request }) => request),
      [
        { op: 'restart', componentId: 'clipboard', timeoutMs: patientMs - 250 },
        { op: 'shutdown' },
        { message: 'restore' },
        { op: 'catalog' },
        { op: 'status' },
      ],
    );
  });

  test('returns false or null if no Hub runs, or there is not even a home', async (t) => {
    for (const env of [startPeers(t).env, { HUB_HOME: '/no/such/home' }, { HUB_HOME: `/${'x'.repeat(5_000)}` }, { HUB_HOME: '/nul\0' }]) {
      for (const call of calls) await assertNothingComes(call(openHubClient({ env }), patientMs), JSON.stringify(env));
      await assertNothingComes(openHubClient({ env }).tryGetSnapshot(), JSON.stringify(env));
    }
  });

  test('refuses a relative home with the sentence of the commands, also one that is set after it was opened', async () => {
    assert.throws(() => openHubClient({ env: { HUB_HOME: 'relative-home' } }), { message: 'HUB_HOME must be an absolute path' });
    const env: { HUB_HOME?: string } = {};
    const client = openHubClient({ env });
    env.HUB_HOME = 'relative-home';
    for (const call of calls) await assertNothingComes(call(client, patientMs), 'a home that is relative by now');
  });

  for (const [name, [pipe, call]] of Object.entries(pipeCalls)) {
    for (const [what, behave] of Object.entries(misbehaviours)) {
      test(`${name} is neither misled nor blocked by a peer that ${what}`, async (t) => {
        const there = startPeers(t);
        await there.pipe(pipe, behave);
        await assertNothingComes(call(openHubClient({ env: there.env }), timeFor(what)), what);
        assert.equal(there.asked.length, 1, 'it was not even asked');
      });
    }
  }

  test('takes no restart of another component for the one that it asked for', async (t) => {
    const there = await goodPeers(t);
    assert.equal(await openHubClient({ env: there.env }).requestRestart('python_core', patientMs), false);
  });

  test('asks nothing of a pipe that others could have put there', { skip: process.platform === 'win32' && 'no modes' }, async (t) => {
    const there = await goodPeers(t);
    chmodSync(there.places.run, 0o777);
    const env = { ...there.env, HUB_BRIDGE_PORT: String(await there.port(answerAsBridge)) };
    for (const call of calls) await assertNothingComes(call(openHubClient({ env }), patientMs), 'an open folder');
    assert.deepEqual(there.asked, []);
  });
});

describe('a call', () => {
  test('with no time is over at once, and sends nothing', async (t) => {
    const there = await goodPeers(t);
    const client = openHubClient({ env: there.env });
    for (const none of [0, -1, Number.NaN, Number.NEGATIVE_INFINITY, undefined, null, 'soon', {}, 5n, Symbol('time')]) {
      for (const [, call] of Object.values(pipeCalls)) assert.ok(!(await call(client, none as number)), String(none));
    }
    assert.deepEqual(there.asked, []);
  });

  test('with more time than a timer can hold waits for its answer', async (t) => {
    // A time that no timer holds becomes 1 ms, and a timer of 1 ms runs before one of 50 ms.
    const there = await goodPeers(t, 50);
    for (const long of [2 ** 31 - 1, 2 ** 31, 2 ** 53, Number.POSITIVE_INFINITY]) {
      for (const [, call] of Object.values(pipeCalls)) assert.ok(await call(openHubClient({ env: there.env }), long), String(long));
    }
    assert.ok(await openHubClient({ env: there.env }).tryGetSnapshot(new AbortController().signal));
  });

  test('with any id or message is answered, and nothing rejects', async (t) => {
    const there = startPeers(t);
    const refuse: PeerBehaviour = (socket) => socket.end('{"ok":false,"error":"bad_request"}\n');
    await there.pipe('supervisor', refuse);
    await there.pipe('single-instance', refuse);
    const client = openHubClient({ env: there.env });
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const hostile = {
      toJSON() {
        throw new Error('from toJSON');
      },
    };
    const words = [
      '',
      'x'.repeat(10_240),
      'x'.repeat(200_000),
      '__proto__',
      'a\nb',
      '\ud800',
      undefined,
      null,
      5n,
      Symbol('id'),
      circular,
      hostile,
    ];
    for (const word of words) {
      assert.equal(await client.requestRestart(word as string, patientMs), false);
      assert.equal(await client.trySend(word as string, patientMs), false);
    }
  });

  test('ends with its signal, before it or in the middle of it', async (t) => {
    const there = startPeers(t);
    let waiting = new AbortController();
    const silent: PeerBehaviour = () => waiting.abort();
    const port = await there.port(silent);
    await there.pipe('supervisor', statusWithBridge(port));
    await there.pipe('settings-host', silent);
    const client = openHubClient({ env: there.env });
    const asks = [
      (signal: AbortSignal) => client.tryGetSnapshot(signal),
      (signal: AbortSignal) => client.tryGetWorkspaceSnapshot(60_000, signal),
    ];
    for (const ask of asks) {
      waiting = new AbortController();
      await assertNothingComes(ask(AbortSignal.abort()), 'a call that has ended before');
      assert.ok(!waiting.signal.aborted, 'it was asked');
      await assertNothingComes(ask(waiting.signal), 'a call that ends meanwhile');
      assert.ok(waiting.signal.aborted, 'it was not asked');
    }
  });

  test('with a signal that is none goes on as without one', async (t) => {
    const there = await goodPeers(t);
    for (const none of [null, {}, 'abort', { aborted: false }, 1]) {
      assert.ok(await openHubClient({ env: there.env }).tryGetWorkspaceSnapshot(patientMs, none as unknown as AbortSignal));
    }
  });
});

describe('the snapshot', () => {
  const answers =
    (answer: string): PeerBehaviour =>
    (socket) =>
      void socket.end(answer);
  const wrong: Readonly<Record<string, PeerBehaviour>> = {
    'says nothing': () => {},
    'hangs up': (socket) => socket.end(),
    'is no HTTP': answers('hello\r\n\r\n'),
    'cuts its answer off': (socket) => socket.write(httpAnswer(JSON.stringify(source)).slice(0, -9), () => socket.destroy()),
    'cuts an answer off that would be whole': (socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n${JSON.stringify(source)}`, () => socket.destroy()),
    'refuses with a whole snapshot': answers(httpAnswer(JSON.stringify(source), '503 Service Unavailable')),
    'sends elsewhere': answers(httpAnswer(JSON.stringify(source), '302 Found', 'Location: /source\r\n')),
    'changes the protocol': answers('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    'only says that it goes on': answers('HTTP/1.1 100 Continue\r\n\r\n'),
    'answers a page': answers(httpAnswer('<html></html>')),
    'answers null': answers(httpAnswer('null')),
    'answers a list': answers(httpAnswer(`[${JSON.stringify(source)}]`)),
    'leaves a legacy key out': answers(httpAnswer(JSON.stringify({ ...source, lblPath: undefined }))),
    'has a legacy key of the wrong form': answers(httpAnswer(JSON.stringify({ ...source, lblPath: 1 }))),
    'answers something endlessly deep': answers(httpAnswer(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
    'answers more than anybody can hold': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n{"lblSourceName":"');
      const more = (): boolean => socket.write('x'.repeat(1_048_576), (error) => !error && more());
      more();
    },
    'answers a byte now and then': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n{');
      const timer = setInterval(() => socket.write(' '), 20);
      socket.once('close', () => clearInterval(timer));
    },
  };
  for (const [what, behave] of Object.entries(wrong)) {
    test(`is null from a bridge that ${what}`, async (t) => {
      const there = startPeers(t);
      await there.pipe('supervisor', statusWithBridge(await there.port(behave)));
      await assertNothingComes(openHubClient({ env: there.env }).tryGetSnapshot(AbortSignal.timeout(timeFor(what))), what);
    });
  }

  test('is null from a bridge that says nothing, without a signal too', async (t) => {
    const there = startPeers(t);
    await there.pipe('supervisor', statusWithBridge(await there.port(() => {})));
    await assertNothingComes(openHubClient({ env: there.env }).tryGetSnapshot(), 'a silent bridge');
  });

  test('is null where the core does not listen, or at no port that there is', async (t) => {
    for (const port of [null, 0, -1, 65_536, 2 ** 40]) {
      const there = startPeers(t);
      await there.pipe('supervisor', statusWithBridge(port));
      await assertNothingComes(openHubClient({ env: there.env }).tryGetSnapshot(), String(port));
    }
  });

  test('comes without the version of a core that does not tell it', async (t) => {
    const there = startPeers(t);
    const port = await there.port((socket, request) => {
      if (request.startsWith('GET /source ')) answerAsBridge(socket, request);
      else socket.destroy();
    });
    await there.pipe('supervisor', statusWithBridge(port));
    assert.equal((await openHubClient({ env: there.env }).tryGetSnapshot(AbortSignal.timeout(patientMs)))?.coreVersion, '');
  });

  test('comes from the port that the environment names, when the supervisor does not say', async (t) => {
    const there = startPeers(t);
    const env = { ...there.env, HUB_BRIDGE_PORT: String(await there.port(answerAsBridge)) };
    assert.equal((await openHubClient({ env }).tryGetSnapshot(AbortSignal.timeout(patientMs)))?.sourceName, 'Editor');
    for (const none of ['', '0', 'x', '99999']) {
      await assertNothingComes(openHubClient({ env: { ...env, HUB_BRIDGE_PORT: none } }).tryGetSnapshot(), none);
    }
    await there.pipe('supervisor', () => {});
    assert.equal((await openHubClient({ env }).tryGetSnapshot())?.sourceName, 'Editor', 'one that hangs takes all of the time');
  });

  test('the usual port is not guessed: the Hub of another home may have it', async (t) => {
    const there = startPeers(t);
    let asked = false;
    const server = net.createServer((socket) => {
      asked = true;
      socket.destroy();
    });
    const taken = await new Promise((resolve) => {
      server.once('error', () => resolve(true));
      server.listen(5001, '127.0.0.1', () => resolve(false));
    });
    if (taken) return t.skip('port 5001 is taken');
    const answer = await openHubClient({ env: there.env }).tryGetSnapshot(AbortSignal.timeout(patientMs));
    await new Promise((resolve) => server.close(resolve));
    assert.deepEqual([answer, asked], [null, false]);
  });
});
