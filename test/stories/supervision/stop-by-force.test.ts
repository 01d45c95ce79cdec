/** `hub stop` of a Hub that hangs: it says which process that is, and with `--force` ends all of it, and nothing else. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { serveLines } from '../../../src/base/pipes/line-server.ts';
import type { HubStatus } from '../../../src/contract/supervisor.ts';
import { crashEvent } from '../../../src/home-processes/last-run.ts';
import { recordName } from '../../../src/home-processes/process-record.ts';
import { isAlive, TestHub } from '../../harness/hub.ts';
import { until } from '../../harness/until.ts';

const skip = process.platform === 'win32' && 'needs signals';
/** A process with this loops for ever once it gets SIGUSR2, which the system sends to nobody by itself. */
const loopsOnSignal = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { for (;;); });")}`;
const pidsOf = ({ components }: HubStatus): readonly number[] => components.flatMap(({ pid }) => pid ?? []);

/** Every process of this Hub was ended, the journal is whole and has the copy, and the next Hub starts. */
async function assertEndedWhole(hub: TestHub, before: readonly number[], copy: string): Promise<void> {
  assert.deepEqual(before.filter(isAlive), []);
  using journal = new DatabaseSync(hub.places.journal);
  assert.deepEqual(
    journal
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => ({ ...row })),
    [{ integrity_check: 'ok' }],
  );
  assert.match((await hub.command(['search', copy])).stdout, new RegExp(copy));
  assert.equal((await hub.command(['stop', '--force'])).status, 3);
  assert.equal((await hub.command(['start', '--headless'])).status, 0);
  assert.doesNotMatch(hub.logs(), new RegExp(crashEvent), 'whoever ends Hub by force knows it');
  assert.equal((await hub.command(['stop'])).status, 0);
}

describe('a supervisor that hangs', { skip }, () => {
  it('halted is told with its process and the mend, and hub stop --force ends all of it', async () => {
    await using hub = new TestHub();
    const before = pidsOf(await hub.start());
    assert.equal((await hub.command(['save', '-', '--name', 'tide.txt'], 'flotsam')).status, 0);
    process.kill(hub.supervisorPid, 'SIGSTOP');
    const stop = await hub.command(['stop']);
    assert.equal(stop.status, 1);
    assert.match(stop.stderr, new RegExp(`^hub: Hub did not answer.*process ${hub.supervisorPid}.*hub stop --force\n$`));
    assert.ok(before.every(isAlive), 'hub stop alone ends nothing');
    const forced = await hub.command(['stop', '--force', '--json']);
    assert.deepEqual(JSON.parse(forced.stdout), { ok: true, forced: before.length });
    assert.equal(forced.status, 0);
    await assertEndedWhole(hub, before, 'flotsam');
  });

  it('in an endless loop is ended, and so is a component that was halted', async () => {
    await using hub = new TestHub({ NODE_OPTIONS: `--import "${loopsOnSignal}"` });
    const started = await hub.start();
    const before = pidsOf(started);
    assert.equal((await hub.command(['save', '-', '--name', 'ebb.txt'], 'jetsam')).status, 0);
    process.kill(hub.supervisorPid, 'SIGUSR2');
    await until('silence', async () => (await hub.command(['status'])).status === 1);
    process.kill(started.components.find(({ id }) => id === 'clipboard')?.pid ?? 0, 'SIGSTOP');
    const forced = await hub.command(['stop', '--force']);
    assert.deepEqual([forced.status, forced.stderr], [0, '']);
    assert.match(forced.stdout, /^Hub was ended by force: \d processes\.$/m);
    await assertEndedWhole(hub, before, 'jetsam');
  });

  it('is not taken for another process that has its number by now', async (t) => {
    await using hub = new TestHub();
    const stranger = spawn(process.execPath, ['-e', "process.stdout.write('up'); setInterval(() => {}, 1e6)"]);
    t.after(() => stranger.kill('SIGKILL'));
    await once(stranger.stdout, 'data');
    mkdirSync(hub.places.run, { recursive: true, mode: 0o700 });
    const file = path.join(hub.places.run, recordName);
    const processes = [{ id: 'supervisor', pid: stranger.pid, start: 'linux:another-boot:1:1' }];
    writeFileSync(file, JSON.stringify({ file, instance: crypto.randomUUID(), processes }), { mode: 0o600 });
    mkdirSync(path.dirname(hub.places.pipe('supervisor')), { recursive: true, mode: 0o700 });
    const silent = await serveLines({ path: hub.places.pipe('supervisor'), answer: () => new Promise(() => {}) });
    assert.ok(silent.ok);
    await using _pipe = silent.value;
    const forced = await hub.command(['stop', '--force']);
    assert.equal(forced.status, 1);
    assert.match(forced.stderr, /no process could be proven to belong to this Hub/);
    assert.ok(isAlive(stranger.pid ?? 0));
    assert.ok(readFileSync(file, 'utf8').includes(String(stranger.pid)), 'the record is left for the next supervisor');
  });
});
