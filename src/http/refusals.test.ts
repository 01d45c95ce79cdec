import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertProblem,
  assertStillGood,
  canary,
  extensionOrigin,
  json,
  postWith,
  save,
  sharedHttpRig,
  withBody,
  withHeaders,
} from '../../test/harness/http-rig.ts';
import { askRaw, type RawRequest, sendRaw } from '../../test/harness/raw-http.ts';
import type { ProblemReason } from '../contract/problem.ts';

const rig = await sharedHttpRig();
const { port } = rig;

/** Each request is refused for its reason before any handler runs, and the next good request is answered. */
const refused: readonly [name: string, request: () => RawRequest, reason: ProblemReason][] = [
  ['no Host in HTTP/1.1', () => ({ target: '/source', host: null }), 'missing-host'],
  ['no Host in HTTP/1.0', () => ({ target: '/source', host: null, version: 'HTTP/1.0' }), 'missing-host'],
  ['an empty Host', () => ({ target: '/source', host: '' }), 'missing-host'],
  ['a good Host, then an evil one', () => withHeaders(['Host', 'evil.com']), 'missing-host'],
  [
    'an evil Host, then a good one',
    () => ({ target: '/source', host: 'evil.com', headers: [['Host', `127.0.0.1:${port}`]] }),
    'missing-host',
  ],
  ...[
    'evil.com',
    'evil.com:P',
    'localhost.evil.com:P',
    '127.0.0.1.evil.com:P',
    'localhost:P@evil.com',
    'evil.com@localhost:P',
    'localhost:1',
    '0.0.0.0:P',
    '[::]:P',
    '127.1:P',
    '0x7f.1:P',
    '2130706433:P',
    '[::ffff:127.0.0.1]:P',
    'localhost',
    '127.0.0.1',
    'localhost:0P',
    'localhost.:P',
    'localhost#evil.com:P',
    'localhost:P/evil.com',
    'localhost:P, evil.com',
    'local\thost:P',
    '127.0.0.1.:P',
    '127.0.0.1:P.',
    '127.0.0.1:P:P',
    'user@127.0.0.1:P',
    'user:word@localhost:P',
    '[0:0:0:0:0:0:0:1]:P',
    '[::1%25lo]:P',
    '[::1].:P',
    'http://127.0.0.1:P',
    '127.0.0.1\\@evil.com:P',
    '\u00e4.localhost:P',
  ].map((host): [string, () => RawRequest, ProblemReason] => [
    `the Host ${host}`,
    () => ({ target: '/source', host: host.replace('P', String(port)) }),
    'foreign-host',
  ]),
  ['a foreign Host on a path that is no route', () => ({ target: '/nothing', host: 'evil.com' }), 'foreign-host'],
  ...[
    'https://evil.com',
    'null',
    'http://localhost.evil.com',
    'http://127.0.0.1:9999',
    'http://localhost:P.evil.com',
    'http://127.0.0.1:P',
    'file://',
    'chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba',
    'moz-extension://0b1a6f4e-2f59-4a6c-9d0e-6f0f8f0c8a11',
    'safari-web-extension://0b1a6f4e-2f59-4a6c-9d0e-6f0f8f0c8a11',
    'NULL',
    extensionOrigin.toUpperCase(),
    `${extensionOrigin}.evil.com`,
    `${extensionOrigin}, https://evil.com`,
    `${extensionOrigin}/`,
    '',
  ].map((origin): [string, () => RawRequest, ProblemReason] => [
    `the Origin ${origin}`,
    () => withHeaders(['Origin', origin.replace('P', String(port))]),
    'foreign-origin',
  ]),
  [
    'our extension on a path that is not its own',
    () => ({ target: '/api/things', headers: [['Origin', extensionOrigin]] }),
    'foreign-origin',
  ],
  ['two Origins, ours and an evil one', () => withHeaders(['Origin', extensionOrigin], ['Origin', 'https://evil.com']), 'repeated-header'],
  ['an image of another site', () => withHeaders(['Sec-Fetch-Site', 'cross-site'], ['Sec-Fetch-Mode', 'no-cors']), 'cross-site'],
  ['a page of the same site', () => withHeaders(['Sec-Fetch-Site', 'same-site']), 'cross-site'],
  ...['SEC-FETCH-SITE: cross-site', 'Sec-Fetch-Site: None', 'sec-fetch-site: none, cross-site', 'Sec-Fetch-Site: '].map(
    (line): [string, () => RawRequest, ProblemReason] => [
      `a site that is none of its words: ${line}`,
      () => withHeaders(line.split(': ') as [string, string]),
      'cross-site',
    ],
  ),
  ...[
    ['what an extension fetches', 'none', 'cors', 'empty'],
    ['what an extension fetches blindly', 'none', 'no-cors', 'empty'],
    ['what a document of ours would fetch', 'same-origin', 'cors', 'empty'],
    ['an address that a person opens', 'none', 'navigate', 'document'],
    ['an address in a frame', 'none', 'navigate', 'iframe'],
    ['an address in an <embed>', 'none', 'navigate', 'embed'],
  ].map(([name, site = '', mode = '', dest = '']): [string, () => RawRequest, ProblemReason] => [
    name ?? '',
    () => withHeaders(['Sec-Fetch-Site', site], ['Sec-Fetch-Mode', mode], ['Sec-Fetch-Dest', dest]),
    'browser-request',
  ]),
  ...[
    'Sec-Fetch-Site: none',
    'Sec-Fetch-Dest: document',
    'Sec-CH-UA: "Chromium"',
    'Sec-Purpose: prefetch',
    'sec-gpc: 1',
    'SEC-FETCH-USER: ?1',
    'sEc-FeTcH-dEsT: ',
    'Sec-: x',
    'Sec-Fetch-Mode-: cors',
  ].map((line): [string, () => RawRequest, ProblemReason] => [
    `a browser that is known by ${line} alone`,
    () => withHeaders(line.split(': ') as [string, string]),
    'browser-request',
  ]),
  ['a browser on a path that is no route', () => ({ target: '/nothing', headers: [['Sec-Fetch-Site', 'none']] }), 'browser-request'],
  [
    'two Sec-Fetch-Sites, each in another case',
    () => withHeaders(['Sec-Fetch-Site', 'none'], ['sec-fetch-SITE', 'same-origin']),
    'repeated-header',
  ],
  [
    'two Sec-Fetch-Dests where a page may be shown',
    () => ({
      target: '/api/status',
      headers: [
        ['Sec-Fetch-Mode', 'navigate'],
        ['Sec-Fetch-Dest', 'document'],
        ['Sec-Fetch-Dest', 'iframe'],
      ],
    }),
    'repeated-header',
  ],
  ['two Sec-Fetch-Modes', () => withHeaders(['Sec-Fetch-Mode', 'cors'], ['Sec-Fetch-Mode', 'navigate']), 'repeated-header'],
  ['two Authorizations', () => withHeaders(['Authorization', 'Bearer a'], ['Authorization', 'Bearer b']), 'repeated-header'],
  ['two Content-Types', () => postWith(json as [string, string], ['Content-Type', 'text/plain']), 'repeated-header'],
  [
    'a preflight of a foreign page',
    () => ({
      method: 'OPTIONS',
      target: '/source',
      headers: [
        ['Origin', 'https://evil.com'],
        ['Access-Control-Request-Method', 'GET'],
      ],
    }),
    'foreign-origin',
  ],
  ...['Access-Control-Request-Private-Network', 'Access-Control-Request-Local-Network'].map(
    (name): [string, () => RawRequest, ProblemReason] => [
      `a preflight with ${name}`,
      () => ({
        method: 'OPTIONS',
        target: '/source',
        headers: [
          ['Origin', 'https://evil.com'],
          ['Access-Control-Request-Method', 'GET'],
          [name, 'true'],
        ],
      }),
      'foreign-origin',
    ],
  ),
  [
    'a preflight of our extension',
    () => ({
      method: 'OPTIONS',
      target: '/source',
      headers: [
        ['Origin', extensionOrigin],
        ['Access-Control-Request-Method', 'GET'],
        ['Access-Control-Request-Private-Network', 'true'],
      ],
    }),
    'foreign-origin',
  ],
  ['OPTIONS of nobody', () => ({ method: 'OPTIONS', target: '/source' }), 'unknown-route'],
  ['OPTIONS *', () => ({ method: 'OPTIONS', target: '*' }), 'unknown-route'],
  ...[
    '//source',
    '/./source',
    '/%73ource',
    '/source/',
    '/source?',
    '/source?x',
    '/source%00',
    '/source;a',
    '/SOURCE',
    '/a/../source',
    '/api/things/..',
    '/api/things/%31',
    '/__proto__',
    '/',
  ].map((target): [string, () => RawRequest, ProblemReason] => [`the path ${target}`, () => ({ target }), 'unknown-route']),
  ['an absolute target', () => ({ target: 'http://evil.com/source' }), 'unknown-route'],
  ['an absolute target of our own', () => ({ target: `http://127.0.0.1:${port}/source` }), 'unknown-route'],
  [
    'an absolute target of our own, from a rebound name',
    () => ({ target: `http://127.0.0.1:${port}/source`, host: `evil.com:${port}` }),
    'foreign-host',
  ],
  ['an upgrade to HTTP/2', () => withHeaders(['Connection', 'Upgrade, HTTP2-Settings'], ['Upgrade', 'h2c']), 'unexpected-upgrade'],
  [
    'a method that is overridden by a header',
    () => ({ target: '/api/things/4', headers: [['X-HTTP-Method-Override', 'DELETE']] }),
    'unknown-route',
  ],
  ['another method', () => ({ ...save, method: 'PUT' }), 'unknown-route'],
  ['DELETE with a percent-encoded id', () => ({ method: 'DELETE', target: '/api/things/%34' }), 'unknown-route'],
  ['an id that the schema refuses', () => ({ method: 'DELETE', target: '/api/things/abc' }), 'not-found'],
  ['GET with a body', () => ({ target: '/source', body: 'x' }), 'not-json'],
  ['GET with a chunked body', () => ({ target: '/source', headers: [['Transfer-Encoding', 'chunked']], body: '0\r\n\r\n' }), 'not-json'],
  ['GET with a compressed body', () => ({ target: '/source', headers: [json, ['Content-Encoding', 'gzip']], body: 'x' }), 'encoded-body'],
  ['GET with a huge body', () => ({ target: '/source', headers: [json, ['Content-Length', '8388609']], body: 'x' }), 'body-too-large'],
  ['GET with JSON', () => ({ target: '/source', headers: [json], body: '{}' }), 'unexpected-body'],
  ['a text on a path that is no route', () => ({ method: 'POST', target: '/nothing', body: 'x' }), 'not-json'],
  ['DELETE with a body', () => ({ method: 'DELETE', target: '/api/things/4', headers: [json], body: '{}' }), 'unexpected-body'],
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'application/jsonx',
    'application/json; charset=utf-16',
    'text/plain; application/json',
    '',
  ].map((type): [string, () => RawRequest, ProblemReason] => [
    `the content type ${type}`,
    () => postWith(['Content-Type', type]),
    'not-json',
  ]),
  ['no content type', () => postWith(), 'not-json'],
  ['a compressed body', () => postWith(json as [string, string], ['Content-Encoding', 'gzip']), 'encoded-body'],
  [
    'a compressed transfer',
    () => ({ ...save, headers: [json, ['Transfer-Encoding', 'gzip, chunked']], body: '0\r\n\r\n' }),
    'encoded-body',
  ],
  ['an expectation that nobody meets', () => postWith(json as [string, string], ['Expect', 'a-miracle']), 'unmet-expectation'],
  [
    'a WebSocket where there is none',
    () =>
      withHeaders(
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
        ['Sec-WebSocket-Version', '13'],
        ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
      ),
    'unexpected-upgrade',
  ],
  [
    'a WebSocket of a foreign page',
    () => withHeaders(['Connection', 'Upgrade'], ['Upgrade', 'websocket'], ['Origin', 'https://evil.com']),
    'foreign-origin',
  ],
  ...[
    '[]',
    'null',
    '"x"',
    '1',
    '{}',
    '{"content":1,"filename":"a"}',
    '{"content":[],"filename":"a"}',
    '{"filename":"a"}',
    '{"content":"a","filename":{}}',
    '{"content":"\\ud800","filename":"a"}',
  ].map((body): [string, () => RawRequest, ProblemReason] => [`the body ${body}`, () => withBody(body), 'invalid-request']),
  ...[
    '',
    `{"content":"${canary}`,
    `{"content":${canary}}`,
    '{"content":"a","filename":"a"}}',
    "{'content':'a'}",
    '\u0000',
    '{"content":"a\nb","filename":"a"}',
  ].map((body): [string, () => RawRequest, ProblemReason] => [`the body ${JSON.stringify(body)}`, () => withBody(body), 'malformed-json']),
  ['a __proto__ key', () => withBody('{"__proto__":{"filename":"x"},"content":"a"}'), 'repeated-key'],
  ['an escaped __proto__ key', () => withBody('{"\\u005f_proto__":{"filename":"x"},"content":"a","filename":"b"}'), 'repeated-key'],
  ['a key twice', () => withBody('{"content":"a","filename":"b","content":"c"}'), 'repeated-key'],
  ['half a million arrays', () => withBody(`{"content":${'['.repeat(500_000)}`), 'json-too-deep'],
  ...([[0xff], [0xc0, 0xaf], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80]] as const).map((bytes): [string, () => RawRequest, ProblemReason] => [
    `the bytes ${Buffer.from(bytes).toString('hex')}`,
    () => withBody(Buffer.concat([Buffer.from('{"content":"'), Buffer.from(bytes), Buffer.from('","filename":"a"}')])),
    'not-utf8',
  ]),
  ['a query that is not percent-encoded', () => ({ target: '/api/things?q=%ff' }), 'invalid-request'],
  ['a query with a name twice', () => ({ target: '/api/things?q=a&q=b' }), 'invalid-request'],
  ['a query that the schema refuses', () => ({ target: '/api/things?limit=11' }), 'invalid-request'],
];

for (const [name, request, reason] of refused) {
  test(`refuses ${name} as ${reason}`, async () => {
    const handledBefore = rig.handled();
    assertProblem(await askRaw(port, request()), reason);
    assert.equal(rig.handled(), handledBefore);
    await assertStillGood(port);
  });
}

const malformed: readonly [name: string, bytes: () => string][] = [
  [
    'Content-Length and Transfer-Encoding',
    () =>
      `POST /api/save/test HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'two Content-Lengths',
    () => `POST /api/save/test HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
  ],
  ['bare line feeds', () => `GET /source HTTP/1.1\nHost: localhost:${port}\n\n`],
  ['a space before the colon', () => `GET /source HTTP/1.1\r\nHost : localhost:${port}\r\n\r\n`],
  ['an unknown method', () => `STEAL /source HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`],
  ...[
    ['a Host that is folded', 'Host: evil.com\r\n 127.0.0.1:P'],
    ['an Origin that is folded into another header', 'Host: 127.0.0.1:P\r\nX: a\r\n\tOrigin: https://evil.com'],
    ['an Origin behind a bare carriage return', 'Host: 127.0.0.1:P\r\nX: a\rOrigin: https://evil.com'],
    ['an Origin behind a bare line feed', 'Host: 127.0.0.1:P\r\nX: a\nOrigin: https://evil.com'],
    ['a header with NUL', 'Host: 127.0.0.1:P\r\nX: a\0b'],
    ['Transfer-Encoding twice', 'Host: 127.0.0.1:P\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
    ['a Transfer-Encoding that is not known, with a length', 'Host: 127.0.0.1:P\r\nTransfer-Encoding: xchunked\r\nContent-Length: 4'],
    ['a length with a sign', 'Host: 127.0.0.1:P\r\nContent-Length: +4'],
    ['a list of lengths', 'Host: 127.0.0.1:P\r\nContent-Length: 4, 4'],
    ['a length that no number holds', 'Host: 127.0.0.1:P\r\nContent-Length: 99999999999999999999'],
  ].map(([name = '', headers = '']): [string, () => string] => [
    name,
    () => `POST /api/save/test HTTP/1.1\r\n${headers.replaceAll(':P', `:${port}`)}\r\n\r\n`,
  ]),
  ['the beginning of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS hello', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a negative length', () => `POST /api/save/test HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: -1\r\n\r\n`],
];
for (const [name, bytes] of malformed) {
  test(`answers 400 to ${name}`, async () => {
    const handledBefore = rig.handled();
    assertProblem(await sendRaw(port, Buffer.from(bytes(), 'latin1')), 'malformed-request');
    assert.equal(rig.handled(), handledBefore);
    await assertStillGood(port);
  });
}
