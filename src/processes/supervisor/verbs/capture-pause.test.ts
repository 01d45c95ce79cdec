import assert from 'node:assert/strict';
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { capturePause } from './capture-pause.ts';

test('the mark of a pause exists from its beginning to its end, however often either is requested', async (t) => {
  const folder = temporaryHome(t);
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

test('a pause that can not be stored is reported', async () => {
  const pause = capturePause({ capturePaused: '/nowhere/at/all/a', capturePassedOver: '/nowhere/at/all/b' });
  const paused = await pause.pause();
  assert.equal(!paused.ok && paused.reason, 'missing-directory');
  assert.equal((await pause.resume()).ok, false);
});
