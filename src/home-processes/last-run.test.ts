import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { type Log, timeWord } from '../base/log.ts';
import { reportLastRun } from '../processes/supervisor/run-mark.ts';
import { crashName, forgetRun, markedRun, noticeCrash, noticedCrash, runMarkName, runMarkText } from './last-run.ts';

const [startedMs, seenMs, nowMs] = [1_790_000_000_000, 1_790_000_500_000, 1_790_001_000_000];

function markedFolder(t: Parameters<typeof temporaryHome>[0], text?: string): string {
  const run = path.join(temporaryHome(t), 'run');
  mkdirSync(run, { recursive: true });
  const mark = path.join(run, runMarkName);
  writeFileSync(mark, text ?? runMarkText(run, startedMs));
  utimesSync(mark, seenMs / 1_000, seenMs / 1_000);
  return run;
}

test('a mark that is left becomes the record of a crash, once', (t) => {
  const run = markedFolder(t);
  const ended = { startedMs, lastSeenMs: seenMs };
  assert.deepEqual(markedRun(run), ended);
  assert.deepEqual(noticeCrash(run, nowMs), { ...ended, noticedMs: nowMs });
  assert.equal(markedRun(run), null);
  assert.equal(noticeCrash(run, nowMs + 1), null);
  const { startedMs: started, lastSeenMs, noticedMs } = noticedCrash(run) ?? {};
  assert.deepEqual([started, lastSeenMs, noticedMs], [startedMs, seenMs, nowMs]);
});

test('without a mark the last run ended in order', (t) => {
  const run = markedFolder(t);
  forgetRun(run);
  assert.equal(noticeCrash(run, nowMs), null);
  assert.equal(existsSync(path.join(run, crashName)), false);
  assert.equal(noticedCrash(run), null);
});

test('a start that is ahead of the last sign of life was on a wrong clock, unless it is by so little as a disk lags behind', (t) => {
  const seenOf = (startMs: number): number | undefined => {
    const run = markedFolder(t);
    writeFileSync(path.join(run, runMarkName), runMarkText(run, startMs));
    utimesSync(path.join(run, runMarkName), seenMs / 1_000, seenMs / 1_000);
    return markedRun(run)?.lastSeenMs;
  };
  assert.deepEqual([seenOf(seenMs + 40), seenOf(seenMs - 40)], [seenMs + 40, seenMs]);
  assert.equal(seenOf(seenMs + 3_600_000), seenMs);
});

test('a time that no date can have is damage, and is told like any other', (t) => {
  for (const wrong of [8_640_000_000_000_001, Number.MAX_SAFE_INTEGER, -1]) {
    const run = markedFolder(t);
    writeFileSync(path.join(run, runMarkName), runMarkText(run, wrong));
    utimesSync(path.join(run, runMarkName), seenMs / 1_000, seenMs / 1_000);
    const said: unknown[] = [];
    reportLastRun(run, { error: (_event: string, fields: object) => said.push(fields) } as unknown as Log, nowMs);
    assert.deepEqual(said, [{ lastSeen: timeWord(seenMs), started: null }], `${wrong}`);
    const file = path.join(run, crashName);
    const record = JSON.parse(readFileSync(file, 'utf8'));
    for (const field of ['startedMs', 'lastSeenMs', 'noticedMs']) {
      writeFileSync(file, JSON.stringify({ ...record, [field]: wrong }));
      assert.equal(noticedCrash(run), null, `${field} ${wrong}`);
    }
  }
});

test('a damaged mark, as a loss of power leaves it, still tells of the crash', (t) => {
  for (const text of ['', '\0\0\0\0', '{"file":1}', '[']) {
    const run = markedFolder(t, text);
    assert.deepEqual(noticeCrash(run, nowMs), { startedMs: null, lastSeenMs: seenMs, noticedMs: nowMs }, JSON.stringify(text));
  }
});

test('the mark in a copy of a home says nothing of the copy', (t) => {
  const run = markedFolder(t);
  noticeCrash(run, nowMs);
  writeFileSync(path.join(run, runMarkName), runMarkText(run, startedMs));
  const copy = path.join(temporaryHome(t), 'copied');
  cpSync(run, copy, { recursive: true });
  assert.deepEqual([markedRun(copy), noticedCrash(copy)], [null, null]);
});

test('a link in the place of the record is replaced and not written through', (t) => {
  const run = markedFolder(t);
  const other = path.join(run, 'other');
  writeFileSync(other, 'mine');
  symlinkSync(other, path.join(run, crashName));
  noticeCrash(run, nowMs);
  assert.equal(readFileSync(other, 'utf8'), 'mine');
  assert.notEqual(noticedCrash(run), null);
});
