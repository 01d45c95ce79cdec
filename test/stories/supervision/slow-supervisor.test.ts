/** However slow the supervisor's disk is, it receives heartbeats, restarts components that crash, and answers requests for the status. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import type { HubStatus } from '../../../src/contract/supervisor.ts';
import { deadDisk } from '../../harness/dead-disk.ts';
import { TestHub } from '../../harness/hub.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';
import { until } from '../../harness/until.ts';

it('a supervisor whose disk does not answer restarts a component that crashes, and records it when the disk answers again', async (t) => {
  const folder = temporaryHome(t);
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
  const running = await hub.until((status) =>
    status.components.some(({ id, state, pid }) => id === 'settings_host' && state === 'running' && pid !== before),
  );
  const later = await hub.haltUntilReplaced('web_listener');
  const othersOf = (status: HubStatus) =>
    status.components.flatMap(({ id, pid, restarts }) => (id === 'web_listener' ? [] : [[id, pid, restarts]]));
  assert.deepEqual(othersOf(later), othersOf(running), 'the other components were not restarted');
  const { pid: now } = running.components.find(({ id }) => id === 'settings_host') ?? {};
  const isRecorded = (): boolean => readFileSync(record, 'utf8').includes(`"pid":${now},`);
  assert.ok(!isRecorded(), 'the disk of this test must not answer yet');
  disk.become('well');
  await until('the record', isRecorded);
  await until('the line', () => readFileSync(path.join(hub.places.logs, 'supervisor.log'), 'utf8').includes('"event":"component ended"'));
});
