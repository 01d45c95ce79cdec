import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type HttpRig, startHttpRig } from '../../test/harness/http-rig.ts';
import { askRaw, RawConnection, requestBytes } from '../../test/harness/raw-http.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { until } from '../../test/harness/until.ts';
import type { Route } from '../contract/routes.ts';
import { serveRoute } from './handler.ts';

const route = {
  method: 'GET',
  path: '/file',
  summary: 'A file',
  responses: { 200: { description: 'Its bytes', mediaType: '*/*' } },
} as const satisfies Route;

const large = 256 * 1024 * 1024;

interface Served {
  readonly rig: HttpRig;
  readonly file: string;
  /** How many times this process has the file open. */
  readonly open: () => number;
}

/** A server of one sparse file of that length. */
async function served(t: TestContext, bytes: number, stalledMs = 60_000): Promise<Served> {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'content');
  writeFileSync(file, 'beginning');
  truncateSync(file, bytes);
  const routes = [serveRoute(route, () => ({ kind: 'file' as const, file, bytes, mediaType: 'text/plain', headers: { 'X-Of': 'file' } }))];
  const rig = await startHttpRig({ routes, limits: { fileStalledMs: stalledMs } });
  t.after(() => rig[Symbol.asyncDispose]());
  const target = (descriptor: string): string | null => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return null;
    }
  };
  return { rig, file, open: () => readdirSync('/proc/self/fd').filter((descriptor) => target(descriptor) === file).length };
}

const linux = { skip: process.platform === 'linux' ? false : 'reads /proc' };

/** A client that sends a request and reads nothing. */
async function silentClient({ rig, open }: Served): Promise<RawConnection> {
  const connection = await RawConnection.open(rig.port);
  connection.socket.pause();
  connection.write(requestBytes(rig.port, { target: '/file' }));
  await until('open file', () => open() === 1);
  return connection;
}

test('a file is sent completely, with its length and type', async (t) => {
  for (const bytes of [0, 9, 65_536, 300_001]) {
    const { rig } = await served(t, bytes);
    const answer = await askRaw(rig.port, { target: '/file' });
    assert.equal(answer.status, 200);
    assert.deepEqual(
      ['content-length', 'content-type', 'x-of', 'x-content-type-options'].map((name) => answer.headers.get(name)),
      [String(bytes), 'text/plain', 'file', 'nosniff'],
    );
    assert.equal(answer.body.length, bytes);
    assert.ok(answer.body.toString('latin1').startsWith('beginning'.slice(0, bytes)));
  }
});

test('a file that is gone, or of another length, is answered 404', async (t) => {
  const { rig, file } = await served(t, 1_000);
  truncateSync(file, 999);
  assert.equal((await askRaw(rig.port, { target: '/file' })).status, 404);
  rmSync(file);
  assert.equal((await askRaw(rig.port, { target: '/file' })).status, 404);
});

test('a file of 256 MiB is not read for a client that reads nothing, which is disconnected in time', linux, async (t) => {
  const before = process.memoryUsage();
  const all = await served(t, large, 300);
  using _connection = await silentClient(all);
  await until('closed file', () => all.open() === 0);
  const after = process.memoryUsage();
  const grownBytes = after.external - before.external; // It includes the array buffers.
  assert.ok(grownBytes < 32 * 1024 * 1024, `${grownBytes} bytes`);
});

test('of files that are requested at once, one is open at a time', linux, async (t) => {
  const all = await served(t, large);
  const { rig, open } = all;
  const question = requestBytes(rig.port, { target: '/file' });
  using connection = await RawConnection.open(rig.port);
  connection.socket.pause();
  let most = 0;
  connection.write(Buffer.concat(Array.from({ length: 40 }, () => question)));
  await until('all of the questions', () => {
    most = Math.max(most, open());
    return rig.server.counters().requests >= 40;
  });
  await until('open file', () => open() > 0);
  assert.ok(Math.max(most, open()) === 1, `${Math.max(most, open())} at a time`);
  connection.socket.destroy();
  await until('closed file', () => open() === 0);
});

test('files that are requested one after the other arrive complete and in order', async (t) => {
  const { rig } = await served(t, 100_000);
  using connection = await RawConnection.open(rig.port);
  const question = requestBytes(rig.port, { target: '/file' });
  let bytes = 0;
  connection.socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  connection.write(Buffer.concat([question, question, question]));
  await until('three files', () => bytes > 300_000);
});

test('a client that leaves in the middle leaves no file open', linux, async (t) => {
  const all = await served(t, large);
  const connection = await silentClient(all);
  connection.socket.destroy();
  await until('closed file', () => all.open() === 0);
});

test(
  'a file that is deleted while it is sent is sent to its end; one that is truncated is cut off, and never looks complete',
  linux,
  async (t) => {
    const all = await served(t, 32 * 1024 * 1024);
    const read = async (connection: RawConnection): Promise<number> => {
      let bytes = 0;
      const allOrClosed = Promise.withResolvers<void>();
      connection.socket.removeAllListeners('data');
      connection.socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > 32 * 1024 * 1024) allOrClosed.resolve();
      });
      connection.socket.once('close', () => allOrClosed.resolve());
      connection.socket.resume();
      await allOrClosed.promise;
      return bytes;
    };
    using whole = await silentClient(all);
    rmSync(all.file);
    assert.ok((await read(whole)) > 32 * 1024 * 1024, 'headers and all');
    const shortened = await served(t, 32 * 1024 * 1024);
    using cut = await silentClient(shortened);
    truncateSync(shortened.file, 1_000);
    assert.ok((await read(cut)) < 32 * 1024 * 1024);
  },
);
