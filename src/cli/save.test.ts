import assert from 'node:assert/strict';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { httpAnswer, startPeers, statusWithBridge } from '../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../test/doubles/recorded-surface.ts';
import type { DetectAnswer } from '../contract/bridge.ts';
import { save } from './save.ts';

/** The file name that a text from standard input is saved under, where the core answers this when it is asked what the text is. */
async function nameOf(t: TestContext, text: string, detected: DetectAnswer | 'unavailable'): Promise<unknown> {
  const hub = startPeers(t);
  let saved: unknown;
  const port = await hub.port((socket, request) => {
    const [head = '', body = ''] = request.split('\r\n\r\n');
    if (head.startsWith('POST /api/detect ')) {
      const isThere = detected !== 'unavailable';
      return socket.end(httpAnswer(JSON.stringify(isThere ? detected : {}), isThere ? '200 OK' : '503 Service Unavailable'));
    }
    saved = JSON.parse(body).filename;
    return socket.end(httpAnswer(JSON.stringify({ ok: true, path: '/w/x', bytes: 1, sha256: 'a'.repeat(64), duplicate: false })));
  });
  await hub.pipe('supervisor', statusWithBridge(port));
  const { surface } = rememberingSurface(hub.places);
  const status = await save({ ...surface, readInput: async () => Buffer.from(text) }, '-', {});
  assert.equal(status, 0);
  return saved;
}

const python = { group: 'code', extension: '.py', typeId: 'python', mediaType: 'text/x-python', confidence: 0.9 };

test('a text from standard input is named as a copy of it: by the name at its start, else by its first line and its type', async (t) => {
  assert.equal(await nameOf(t, '# notes.md\n', { detection: null, embeddedFilename: 'notes.md' }), 'notes.md');
  assert.equal(await nameOf(t, 'import harbour\n', { detection: python, embeddedFilename: null }), 'import-harbour.py');
  assert.equal(await nameOf(t, 'import harbour\n', { detection: null, embeddedFilename: null }), 'import-harbour.txt');
});

test('a text whose type the core cannot tell is saved as plain text', async (t) => {
  assert.equal(await nameOf(t, 'import harbour\n', 'unavailable'), 'import-harbour.txt');
});

test('no more of an input is read than can be saved', async (t) => {
  const hub = startPeers(t);
  const { surface, complained } = rememberingSurface(hub.places);
  const endless = async (limitBytes = Number.POSITIVE_INFINITY) => Buffer.alloc(Math.min(limitBytes, 2 ** 30));
  assert.equal(await save({ ...surface, readInput: endless }, '-', {}), 1);
  mkdirSync(hub.places.home, { recursive: true });
  const file = path.join(hub.places.home, 'large.txt');
  writeFileSync(file, '');
  truncateSync(file, 2 ** 40);
  assert.equal(await save(surface, file, {}), 1);
  for (const complaint of complained) assert.match(complaint, /larger than 7 MiB/);
  assert.equal(complained.length, 2);
});
