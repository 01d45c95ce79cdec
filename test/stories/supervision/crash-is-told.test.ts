/** All of Hub ends without shutting down, as when the computer loses its power: the doctor and the log say so, until a day later, and a stop in order is none. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { crashEvent } from '../../../src/home-processes/last-run.ts';
import { isAlive, TestHub } from '../../harness/hub.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';
import { until } from '../../harness/until.ts';

const program = path.join(import.meta.dirname, '../../../bin/hub.ts');
const skip = process.platform === 'win32' && 'needs signals';

async function found(hub: TestHub): Promise<readonly [status: number | null, word: string]> {
  const { status, stdout } = await hub.command(['doctor', 'crashes', '--json']);
  return [status, JSON.parse(stdout).checks[0].findings[0].word];
}

test('a supervisor that is killed is reported by the doctor before the next start, and by the log and the doctor after it', {
  skip,
}, async () => {
  await using hub = new TestHub();
  await hub.start();
  assert.deepEqual(await found(hub), [0, 'ok']);
  process.kill(hub.supervisorPid, 'SIGKILL');
  await until('its end', () => !isAlive(hub.supervisorPid));
  await until('the pipe without a server', async () => (await hub.command(['status'])).status === 3);
  assert.deepEqual(await found(hub), [1, 'crashed']);
  const crashes = () => hub.command(['logs', '--level', 'ERROR']).then(({ stdout }) => stdout.split(crashEvent).length - 1);
  assert.equal(await crashes(), 0);
  await hub.start();
  assert.equal(await crashes(), 1);
  assert.deepEqual(await found(hub), [0, 'crashed-earlier']);
  const supervisor = JSON.parse((await hub.command(['status', '--json'])).stdout).components[0];
  assert.deepEqual([supervisor.id, supervisor.lastFailure?.count], ['supervisor', 1]);
  const pid = hub.supervisorPid;
  process.kill(pid, 'SIGTERM');
  await until('a stop in order', () => !isAlive(pid));
  assert.deepEqual(await found(hub), [0, 'crashed-earlier']);
  await hub.start();
  assert.equal(await crashes(), 1, 'SIGTERM, as at a logout, is no crash');
});

for (const [startedIn, askedIn] of [
  [null, 'asked'],
  ['started', null],
  ['started', 'asked'],
] as const)
  test(`a Hub in ${startedIn ?? 'no'} runtime folder is found from ${askedIn ?? 'none'}, and has not crashed`, { skip }, async (t) => {
    const runtime = (name: string | null): Record<string, string> => {
      if (name === null) return {};
      const folder = path.join(temporaryHome(t), name);
      mkdirSync(folder, { mode: 0o700 });
      return { XDG_RUNTIME_DIR: folder };
    };
    await using hub = new TestHub(runtime(startedIn));
    await hub.start();
    const { XDG_RUNTIME_DIR: _own, ...env } = hub.env;
    const asked = (...words: readonly string[]) =>
      spawnSync(process.execPath, [program, ...words], {
        env: { ...env, ...runtime(askedIn) },
        encoding: 'utf8',
        timeout: 60_000,
      });
    const status = asked('status', '--json');
    assert.equal(status.status, 0, status.stderr);
    const told = asked('doctor', 'hub', 'crashes', '--json');
    const words = JSON.parse(told.stdout).checks.map(({ findings }: { findings: { word: string }[] }) => findings[0]?.word);
    assert.deepEqual([told.status, words], [0, ['runs', 'ok']]);
    assert.equal(asked('run', '--headless').status, 0, 'a second launch hands over');
  });
