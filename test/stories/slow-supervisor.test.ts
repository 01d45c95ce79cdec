/** The supervisor's own disk may be as slow as it likes: it hears heartbeats, starts again what dies, and answers for the state. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { heartbeat } from '../../src/contract/components.ts';
import { deadDisk } from '../harness/dead-disk.ts';
import { TestHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';

it('a supervisor whose disk does not answer starts again what dies, and writes it down when it does', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-slow-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  await using hub = new TestHub();
  const record = path.join(hub.places.run, 'processes.json');
  const disk = deadDisk(folder, [hub.places.logs, record], 'bin/hub.ts');
  if (disk === null) return t.skip('no C compiler');
  Object.assign(hub.env, disk.env);
  const started = await hub.start();
  disk.become('dead');
  t.after(() => disk.become('well'));
  const { pid: before = null } = started.components.find(({ id }) => id === 'settings_host') ?? {};
  assert.ok(before);
  process.kill(before, 'SIGKILL');
  const { components } = await hub.until((status) =>
    status.components.some(({ id, state, pid }) => id === 'settings_host' && state === 'running' && pid !== before),
  );
  await delay(2 * heartbeat.hungAfterMs); // whoever was not heard would be killed by now
  const later = await hub.until(() => true);
  assert.deepEqual(
    later.components.map(({ id, pid, restarts }) => [id, pid, restarts]),
    components.map(({ id, pid, restarts }) => [id, pid, restarts]),
  );
  const { pid: now } = components.find(({ id }) => id === 'settings_host') ?? {};
  const isRecorded = (): boolean => readFileSync(record, 'utf8').includes(`"pid":${now},`);
  assert.ok(!isRecorded(), 'the disk of this test does not answer');
  disk.become('well');
  await until('the record', isRecorded);
  await until('the line', () => readFileSync(path.join(hub.places.logs, 'supervisor.log'), 'utf8').includes('"event":"component ended"'));
});
