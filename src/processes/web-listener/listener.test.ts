import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { listenerInProcess } from '../../../test/doubles/listener-in-process.ts';
import { canariesBelow, plainCanary } from '../../../test/harness/canaries.ts';
import { askToPair, statusOfConnecting } from '../../../test/harness/extension-client.ts';
import { extensionOrigin } from '../../../test/harness/http-rig.ts';
import { until } from '../../../test/harness/until.ts';
import { closeCodes } from '../../contract/extension-messages.ts';

const geckoOrigin = 'moz-extension://0b1a6f4e-2f59-4a6c-9d0e-6f0f8f0c8a11';
const reasonOf = async (answer: Response): Promise<string> =>
  `${answer.status} ${((await answer.json()) as { type?: string }).type?.split(':').at(-1)}`;
const statusOf = async (port: number): Promise<{ pairedExtensions: number; connectedExtensions: number }> =>
  (await fetch(`http://127.0.0.1:${port}/api/status`)).json() as never;

describe('a code', () => {
  test('pairs one extension, written as people write it, and then nobody', async (t) => {
    const rig = await listenerInProcess(t);
    const code = await rig.code();
    assert.match(code, /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    const written = ` ${code.toLowerCase().replace('-', ' ')} `;
    const paired = await askToPair(rig.port, { code: written, name: 'Firefox' }, geckoOrigin);
    assert.equal(paired.status, 200);
    assert.equal(paired.headers.get('access-control-allow-origin'), geckoOrigin);
    assert.equal(paired.headers.get('vary'), 'Origin');
    assert.equal(paired.headers.get('access-control-allow-credentials'), null);
    assert.match(((await paired.json()) as { token: string }).token, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(await reasonOf(await askToPair(rig.port, { code: written, name: 'Firefox' }, geckoOrigin)), '403 wrong-code');
    assert.equal((await statusOf(rig.port)).pairedExtensions, 1);
  });

  test('ends after five wrong tries, after five minutes, and with the next code', async (t) => {
    const rig = await listenerInProcess(t);
    const tryWith = async (code: string): Promise<string> => reasonOf(await askToPair(rig.port, { code, name: 'a' }));
    const tried = await rig.code();
    for (const _ of Array(5)) assert.equal(await tryWith('AAAA-AAAA'), '403 wrong-code');
    assert.equal(await tryWith(tried), '403 wrong-code', 'after five wrong ones');
    const old = await rig.code();
    rig.clock.ms += 5 * 60_000;
    assert.equal(await tryWith(old), '403 wrong-code', 'after its time');
    const [first, second] = [await rig.code(), await rig.code()];
    assert.equal(await tryWith(first), '403 wrong-code', 'the one before');
    assert.equal(await tryWith(second), '200 undefined');
    assert.equal(await tryWith('AAAA-AAAA'), '403 wrong-code', 'without any code');
  });

  test('has five tries for each extension, so that one that tries at random takes them from nobody, and twenty for all', async (t) => {
    const rig = await listenerInProcess(t);
    const originOf = (letter: string): string => `chrome-extension://${letter.repeat(32)}`;
    const tryWith = async (code: string, letter: string): Promise<number> =>
      (await askToPair(rig.port, { code, name: 'a' }, originOf(letter))).status;
    const code = await rig.code();
    for (const _ of Array(10)) assert.equal(await tryWith('AAAA-AAAA', 'a'), 403);
    assert.equal(await tryWith(code, 'a'), 403, 'it has no more tries');
    assert.equal(await tryWith(code, 'b'), 200);
    const burnt = await rig.code();
    for (const letter of ['a', 'b', 'c', 'd']) for (const _ of Array(5)) assert.equal(await tryWith('AAAA-AAAA', letter), 403);
    assert.equal(await tryWith(burnt, 'e'), 403, 'after twenty wrong ones');
  });

  test('is not used up by what is no request, which any extension may send to see whether Hub runs', async (t) => {
    const rig = await listenerInProcess(t);
    const code = await rig.code();
    for (const body of ['{}', '{', '[]', '{"code":1,"name":"a"}', '{"code":"","name":"a"}', `{"code":"${'A'.repeat(41)}","name":"a"}`]) {
      const refused = await askToPair(rig.port, body);
      assert.equal(refused.status, 400, body);
      assert.equal(refused.headers.get('access-control-allow-origin'), extensionOrigin, body);
    }
    assert.equal((await askToPair(rig.port, { code, name: 'a' })).status, 200);
  });
});

describe('a token', () => {
  test('connects its own origin alone, in its own place alone, and is nowhere on the disk or in the log', async (t) => {
    const rig = await listenerInProcess(t);
    const { token } = await rig.pair();
    const gecko = await rig.pair({ origin: geckoOrigin });
    const connecting = (protocols: readonly string[], more: { origin?: string; path?: string } = {}): Promise<number> =>
      statusOfConnecting(rig.port, { protocols, ...more });
    assert.equal(await connecting(['hub.v1', token]), 101);
    const wrong: readonly [string, readonly string[], { origin?: string; path?: string }?][] = [
      ['none', ['hub.v1']],
      ['none, and no protocol', []],
      ['alone', [token]],
      ['in another order', [token, 'hub.v1']],
      ['of another origin', ['hub.v1', gecko.token]],
      ['with the other origin', ['hub.v1', token], { origin: geckoOrigin }],
      ['too short', ['hub.v1', token.slice(1)]],
      ['too long', ['hub.v1', `${token}A`]],
      ['in other letters', ['hub.v1', token.toUpperCase()]],
      ['with another one', ['hub.v1', token, gecko.token]],
      ['in the address', ['hub.v1', token], { path: `/api/connect?token=${token}` }],
    ];
    for (const [name, protocols, more] of wrong) assert.equal(await connecting(protocols, more), 401, name);
    assert.equal(await connecting(['hub.v1', token], { origin: 'chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba' }), 403);
    assert.equal(await connecting(['hub.v1', token], { origin: 'https://evil.example' }), 403);
    assert.deepEqual(canariesBelow(rig.component.places.home, [token, gecko.token]), []);
    assert.ok(!rig.component.logged.join('\n').includes(token));
  });

  test('is of no use from the moment that its pairing is revoked, and its connection ends', async (t) => {
    const rig = await listenerInProcess(t);
    const [first, second] = [await rig.pair({ name: 'Work' }), await rig.pair({ name: 'Home' })];
    const [work, home] = [await rig.connect(first), await rig.connect(second)];
    assert.deepEqual(await statusOf(rig.port), { ...(await statusOf(rig.port)), pairedExtensions: 2, connectedExtensions: 2 });
    const revoked = await rig.listener().pairings.answer({ op: 'revoke', pairing: 'Work' });
    assert.ok(revoked.ok);
    assert.equal(await until('the end', () => work.closed ?? undefined), closeCodes.revoked);
    assert.equal(await statusOfConnecting(rig.port, { protocols: ['hub.v1', first.token] }), 401);
    assert.equal(await home.ask({ kind: 'beat' }), 'ack');
    await rig.restart();
    assert.equal(await statusOfConnecting(rig.port, { protocols: ['hub.v1', first.token] }), 401, 'after a restart');
    assert.equal(await statusOfConnecting(rig.port, { protocols: ['hub.v1', second.token] }), 101, 'after a restart');
    const last = await rig.listener().pairings.answer({ op: 'pairings' });
    assert.ok('pairings' in last && last.pairings[0]);
    await rig.listener().pairings.answer({ op: 'revoke', pairing: last.pairings[0].id });
    assert.equal(await statusOfConnecting(rig.port, { protocols: ['hub.v1', second.token] }), 403, 'an origin that nobody paired');
  });

  test('is one of 32 at most, also of those that are made at once: the one that was not seen for longest makes room', async (t) => {
    const rig = await listenerInProcess(t);
    const oldest = await rig.pair({ name: 'Oldest' });
    for (const _ of Array(30)) await rig.pair();
    const { pairings } = rig.listener();
    // Each code ends the one before, so the browser of the first is still being asked for when the second is tried.
    const slow = Promise.withResolvers<null>();
    const order = { name: 'a', origin: extensionOrigin };
    const both = [
      pairings.pair({ ...order, code: await rig.code(), browser: () => slow.promise }),
      pairings.pair({ ...order, code: await rig.code(), browser: () => slow.promise }),
    ];
    slow.resolve(null);
    for (const paired of await Promise.all(both)) assert.equal(typeof paired, 'object');
    assert.equal(pairings.count, 32);
    assert.equal(await statusOfConnecting(rig.port, { protocols: ['hub.v1', oldest.token] }), 401);
    await rig.restart();
    assert.deepEqual([rig.listener().pairings.count, rig.listener().pairings.condition], [32, null]);
  });

  test('of several with one name is revoked by its id', async (t) => {
    const rig = await listenerInProcess(t);
    await rig.pair({ name: 'Twin' });
    await rig.pair({ name: 'Twin' });
    assert.deepEqual(await rig.listener().pairings.answer({ op: 'revoke', pairing: 'Twin' }), { ok: false, error: 'ambiguous' });
    assert.deepEqual(await rig.listener().pairings.answer({ op: 'revoke', pairing: 'nobody' }), { ok: false, error: 'unknown_pairing' });
  });
});

test('a list of pairings that is damaged pairs and admits nobody, says so, and is left as it is', async (t) => {
  const rig = await listenerInProcess(t);
  const paired = await rig.pair();
  const file = rig.component.places.pairedExtensions;
  const sound = readFileSync(file, 'utf8');
  const damages = [
    '',
    '{}',
    '[]',
    sound.slice(0, -20),
    sound.replace('"version": 1', '"version": 2'),
    sound.replace('"origin"', '"origins"'),
    sound.replace(/"tokenSha256": "../, '"tokenSha256": "'),
    `\0${sound}`,
  ];
  for (const damaged of damages) {
    writeFileSync(file, damaged);
    await rig.restart();
    const { pairings } = rig.listener();
    assert.match(
      pairings.condition ?? '',
      /data\/paired-extensions\.json is damaged; remove it, restart web_listener and pair again$/,
      damaged,
    );
    assert.equal(await statusOfConnecting(rig.port, { protocols: ['hub.v1', paired.token] }), 403, damaged);
    for (const op of ['pair', 'pairings', 'revoke']) {
      const answer = await pairings.answer({ op, pairing: 'a' });
      assert.equal(!answer.ok && answer.error, 'damaged');
    }
    assert.equal(readFileSync(file, 'utf8'), damaged);
  }
  writeFileSync(file, sound);
  await rig.restart();
  assert.equal(rig.listener().pairings.condition, null);
  assert.equal(await statusOfConnecting(rig.port, { protocols: ['hub.v1', paired.token] }), 101);
});

describe('a connection', () => {
  test('gives way to a newer one of its pairing, and there are at most eight', async (t) => {
    const rig = await listenerInProcess(t);
    const paired = await rig.pair();
    const [older, newer] = [await rig.connect(paired), await rig.connect(paired)];
    assert.equal(await until('the end', () => older.closed ?? undefined), closeCodes.replaced);
    assert.equal(await newer.ask({ kind: 'beat' }), 'ack');
    for (const _ of Array(7)) await rig.connect();
    const ninth = await rig.pair();
    await assert.rejects(rig.connect(ninth), { message: `closed with ${closeCodes.full}` });
    assert.equal((await statusOf(rig.port)).connectedExtensions, 8);
    await newer.end();
    await until('room', async () => (await statusOf(rig.port)).connectedExtensions === 7);
    assert.equal(await (await rig.connect(ninth)).ask({ kind: 'beat' }), 'ack');
  });

  test('ends when nothing is heard for long, and not while it beats', async (t) => {
    const rig = await listenerInProcess(t, { silentAfterMs: 1_500 });
    const [silent, beating] = [await rig.connect(), await rig.connect()];
    const beats = setInterval(() => beating.send({ kind: 'beat' }), 50);
    t.after(() => clearInterval(beats));
    assert.equal(await until('the end', () => silent.closed ?? undefined), closeCodes.silent);
    assert.equal(beating.closed, null);
  });

  test('of another version is told, until it connects again or is not paired any more', async (t) => {
    const rig = await listenerInProcess(t);
    const paired = await rig.pair();
    const other = await rig.pair({ origin: geckoOrigin });
    const sent = async (as: typeof paired, frame: string): Promise<void> => {
      const client = await rig.connect(as);
      for (const count of [1, 2]) {
        client.socket.send(frame);
        await until('an answer', () => client.heard.filter((message) => 'nack' in message || 'ack' in message).length === count);
      }
    };
    await sent(paired, '{"id":"01234567-89ab","kind":"beat"}');
    assert.deepEqual(rig.misunderstood, []);
    await sent(paired, '{"id":"01234567-89ab","kind":"later"}');
    await sent(other, '{"id":"01234567-89ab","kind":"later"}');
    assert.deepEqual(rig.misunderstood, [true], 'once');
    await sent(paired, '{"id":"01234567-89ab","kind":"beat"}');
    assert.deepEqual(rig.misunderstood, [true], 'there is another one');
    await rig.connect(other);
    assert.deepEqual(rig.misunderstood, [true, false]);
  });

  test('that sends what is no message is answered, and nothing of it is recorded', async (t) => {
    const rig = await listenerInProcess(t);
    const client = await rig.connect();
    const id = '01234567-89ab';
    const secret = plainCanary('frame');
    const bad: readonly (readonly [string | Buffer, string | null, string])[] = [
      ['', null, 'invalid'],
      ['{', null, 'invalid'],
      [`{"id":"${id}"}`, id, 'invalid'],
      [`{"id":"${id}","kind":"${secret}"}`, id, 'invalid'],
      [`{"id":"${secret}","kind":"beat","more":1}`, secret, 'invalid'],
      ['{"id":"short","kind":"beat"}', null, 'invalid'],
      [`{"id":"${id}","kind":"beat","kind":"open"}`, null, 'invalid'],
      ['['.repeat(100_000), null, 'invalid'],
      [Buffer.from(`{"id":"${id}","kind":"beat"}`), null, 'invalid'],
      [JSON.stringify({ id, kind: 'tab', atMs: 1, page: { url: 'https://a.example/', title: 'x'.repeat(1_001) } }), id, 'too-large'],
      [JSON.stringify({ id, kind: 'tab', atMs: 1, page: { url: 'https://a.example/', title: 'x'.repeat(1_000_000) } }), id, 'too-large'],
      ...[
        'javascript:alert(1)',
        'file:///etc/passwd',
        `data:text/html,${'x'.repeat(100)}`,
        'https://me:word@a.example/',
        'about:blank',
        '',
      ].map((url) => [JSON.stringify({ id, kind: 'tab', atMs: 1, page: { url, title: 'a' } }), id, 'invalid'] as const),
      [
        JSON.stringify({ id, kind: 'tab', atMs: 1, page: { url: `https://a.example/${'x'.repeat(5_000_000)}`, title: 'a' } }),
        id,
        'too-large',
      ],
      [JSON.stringify({ id, kind: 'page', atMs: 1, url: 'https://a.example/', title: 'a', text: '\ud800' }), id, 'invalid'],
      [
        JSON.stringify({ id, kind: 'file', atMs: 1, url: 'https://a.example/', title: 'a', name: 'a', mediaType: 'a', content: '*' }),
        id,
        'invalid',
      ],
    ];
    for (const [frame, nack, reason] of bad) {
      const before = client.heard.length;
      client.socket.send(frame, { binary: typeof frame !== 'string' });
      const answer = await until('an answer', () => client.heard[before]);
      assert.deepEqual(answer, { nack, reason }, String(frame).slice(0, 60));
    }
    assert.equal(rig.journal.statement('SELECT count(*) AS count FROM captures').get()?.count, 0);
    assert.equal(rig.journal.statement('SELECT count(*) AS count FROM page_reports').get()?.count, 0);
    assert.ok(!rig.component.logged.join('\n').includes(secret));
  });
});
