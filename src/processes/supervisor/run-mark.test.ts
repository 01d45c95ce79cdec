import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import type { Log } from '../../base/log.ts';
import { markedRun, runMarkName } from '../../home-processes/last-run.ts';
import { failureOfLastRun, openRunMark } from './run-mark.ts';

const log = { warn: () => assert.fail('the mark was not written') } as unknown as Log;

test('the mark is there while Hub runs, its time follows the clock, and the first request to stop removes it', async (t) => {
  const run = path.join(temporaryHome(t), 'run');
  mkdirSync(run, { recursive: true });
  const file = path.join(run, runMarkName);
  await using mark = openRunMark({ run, log, platform: 'linux', everyMs: 20 });
  mark.begin();
  await until('the mark', () => markedRun(run) !== null);
  utimesSync(file, 1, 1);
  await until('a new time', () => statSync(file).mtimeMs > Date.now() - 60_000);
  await mark.end();
  assert.equal(existsSync(file), false);
});

test('a Hub that is told to stop at once leaves no mark', async (t) => {
  const run = path.join(temporaryHome(t), 'run');
  mkdirSync(run, { recursive: true });
  const mark = openRunMark({ run, log, platform: 'linux' });
  mark.begin();
  await mark.end();
  const late = openRunMark({ run, log, platform: 'linux' });
  await late.end();
  late.begin();
  await late[Symbol.asyncDispose]();
  assert.equal(existsSync(path.join(run, runMarkName)), false);
});

test('a crash of the last run is a failure of the supervisor for a day', () => {
  const day = 86_400_000;
  const crash = { startedMs: null, lastSeenMs: day, noticedMs: 3 * day };
  assert.equal(failureOfLastRun(null, 3 * day), undefined);
  assert.equal(failureOfLastRun(crash, 4 * day), undefined);
  assert.equal(failureOfLastRun(crash, 2 * day), undefined);
  const told = failureOfLastRun(crash, 4 * day - 1);
  assert.deepEqual([told?.count, told?.at], [1, '1970-01-02T00:00:00.000Z']);
  assert.match(told?.because ?? '', /crashed or was killed/);
});

test('on Windows, where Hub is not told of a shutdown, there is no mark that would call it a crash', async (t) => {
  const run = path.join(temporaryHome(t), 'run');
  mkdirSync(run, { recursive: true });
  const windows = openRunMark({ run, log, platform: 'win32' });
  windows.begin();
  // The mark of another one is there by then, so that this one would be too.
  const other = path.join(path.dirname(run), 'other');
  mkdirSync(other);
  await using linux = openRunMark({ run: other, log, platform: 'linux' });
  linux.begin();
  await until('the mark of the other one', () => markedRun(other) !== null);
  assert.equal(existsSync(path.join(run, runMarkName)), false);
  await windows.end();
});
