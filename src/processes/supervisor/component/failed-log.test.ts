import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { vetted } from '../../../base/log.ts';
import { type KeptEnd, LastLines, type LogPlace } from './failed-log.ts';

function rig(t: TestContext): {
  kept: LastLines;
  log: string;
  say: (...events: string[]) => void;
  keptLines: () => Record<string, unknown>[];
} {
  const logs = path.join(temporaryHome(t), 'Logs');
  fs.mkdirSync(logs);
  const log = path.join(logs, 'clipboard.log');
  return {
    kept: new LastLines('clipboard', log),
    log,
    say: (...events) => fs.appendFileSync(log, events.map((event) => `${JSON.stringify({ event })}\n`).join('')),
    keptLines: () =>
      fs
        .readFileSync(path.join(logs, 'clipboard.failed.log'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

const nowhere: LogPlace = { file: null, bytes: 0, atMs: Date.now() };
const end = (logFrom = nowhere, code = 1): KeptEnd => ({
  time: '2026-01-02T03:04:05.678Z',
  code,
  signal: null,
  lastWords: vetted('SyntaxError'),
  verdict: null,
  readyForMs: 12,
  logFrom: Promise.resolve(logFrom),
});
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

test('each end has its line, followed by the log since the first of these starts', async (t) => {
  const { kept, say, keptLines } = rig(t);
  say('of an earlier life');
  const from = await kept.logEnd();
  say('starting', 'failing');
  assert.equal(await kept.keep([end(from), end({ ...from, bytes: from.bytes + 20 }, 2)]), 'Logs/clipboard.failed.log');
  const [first, second, ...rest] = keptLines();
  assert.deepEqual(first, {
    level: 'ERROR',
    time: '2026-01-02T03:04:05.678Z',
    component: 'clipboard',
    event: 'component ended',
    code: 1,
    signal: null,
    lastWords: 'SyntaxError',
    verdict: null,
    readyForMs: 12,
  });
  assert.equal(second?.code, 2);
  assert.deepEqual(rest, [{ event: 'starting' }, { event: 'failing' }]);
});

test('the first ten and the last fifty lines of a long log are kept, and all of a short one', async (t) => {
  const { kept, log, say, keptLines } = rig(t);
  for (const count of [59, 60, 61, 20_000]) {
    fs.rmSync(log, { force: true });
    say(...numbered(count));
    await kept.keep([end()]);
    const events = keptLines()
      .slice(1)
      .map(({ event }) => event);
    const all = numbered(count);
    const expected = count <= 60 ? all : [...all.slice(0, 10), 'lines left out', ...all.slice(-50)];
    assert.deepEqual(events, expected, `${count} lines`);
  }
});

const eventsOf = (lines: readonly Record<string, unknown>[]): unknown[] => lines.slice(1).map(({ event }) => event);

/** Like `RotatedFile`. */
const moveAside = (log: string): void => fs.renameSync(log, log.replace(/\.log$/, '.1.log'));

test('a log that was rotated since is continued in the next file, and no line is there twice', async (t) => {
  const { kept, log, say, keptLines } = rig(t);
  say('of an earlier life');
  const from = await kept.logEnd();
  say('starting', 'before');
  moveAside(log);
  await kept.keep([end(from)]);
  assert.deepEqual(eventsOf(keptLines()), ['starting', 'before'], 'there is no other file at this moment');
  say('after', 'failing');
  await kept.keep([end(from)]);
  assert.deepEqual(eventsOf(keptLines()), ['starting', 'before', 'after', 'failing']);
  moveAside(log);
  say('the end');
  await kept.keep([end(from)]);
  assert.deepEqual(eventsOf(keptLines()), ['after', 'failing', 'the end'], 'what was rotated twice is gone');
});

test('of a long log that was rotated, the first ten lines are from one file and the last fifty from both', async (t) => {
  const { kept, log, say, keptLines } = rig(t);
  const from = await kept.logEnd();
  const all = numbered(20_000);
  say(...all.slice(0, -20));
  moveAside(log);
  say(...all.slice(-20));
  await kept.keep([end(from)]);
  assert.deepEqual(eventsOf(keptLines()), [...all.slice(0, 10), 'lines left out', ...all.slice(-50)]);
});

test('a log that was rotated before the first of these starts is left out', async (t) => {
  const { kept, log, say, keptLines } = rig(t);
  say('of an earlier life');
  moveAside(log);
  fs.utimesSync(log.replace(/\.log$/, '.1.log'), 1, 1);
  const from = await kept.logEnd();
  say('starting');
  await kept.keep([end(from)]);
  assert.deepEqual(eventsOf(keptLines()), ['starting']);
});

test('the next one replaces it, private to this user', async (t) => {
  const { kept, log, say, keptLines } = rig(t);
  say('first');
  await kept.keep([end()]);
  const from = await kept.logEnd();
  say('second');
  await kept.keep([end(from)]);
  assert.deepEqual(keptLines().slice(1), [{ event: 'second' }]);
  const folder = path.dirname(log);
  assert.equal(fs.statSync(path.join(folder, 'clipboard.failed.log')).mode & 0o777, 0o600);
  assert.deepEqual(fs.readdirSync(folder), ['clipboard.failed.log', 'clipboard.log']);
});

test('a log that is missing, new, or cut off in a line causes no failure', async (t) => {
  const { kept, log, say, keptLines } = rig(t);
  assert.deepEqual({ ...(await kept.logEnd()), atMs: 0 }, { file: null, bytes: 0, atMs: 0 });
  await kept.keep([end()]);
  assert.equal(keptLines().length, 1);
  say('one');
  fs.appendFileSync(log, '{"event":"tw');
  await kept.keep([end({ ...(await kept.logEnd()), bytes: 1_000_000 })]);
  assert.deepEqual(keptLines().slice(1), [{ event: 'one' }]);
  fs.rmSync(path.dirname(log), { recursive: true });
  assert.equal(await kept.keep([end()]), null);
});
