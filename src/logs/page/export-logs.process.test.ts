import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addLines, type TestLine } from '../../../test/harness/log-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { exportLogs } from './export-logs.ts';

test('a page that takes longer than it may is given up, and the next one is made', async (t) => {
  const logs = path.join(temporaryHome(t), 'Logs');
  const startMs = Date.UTC(2026, 2, 1, 9);
  addLines(
    logs,
    'clipboard.log',
    Array.from({ length: 50_000 }, (_, n): TestLine => ({ atMs: startMs + n, fields: { bytes: n } })),
  );
  const order = { logs, maxEntries: 1_000_000, language: 'en' } as const;
  const late = await exportLogs(order, 20);
  assert.deepEqual(late.ok ? null : late.reason, 'too-slow');
  const made = await exportLogs({ ...order, maxEntries: 10 });
  assert.ok(made.ok);
  assert.equal(made.value.lines, 10);
  assert.ok(readdirSync(path.dirname(made.value.file)).includes(path.basename(made.value.file)));
});
