import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { addLines, type TestLine } from '../../test/harness/log-files.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { readLogs } from './read-logs.ts';

const startMs = Date.UTC(2026, 2, 1, 9);
const minuteMs = 60_000;

/** A copy of a monitor, from its line before it had a number on. */
function copyAt(atMs: number, ordinal: number, number: number): readonly TestLine[] {
  return [
    { atMs: startMs + atMs, pid: 42, event: `targets of ${number}`, fields: { ordinal } },
    { atMs: startMs + atMs + 5, pid: 42, fields: { captureId: number, fragmentId: number, fragments: 1, ordinal } },
  ];
}

function found(logs: string, copy: number): readonly string[] {
  using read = readLogs(logs, { copy });
  return [...read.lines()].map(({ event }) => event);
}

function folder(t: TestContext, files: Readonly<Record<string, readonly TestLine[]>>): string {
  const logs = path.join(temporaryHome(t), 'Logs');
  for (const [file, lines] of Object.entries(files)) addLines(logs, file, lines);
  return logs;
}

test('a copy of an earlier monitor with the same pid and the same ordinal is another one, however far apart their numbers are', (t) => {
  const lines = [...copyAt(0, 5, 5), ...copyAt(5 * minuteMs, 5, 205)];
  const logs = folder(t, { 'clipboard.log': lines, 'hub.log': lines });
  assert.deepEqual(found(logs, 205), ['targets of 205', 'copied']);
  assert.deepEqual(found(logs, 5), ['targets of 5', 'copied']);
});

test('what two files say is learnt once, and the next copy counts whichever file is read first', (t) => {
  const lines = [0, 1, 2, 3].flatMap((n) => copyAt(n * minuteMs, 5, 200 * (n + 1)));
  const cut = folder(t, { 'clipboard.log': lines.slice(0, 4), 'hub.log': lines });
  for (const number of [200, 400, 600, 800]) assert.deepEqual(found(cut, number), [`targets of ${number}`, 'copied']);
  const rotated = folder(t, { 'clipboard.log': lines.slice(4), 'hub.1.log': lines.slice(0, 4), 'hub.log': lines.slice(4) });
  for (const number of [200, 400, 600, 800]) assert.deepEqual(found(rotated, number), [`targets of ${number}`, 'copied']);
});
