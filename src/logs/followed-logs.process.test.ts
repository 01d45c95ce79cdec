import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { followLogs } from './followed-logs.ts';

const mib = 1024 * 1024;

test('of lines that are in one file alone little stays in memory, however long they are', (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const logs = path.join(temporaryHome(t), 'Logs');
  mkdirSync(logs);
  using followed = followLogs(logs);
  const usedMib = (): number => {
    collect();
    return process.memoryUsage().heapUsed / mib;
  };
  const lineOf = (n: number): string =>
    `${JSON.stringify({ level: 'INFO', time: '2026-03-01T09:00:00.000Z', component: 'clipboard', pid: 7, event: 'e', n, text: 'x'.repeat(30_000) })}\n`;
  appendFileSync(path.join(logs, 'clipboard.log'), lineOf(0));
  followed.next();
  const before = usedMib();
  let [read, written] = [0, 1];
  for (let look = 0; look < 20; look++) {
    const lines = Array.from({ length: 200 }, () => lineOf(written++));
    appendFileSync(path.join(logs, 'clipboard.log'), lines.join(''));
    read += followed.next().length;
  }
  assert.equal(read, 4_000);
  const grown = usedMib() - before;
  assert.ok(grown < 40, `${grown.toFixed(0)} MiB of ${(4_000 * 30_000) / mib} MiB stay`);
});
