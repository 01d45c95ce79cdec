import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { capturePause } from './capture-pause.ts';

test('the mark of a pause is there from the pause until the end of it, however often either is asked for', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-pause-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [mark, passedOver] = [path.join(folder, 'capture-paused'), path.join(folder, 'capture-passed-over')];
  const pause = capturePause({ capturePaused: mark, capturePassedOver: passedOver });
  for (let time = 0; time < 2; time += 1) {
    assert.ok((await pause.pause()).ok);
    assert.equal(statSync(mark).mode & 0o777, 0o600);
  }
  for (let time = 0; time < 2; time += 1) {
    assert.ok((await pause.resume()).ok);
    assert.deepEqual([existsSync(mark), existsSync(passedOver)], [false, true]);
  }
  rmSync(passedOver);
  assert.ok((await pause.resume()).ok);
  assert.equal(existsSync(passedOver), false, 'there was no pause');
});

test('a pause that can not be kept is said', async () => {
  const pause = capturePause({ capturePaused: '/nowhere/at/all/a', capturePassedOver: '/nowhere/at/all/b' });
  const paused = await pause.pause();
  assert.equal(!paused.ok && paused.reason, 'missing-directory');
  assert.equal((await pause.resume()).ok, false);
});
