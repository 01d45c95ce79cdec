import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { takeProcessLock } from '../../../base/files/process-lock.ts';
import { done, failed } from '../../../base/outcome.ts';
import { homeLockName, noticeCrash, runMarkName, runMarkText } from '../../../home-processes/last-run.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { componentsFile } from '../../bundle/parts/components-part.ts';
import { runChecks, withSkipped } from '../run-checks.ts';
import { crashCheckOn } from './crash-check.ts';

const crashCheck = crashCheckOn('linux');
const day = 86_400_000;
const now = Date.UTC(2026, 6, 1, 12);

test('a run that ended without shutting down is wrong until the next start, a note for a day after that, and nothing afterwards', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  const running = done({ ok: true as const, home: '', workspace: '', ports: { bridge: null, web: null }, components: [] });
  const found = async (status: Parameters<typeof crashCheck.run>[0]['status'], nowMs: number) =>
    (await crashCheck.run({ places, env: {}, status, nowMs })).map(({ verdict, word }) => [verdict, word]);
  assert.deepEqual(await found(failed('absent'), now), [['ok', 'ok']], 'before the first start');
  mkdirSync(places.run, { recursive: true });
  const mark = path.join(places.run, runMarkName);
  writeFileSync(mark, runMarkText(places.run, now - day));
  utimesSync(mark, now / 1_000, now / 1_000);
  assert.deepEqual(await found(running, now), [['ok', 'ok']], 'the mark of a Hub that runs');
  assert.deepEqual(await found(failed('no-answer'), now), [['ok', 'ok']], 'one that does not answer has not ended');
  const [left] = await crashCheck.run({ places, env: {}, status: failed('absent'), nowMs: now });
  assert.deepEqual([left?.verdict, left?.word], ['failure', 'crashed']);
  assert.match(`${left?.says} ${left?.mend}`, /crashed or was killed.*last known to be running.*hub start/);
  noticeCrash(places.run, now + 1_000);
  assert.deepEqual(await found(running, now + day), [['note', 'crashed-earlier']]);
  assert.deepEqual(await found(failed('absent'), now + day), [['note', 'crashed-earlier']]);
  assert.deepEqual(await found(running, now + day + 1_001), [['ok', 'ok']]);
});

test('nothing is said to have crashed while a supervisor holds the lock of the home, although no pipe of it is found', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(places.run, { recursive: true });
  writeFileSync(path.join(places.run, runMarkName), runMarkText(places.run, now));
  const found = async () => (await crashCheck.run({ places, env: {}, status: failed('absent'), nowMs: now }))[0]?.word;
  const bundled = async () =>
    JSON.stringify(
      await componentsFile({
        places,
        env: {},
        preset: 'minimal',
        status: failed('absent'),
        program: async () => ({ words: { texts: new Set<string>(), names: new Set<string>(), files: new Set<string>() }, files: [] }),
        signal: new AbortController().signal,
      }),
    );
  const lock = takeProcessLock(path.join(places.run, homeLockName));
  assert.ok(lock.ok);
  assert.equal(await found(), 'ok');
  assert.doesNotMatch(await bundled(), /ended without shutting down/);
  lock.value[Symbol.dispose]();
  assert.equal(await found(), 'crashed');
  assert.match(await bundled(), /ended without shutting down/);
});

test('on Windows it is not known, which is said to whoever asks', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  const results = await runChecks([crashCheckOn('win32')], { places, env: {}, status: failed('absent'), nowMs: now });
  assert.deepEqual(results[0]?.findings, []);
  assert.deepEqual(
    withSkipped(results)[0]?.findings.map(({ verdict, says }) => [verdict, says]),
    [['note', 'skipped: on Windows, Hub cannot tell a crash from a shutdown of the computer']],
  );
});
