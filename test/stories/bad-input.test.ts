/** Bad requests to a running Hub: each is refused with the right reason and leaves nothing behind, and the next good request is served. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { savedAnswer } from '../../src/contract/bridge.ts';
import type { ProblemReason } from '../../src/contract/problem.ts';
import { assertProblem } from '../harness/http-rig.ts';
import { TestHub } from '../harness/hub.ts';
import { RawConnection, type RawRequest, requestBytes, sendRaw } from '../harness/raw-http.ts';

const json = ['Content-Type', 'application/json'] as const;
const post = (body: string | Uint8Array, ...headers: (readonly [string, string])[]): RawRequest => ({
  method: 'POST',
  target: '/api/save/test',
  headers: [...(headers.some(([name]) => name === 'Content-Type') ? [] : [json]), ...headers],
  body,
});
const get = (...headers: (readonly [string, string])[]): RawRequest => ({ headers });
const good = '{"content":"c","filename":"bad.txt"}';
const broken = (...bytes: number[]): Buffer =>
  Buffer.concat([Buffer.from('{"content":"'), Buffer.from(bytes), Buffer.from('","filename":"a"}')]);

/** For both servers; without a target, one of the server's own routes is used. `P` is its port, `Q` that of the other server. */
const onBoth: readonly (readonly [name: string, request: RawRequest, reason: ProblemReason])[] = [
  ['no Host', { host: null }, 'missing-host'],
  ['no Host in HTTP/1.0', { host: null, version: 'HTTP/1.0' }, 'missing-host'],
  ['an empty Host', { host: '' }, 'missing-host'],
  ['two Hosts, good then evil', get(['Host', 'evil.com:P']), 'missing-host'],
  ['two Hosts, evil then good', { host: 'evil.com:P', headers: [['Host', '127.0.0.1:P']] }, 'missing-host'],
  ...['evil.com:P', 'evil.com@localhost:P', '127.1:P', '0x7f.1:P', '2130706433:P', '[::ffff:127.0.0.1]:P', 'localhost:Q'].map(
    (host) => [`the Host ${host}`, { host }, 'foreign-host'] as const,
  ),
  ['the Origin null', get(['Origin', 'null']), 'foreign-origin'],
  ['the Origin of our own page', get(['Origin', 'http://127.0.0.1:P']), 'foreign-origin'],
  ['two Origins', get(['Origin', 'chrome-extension://ours'], ['Origin', 'https://evil.com']), 'repeated-header'],
  ['a page of another site', get(['Sec-Fetch-Site', 'cross-site']), 'cross-site'],
  [
    'what an extension fetches',
    get(['Sec-Fetch-Site', 'none'], ['Sec-Fetch-Mode', 'cors'], ['Sec-Fetch-Dest', 'empty']),
    'browser-request',
  ],
  ['a frame', get(['Sec-Fetch-Site', 'none'], ['Sec-Fetch-Mode', 'navigate'], ['Sec-Fetch-Dest', 'iframe']), 'browser-request'],
  ['a text where no body is taken', { body: 'x', headers: [['Content-Type', 'text/plain']] }, 'not-json'],
  ['JSON where no body is taken', { body: '{}', headers: [['Content-Type', 'application/json']] }, 'unexpected-body'],
  [
    'a body that is too large, where none is taken',
    get(['Content-Type', 'application/json'], ['Content-Length', '8388609']),
    'body-too-large',
  ],
  ['OPTIONS of nobody', { method: 'OPTIONS' }, 'unknown-route'],
  ['a preflight', { method: 'OPTIONS', headers: [['Origin', 'https://evil.com']] }, 'foreign-origin'],
  ...['//source', '/%73ource', '//api/status', '/api/%73tatus', 'http://evil.com/source', '/source/../source'].map(
    (target) => [`the target ${target}`, { target }, 'unknown-route'] as const,
  ),
  ['OPTIONS *', { method: 'OPTIONS', target: '*' }, 'unknown-route'],
  ['an upgrade', get(['Connection', 'Upgrade'], ['Upgrade', 'websocket']), 'unexpected-upgrade'],
  ['a header of 17 KiB', get(['X-Long', 'x'.repeat(17 * 1024)]), 'headers-too-large'],
  ['a bare LF', get(['X', 'a\nY: b']), 'malformed-request'],
];

const onBridge: readonly (readonly [name: string, request: RawRequest, reason: ProblemReason, names?: RegExp])[] = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json, text/plain'].map(
    (type) => [`a body of ${type}`, post(good, ['Content-Type', type]), 'not-json'] as const,
  ),
  ...['[]', 'null', '"x"', '1'].map((body) => [`the body ${body}`, post(body), 'invalid-request'] as const),
  ['an empty body', post(''), 'malformed-json'],
  ['a number as content', post('{"content":13371337,"filename":"a"}'), 'invalid-request', /content/],
  ['an array as content', post('{"content":["13371337"],"filename":"a"}'), 'invalid-request', /content/],
  ['no content', post('{"filename":"13371337"}'), 'invalid-request', /content/],
  ['an object as filename', post('{"content":"13371337","filename":{}}'), 'invalid-request', /filename/],
  ['__proto__', post('{"__proto__":{"filename":"x"},"content":"a"}'), 'repeated-key'],
  ['a key twice', post('{"content":"a","filename":"a","filename":"b"}'), 'repeated-key'],
  ['an array of depth 500,000', post('['.repeat(500_000)), 'json-too-deep'],
  ['a Content-Length over the limit', post('', ['Content-Length', String(18 * 1024 * 1024)]), 'body-too-large'],
  ['Content-Length and Transfer-Encoding', post(good, ['Content-Length', '5'], ['Transfer-Encoding', 'chunked']), 'malformed-request'],
  ['two Content-Lengths', post(good, ['Content-Length', '5'], ['Content-Length', '6']), 'malformed-request'],
  ['the byte 0xFF', post(broken(0xff)), 'not-utf8'],
  ['an overlong slash', post(broken(0xc0, 0xaf)), 'not-utf8'],
  ['a character cut short', post(broken(0xf0, 0x9f, 0x98)), 'not-utf8'],
  ['a compressed body', post(Buffer.from('1f8b08', 'hex'), ['Content-Encoding', 'gzip']), 'encoded-body'],
  ['a lone surrogate in content', post('{"content":"\\ud800","filename":"a"}'), 'invalid-request', /content/],
  ['a lone surrogate in filename', post('{"content":"a","filename":"\\ud800x"}'), 'invalid-request', /filename/],
  ...['', '.', '..', '../x', '..\\x', '/etc/x', 'C:\\x', '\\\\srv\\s\\x', '\\\\?\\C:\\x', 'a/../../x', 'a\0b', 'a\nb', '\u009b'].map(
    (filename) =>
      [`the file name ${JSON.stringify(filename)}`, post(JSON.stringify({ content: 'c', filename })), 'invalid-request'] as const,
  ),
];

/** Plain file names that some system does not allow, and the names that the files get instead. */
const plainNames: readonly (readonly [given: string, saved: string])[] = [
  ...['C:x', 'x:ads', 'x::$DATA', 'a<b>.txt', 'c|d?.txt'].map((name) => [name, name.replaceAll(/[:<>|?]/g, '_')] as const),
  ...['CON', 'COM¹', 'LPT0', 'CONIN$'].map((name) => [name, `${name}_`] as const),
  ...['%2e%2e%2fx', '.bashrc', '👍', 'x$DATA'].map((name) => [name, name] as const),
  ['nul.txt', 'nul_.txt'],
  ['COM1.log', 'COM1_.log'],
  ['foo.', 'foo'],
  ['bar ', 'bar'],
  ['xtxt\u202e.exe', 'xtxt.exe'],
  ['...', 'clip'],
  ['.~hub-0123456789abcdef.tmp', '_~hub-0123456789abcdef.tmp'],
  ['cafe\u0301.txt', 'café.txt'],
  ['café.txt', 'café (2).txt'],
  ['Readme.md', 'Readme.md'],
  ['README.md', 'README (2).md'],
];

describe('bad input', () => {
  let hub: TestHub;
  before(async () => {
    hub = new TestHub();
    await hub.start();
  });
  after(() => hub[Symbol.asyncDispose]());

  const save = async (content: string, filename: string) => savedAnswer.parse(JSON.parse((await trySave(hub, content, filename)).text));

  /** Every test makes one good save, always with the same content, so that at most one file is written. */
  async function assertUntouched(work: () => Promise<void>): Promise<void> {
    await save('still good', 'good.txt');
    const [files, fragments] = [hub.savedFiles(), (await hub.fragments()).length];
    await work();
    assert.deepEqual(hub.savedFiles(), files);
    assert.equal((await hub.fragments()).length, fragments);
    assert.equal((await save('still good', 'good.txt')).duplicate, true);
  }

  const send = (port: number, otherPort: number, request: RawRequest) => {
    const bytes = requestBytes(port, request).toString('latin1');
    return sendRaw(port, Buffer.from(bytes.replaceAll(/:P\b/g, `:${port}`).replaceAll(/:Q\b/g, `:${otherPort}`), 'latin1'));
  };

  it('in the head of a request is refused by both servers', () =>
    assertUntouched(async () => {
      const servers = [
        { target: '/source', ports: [hub.bridgePort, hub.webPort] },
        { target: '/api/status', ports: [hub.webPort, hub.bridgePort] },
      ] as const;
      for (const { target, ports } of servers) {
        for (const [name, request, reason] of onBoth) {
          assertProblemOf(name, await send(...ports, { target, ...request }), reason);
        }
        assert.equal(await sendRaw(ports[0], 'CONNECT evil.com:443 HTTP/1.1\r\nHost: evil.com\r\n\r\n'), null);
      }
    }));

  it('in a body is refused, and the reason names no value', () =>
    assertUntouched(async () => {
      for (const [name, request, reason, names] of onBridge) {
        const answer = await send(hub.bridgePort, hub.webPort, request);
        assertProblemOf(name, answer, reason);
        assert.match(answer?.body.toString() ?? '', names ?? /detail/, name);
        assert.ok(!answer?.body.includes('13371337'), name);
      }
    }));

  it('that never ends, or is truncated, leaves nothing', () =>
    assertUntouched(async () => {
      using endless = await RawConnection.open(hub.bridgePort);
      endless.write(requestBytes(hub.bridgePort, { ...post('{"content":"'), headers: [json, ['Transfer-Encoding', 'chunked']], body: '' }));
      const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
      for (let sent = 0; sent < 9; sent += 1) endless.write(chunk);
      assertProblemOf('endless chunks', await endless.answer(), 'body-too-large');
      using short = await RawConnection.open(hub.bridgePort);
      short.socket.end(requestBytes(hub.bridgePort, post(good, ['Content-Length', '100'])));
      await short.closed();
    }));

  it('that starts with a byte order mark, as Windows tools write it, is accepted', async () => {
    const answer = await send(hub.bridgePort, hub.webPort, post(`\ufeff${good}`));
    assert.equal(answer?.status, 200);
  });

  it('as a file name becomes one that every system accepts, within the WorkSpace', async () => {
    for (const [given, expected] of plainNames) {
      const { path: place } = await save(`saved as ${JSON.stringify(given)} of ${given.length}`, given);
      assert.equal(path.basename(place), expected);
      assert.equal(path.dirname(path.dirname(place)), hub.workspace);
    }
    for (const long of [`${'n'.repeat(300)}.txt`, `${'ä'.repeat(150)}.txt`, `${'👍'.repeat(100)}.txt`]) {
      const { path: place } = await save(`saved as ${long}`, long);
      assert.match(place, /.\.txt$/);
      assert.ok(Buffer.byteLength(path.basename(place)) <= 240 && place.length <= 260);
      assert.ok(place.isWellFormed());
    }
    const embedded = await trySave(hub, '// ../../.bashrc\nexport const a = 1;\n', 'a.ts');
    assert.equal(savedAnswer.parse(JSON.parse(embedded.text)).path, path.join(hub.workspace, 'code', 'a.ts'));
  });

  it('as the same name a hundred times at once becomes a hundred files', async () => {
    const contents = Array.from({ length: 100 }, (_, n) => `the content with the number ${n}`);
    const half = (from: number) => Promise.all(contents.slice(from, from + 50).map((content) => save(content, 'same.txt')));
    const answers = [...(await half(0)), ...(await half(50))];
    assert.deepEqual(
      answers.map((answer) => readFileSync(answer.path, 'utf8')),
      contents,
    );
    assert.equal(new Set(answers.map((answer) => answer.path.toLowerCase())).size, 100);
  });

  it('that redirects the WorkSpace itself is refused, and nothing leaves it', async () => {
    rmSync(hub.workspace, { recursive: true });
    const { path: place } = await save('a WorkSpace that is gone is made again', 'again.txt');
    assert.ok(readFileSync(place, 'utf8').startsWith('a WorkSpace'));
    rmSync(hub.workspace, { recursive: true });
    const outside = mkdtempSync(path.join(hub.root, 'outside-'));
    mkdirSync(hub.workspace);
    for (const group of ['other', 'text', 'code']) symlinkSync(outside, path.join(hub.workspace, group));
    assert.equal((await trySave(hub, 'through a link', 'link.txt')).status, 503);
    assert.deepEqual(readdirSync(outside), []);
    rmSync(hub.workspace, { recursive: true });
    writeFileSync(hub.workspace, 'precious');
    assert.equal((await trySave(hub, 'into a file', 'file.txt')).status, 503);
    assert.equal(readFileSync(hub.workspace, 'utf8'), 'precious');
    rmSync(hub.workspace);
    assert.equal((await trySave(hub, 'into a file', 'file.txt')).status, 200);
    assert.deepEqual(await hub.stop(), []);
  });
});

describe('a WorkSpace', () => {
  it('whose path leaves no room for a name accepts nothing, and says so', async () => {
    await using hub = new TestHub({}, { workspaceName: 'w'.repeat(232) });
    await hub.start();
    const answer = await trySave(hub, 'no room for its name', 'name.txt');
    assert.equal(answer.status, 400);
    assert.match(answer.text, /260 characters/);
    assert.deepEqual([hub.savedFiles(), await hub.fragments()], [[], []]);
  });

  it('that is full accepts nothing, and accepts it once there is room', {
    skip: process.getuid?.() !== 0 && 'only root can mount',
  }, async () => {
    await using hub = new TestHub();
    mkdirSync(hub.workspace);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'hub-test', hub.workspace]);
    try {
      await hub.start();
      const large = 'a line of a text that is too large\n'.repeat(30_000);
      const full = await trySave(hub, large, 'large.txt');
      assert.equal(full.status, 507, full.text);
      assert.deepEqual([hub.savedFiles(), await hub.fragments()], [[], []]);
      assert.equal((await trySave(hub, 'a small one fits', 'small.txt')).status, 200);
      writeFileSync(path.join(hub.workspace, 'filler'), Buffer.alloc(244 * 1024));
      const told = await hub.until(({ components }) => components.some(({ id, state }) => id === 'save_worker' && state === 'degraded'));
      assert.match(
        told.components.find(({ id }) => id === 'save_worker')?.reason ?? '',
        /^the disk of the WorkSpace is full; free some space/,
      );
      execFileSync('mount', ['-o', 'remount,size=4m', hub.workspace]);
      const { path: place } = savedAnswer.parse(JSON.parse((await trySave(hub, large, 'large.txt')).text));
      assert.equal(readFileSync(place, 'utf8'), large);
      await hub.until(({ components }) => components.some(({ id, state }) => id === 'save_worker' && state === 'running'));
      assert.deepEqual(await hub.stop(), []);
    } finally {
      execFileSync('umount', ['--lazy', hub.workspace]);
    }
  });
});

async function trySave(hub: TestHub, content: string, filename: string): Promise<{ readonly status: number; readonly text: string }> {
  const { status, body } = await hub.request('POST', '/api/save/test', { content, filename });
  return { status, text: body.toString() };
}

function assertProblemOf(name: string, answer: Parameters<typeof assertProblem>[0], reason: ProblemReason): void {
  try {
    assertProblem(answer, reason);
  } catch (error) {
    throw new Error(`${name}: ${answer?.status} ${answer?.body}`, { cause: error });
  }
}
