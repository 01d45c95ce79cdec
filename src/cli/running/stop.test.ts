import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { runMarkName, runMarkText } from '../../home-processes/last-run.ts';
import { placeOf, recordName } from '../../home-processes/process-record.ts';
import { openProcessIdentity } from '../../platform/process-identity/index.ts';
import { runCommand } from '../program.ts';

const skip = process.platform === 'win32' && 'removes a socket, as a Hub that ends';

/** A Hub without a record of its processes, whose pipe does this with each request, and is gone once `end` was called. */
async function rig(t: TestContext, behave: (op: string, end: () => void) => object | null) {
  const { places, pipe, asked } = startPeers(t);
  const { surface, printed, complained } = rememberingSurface(places);
  const end = (): void => rmSync(places.pipe('supervisor'), { force: true });
  await pipe('supervisor', (socket, line) => {
    const answer = behave((JSON.parse(line) as { op: string }).op, end);
    if (answer !== null) socket.end(`${JSON.stringify(answer)}\n`);
  });
  return {
    places,
    printed,
    complained,
    ops: () => asked.map((each) => (each as { op: string }).op),
    stop: (...words: string[]) => runCommand(['stop', ...words], surface, 'hub'),
  };
}

test('hub stop --force asks a Hub that is silent to stop, and waits for one that only was slow', { skip }, async (t) => {
  const { stop, printed, complained, ops } = await rig(t, (op, end) => {
    if (op !== 'shutdown') return null;
    setTimeout(end, 500);
    return { ok: true };
  });
  assert.equal(await stop('--force', '--json'), 0);
  assert.deepEqual([printed.map((line) => JSON.parse(line) as unknown), complained], [[{ ok: true }], []]);
  assert.equal(ops().filter((op) => op === 'shutdown').length, 1);
});

test('a Hub whose copies are in memory alone is stopped only by force', { skip }, async (t) => {
  for (const isFull of [true, false]) {
    const reason = isFull
      ? 'the journal cannot be written to now: the disk is full; small copies are held in memory, contents over 128 KiB are not kept'
      : 'the last copy was skipped';
    const component = { id: 'clipboard', state: 'degraded', pid: null, restarts: 0, uptimeSeconds: 1, reason };
    const status = { ok: true, home: '/', workspace: '/', ports: { bridge: null, web: null }, components: [component] };
    const { stop, complained, ops } = await rig(t, (op, end) => {
      if (op === 'shutdown') end();
      return op === 'shutdown' ? { ok: true } : status;
    });
    assert.equal(await stop(), isFull ? 1 : 0);
    assert.equal(ops().includes('shutdown'), !isFull);
    assert.match(complained.join('\n'), isFull ? /copies would be lost: .*the disk is full.*hub stop --force/ : /^$/);
    if (!isFull) continue;
    assert.equal(await stop('--force'), 0);
    assert.ok(ops().includes('shutdown'));
  }
});

test('a Hub that ends before it is ended by force has stopped', { skip }, async (t) => {
  const { stop, printed, complained } = await rig(t, (_op, end) => {
    end();
    return { not: 'an answer' };
  });
  assert.equal(await stop('--force'), 0);
  assert.deepEqual([printed, complained], [['Hub has stopped.'], []]);
});

test('the run of a supervisor that could not be ended is not forgotten', { skip }, async (t) => {
  const { places, stop, complained } = await rig(t, (op) => {
    const components = [{ id: 'supervisor', state: 'running', pid: process.ppid, restarts: 0, uptimeSeconds: 1, reason: null }];
    const status = { ok: true, home: '/', workspace: '/', ports: { bridge: null, web: null }, components };
    return op === 'shutdown' ? { ok: false, error: 'failed', detail: 'no' } : status;
  });
  t.mock.method(process, 'kill', () => true); // as for a process that waits for a disk
  const [record, mark] = [recordName, runMarkName].map((name) => path.join(places.run, name)) as [string, string];
  const start = (await openProcessIdentity()).startOf(process.ppid) ?? '';
  const processes = [{ id: 'supervisor', pid: process.ppid, start }];
  writeFileSync(record, JSON.stringify({ file: placeOf(record), instance: crypto.randomUUID(), processes }));
  writeFileSync(mark, runMarkText(places.run, 1));
  assert.equal(await stop('--force'), 1);
  assert.deepEqual(complained, [`hub: these processes could not be ended: ${process.ppid}`]);
  assert.ok(existsSync(mark));
});
