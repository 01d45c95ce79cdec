import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addLines, type TestLine } from '../../../test/harness/log-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { exportLogs } from './export-logs.ts';

test('a page that takes longer than it may is given up, and the next one is made', async (t) => {
  const logs = path.join(temporaryHome(t), 'Logs');
  const startMs = Date.UTC(2026, 2, 1, 9);
  addLines(
    logs,
    'clipboard.log',
    Array.from({ length: 50_000 }, (_, n): TestLine => ({ atMs: startMs + n, fields: { bytes: n } })),
  );
  const order = { logs, maxEntries: 1_000_000, language: 'en', env: process.env } as const;
  const late = await exportLogs(order, 20);
  assert.deepEqual(late.ok ? null : late.reason, 'too-slow');
  const made = await exportLogs({ ...order, maxEntries: 10 });
  assert.ok(made.ok);
  assert.equal(made.value.lines, 10);
  assert.ok(readdirSync(path.dirname(made.value.file)).includes(path.basename(made.value.file)));
});

test('a page is given up with a process that hangs, which is killed', { skip: process.platform !== 'linux' }, async (t) => {
  const logs = path.join(temporaryHome(t), 'Logs');
  addLines(logs, 'clipboard.log', [{ atMs: Date.UTC(2026, 2, 1, 9) }]);
  const making = exportLogs({ logs, maxEntries: 10, language: 'en', env: process.env }, 2_000);
  const maker = await until('its process', () => childrenOfThis().find((pid) => wordsOf(pid).includes('page-program')));
  process.kill(maker, 'SIGSTOP');
  const made = await making;
  assert.deepEqual(made.ok ? null : made.reason, 'too-slow');
  await until('its end', () => !childrenOfThis().includes(maker));
});

test('whoever asked for a page can stop it', async (t) => {
  const logs = path.join(temporaryHome(t), 'Logs');
  addLines(logs, 'clipboard.log', [{ atMs: Date.UTC(2026, 2, 1, 9) }]);
  const made = await exportLogs({ logs, maxEntries: 10, language: 'en', env: process.env, signal: AbortSignal.abort() });
  assert.deepEqual(made.ok ? null : made.reason, 'stopped');
});

function childrenOfThis(): readonly number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

function wordsOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}
