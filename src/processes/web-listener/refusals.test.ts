/** Everybody who is no paired extension, at the port of the web listener: each is refused for its reason, and changes nothing. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listenerInProcess } from '../../../test/doubles/listener-in-process.ts';
import { assertProblem, extensionOrigin, json } from '../../../test/harness/http-rig.ts';
import { askRaw, type RawRequest } from '../../../test/harness/raw-http.ts';
import type { ProblemReason } from '../../contract/problem.ts';

const rig = await listenerInProcess({ after });
const { port } = rig;
const paired = await rig.pair();
const geckoOrigin = 'moz-extension://0b1a6f4e-2f59-4a6c-9d0e-6f0f8f0c8a11';

type Header = readonly [string, string];
const from = (origin: string): Header => ['Origin', origin];
const pair = (...headers: Header[]): RawRequest => ({ method: 'POST', target: '/api/pair', headers: [json, ...headers], body: '{}' });
const prove = (...headers: Header[]): RawRequest => ({ ...pair(...headers), target: '/api/prove' });
const preflight = (origin: string, target = '/api/pair', ...more: Header[]): RawRequest => ({
  method: 'OPTIONS',
  target,
  headers: [from(origin), ['Access-Control-Request-Method', 'POST'], ['Access-Control-Request-Headers', 'content-type'], ...more],
});
const upgrade: readonly Header[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
];
const withToken: Header = ['Sec-WebSocket-Protocol', `hub.v1, ${paired.token}`];
const connect = (...headers: Header[]): RawRequest => ({ target: '/api/connect', headers: [...upgrade, ...headers] });

const strangers = [
  'https://evil.example',
  'null',
  `http://127.0.0.1:${port}`,
  `http://localhost:${port}`,
  'file://',
  `${extensionOrigin}.evil.example`,
  `${extensionOrigin}/`,
  `${extensionOrigin}, https://evil.example`,
  extensionOrigin.toUpperCase(),
  ` ${extensionOrigin}x`,
  'chrome-extension://abcdefghijklmnopabcdefghijklmno',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnoq',
  'moz-extension://0b1a6f4e2f594a6c9d0e6f0f8f0c8a11',
  'safari-web-extension://0b1a6f4e-2f59-4a6c-9d0e-6f0f8f0c8a11',
  'extension://abcdefghijklmnopabcdefghijklmnop',
  '',
];

const refused: readonly (readonly [name: string, request: RawRequest, reason: ProblemReason])[] = [
  ...strangers.flatMap((origin) => [
    [`a code from ${origin}`, pair(from(origin)), 'foreign-origin'] as const,
    [`a request for a proof from ${origin}`, prove(from(origin)), 'foreign-origin'] as const,
    [`a connection from ${origin}`, connect(from(origin), withToken), 'foreign-origin'] as const,
    [`a preflight of ${origin}`, preflight(origin), 'foreign-origin'] as const,
    [`the status for ${origin}`, { target: '/api/status', headers: [from(origin)] }, 'foreign-origin'] as const,
  ]),
  ['a code from a program', pair(), 'foreign-origin'],
  ['a connection of a program', connect(withToken), 'foreign-origin'],
  ['a proof for an extension that is not paired', prove(from(geckoOrigin)), 'foreign-origin'],
  ['a proof for a program', prove(), 'foreign-origin'],
  ['a preflight of a proof for an extension that is not paired', preflight(geckoOrigin, '/api/prove'), 'foreign-origin'],
  ['a connection of an extension that is not paired', connect(from(geckoOrigin), withToken), 'foreign-origin'],
  ['the status for a paired extension', { target: '/api/status', headers: [from(extensionOrigin)] }, 'foreign-origin'],
  ['two origins', pair(from(extensionOrigin), from(extensionOrigin)), 'repeated-header'],
  ['two tokens in two headers', connect(from(extensionOrigin), withToken, withToken), 'repeated-header'],
  ['Authorization twice', pair(from(extensionOrigin), ['Authorization', 'Bearer a'], ['Authorization', 'Bearer b']), 'repeated-header'],
  ['a request without CORS', pair(from(extensionOrigin), ['Sec-Fetch-Mode', 'no-cors']), 'cross-site'],
  ['a form that navigates', pair(from(extensionOrigin), ['Sec-Fetch-Mode', 'navigate']), 'cross-site'],
  ['a foreign Host', { ...pair(from(extensionOrigin)), host: `evil.example:${port}` }, 'foreign-host'],
  ['a foreign Host of a connection', { ...connect(from(extensionOrigin), withToken), host: `evil.example:${port}` }, 'foreign-host'],
  ['no Host', { ...connect(from(extensionOrigin), withToken), host: null }, 'missing-host'],
  ['a form', { ...pair(), headers: [from(extensionOrigin), ['Content-Type', 'text/plain']] }, 'not-json'],
  ['a compressed body', pair(from(extensionOrigin), ['Content-Encoding', 'gzip']), 'encoded-body'],
  [
    'a preflight of another method',
    { ...preflight(extensionOrigin), headers: [from(extensionOrigin), ['Access-Control-Request-Method', 'DELETE']] },
    'foreign-origin',
  ],
  ['a preflight of no method', { ...preflight(extensionOrigin), headers: [from(extensionOrigin)] }, 'foreign-origin'],
  ['a preflight of another route', preflight(extensionOrigin, '/api/status'), 'foreign-origin'],
  [
    'a preflight of the connection',
    { ...preflight(extensionOrigin, '/api/connect'), headers: [from(extensionOrigin), ['Access-Control-Request-Method', 'GET']] },
    'foreign-origin',
  ],
  ['a preflight that upgrades', preflight(extensionOrigin, '/api/pair', ...upgrade), 'unexpected-upgrade'],
  ['a code that upgrades', { ...pair(from(extensionOrigin), ...upgrade), body: undefined as never }, 'unexpected-upgrade'],
  ['a connection that does not upgrade', { target: '/api/connect', headers: [from(extensionOrigin)] }, 'upgrade-required'],
  ['a token in the address', { ...connect(from(extensionOrigin), withToken), target: `/api/connect?token=${paired.token}` }, 'wrong-token'],
  ['a connection without a token', connect(from(extensionOrigin)), 'wrong-token'],
  ['another protocol', connect(from(extensionOrigin), ['Sec-WebSocket-Protocol', `hub.v2, ${paired.token}`]), 'wrong-token'],
  ['a token with a blank in it', connect(from(extensionOrigin), ['Sec-WebSocket-Protocol', `hub.v1, ${paired.token} x`]), 'wrong-token'],
  ...['//api/connect', '/./api/connect', '/api/%63onnect', '/api/connect/', '/API/connect', '/api/pair/'].map(
    (target) => [`the path ${target}`, { ...connect(), target }, 'unknown-route'] as const,
  ),
  [
    'a body that is too large',
    { ...pair(from(extensionOrigin), ['Content-Length', '8388609']), body: undefined as never },
    'body-too-large',
  ],
];

for (const [name, request, reason] of refused) {
  test(`${name} is refused`, async () => {
    const answer = await askRaw(port, request);
    assertProblem(answer, reason);
    const isReadable = answer.headers.get('access-control-allow-origin') !== undefined;
    assert.ok(!isReadable, 'no other page may read why');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(rig.listener().pairings.count, 1);
  });
}

for (const [peer, reason] of [
  ['other', 'foreign-user'],
  ['unknown', 'foreign-user'],
  ['sandboxed', 'sandboxed-program'],
] as const) {
  test(`an extension of a program that is ${peer} is refused`, async (t) => {
    rig.peerUser.verdict = peer;
    t.after(() => {
      rig.peerUser.verdict = 'same-user';
    });
    assertProblem(await askRaw(port, pair(from(extensionOrigin))), reason);
    assertProblem(await askRaw(port, connect(from(extensionOrigin), withToken)), reason);
  });
}

test('a browser is let in for its extension alone, whatever it calls the site', async (t) => {
  rig.peerUser.verdict = 'browser';
  t.after(() => {
    rig.peerUser.verdict = 'same-user';
  });
  for (const site of ['cross-site', 'none', 'same-origin']) {
    const headers: Header[] = [from(extensionOrigin), ['Sec-Fetch-Site', site], ['Sec-Fetch-Mode', 'cors'], ['Sec-Fetch-Dest', 'empty']];
    assert.equal((await askRaw(port, pair(...headers)))?.status, 400, 'let in, and told that this is no code');
  }
  assertProblem(await askRaw(port, { target: '/api/status' }), 'browser-request');
  assertProblem(await askRaw(port, { target: '/api/pair', method: 'POST', headers: [json], body: '{}' }), 'foreign-origin');
});

test('a preflight of an extension is answered for it alone', async () => {
  for (const origin of [extensionOrigin, geckoOrigin]) {
    const answer = await askRaw(port, preflight(origin, '/api/pair', ['Access-Control-Request-Private-Network', 'true']));
    assert.equal(answer?.status, 204);
    const said = [...(answer?.headers ?? [])].filter(([name]) => name.startsWith('access-control') || name === 'vary');
    assert.deepEqual(Object.fromEntries(said), {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    assert.equal(answer?.body.length, 0);
  }
});
