import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { rotateLogs } from './rotate-logs.ts';

it('moves only a log that is too large aside, over the one that was moved before', (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-logs-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['hub.log', 'hub.1.log', 'clipboard.log', 'notes.txt']) writeFileSync(path.join(folder, name), name);
  truncateSync(path.join(folder, 'hub.log'), 8 * 1024 * 1024 + 1);
  truncateSync(path.join(folder, 'notes.txt'), 8 * 1024 * 1024 + 1);
  rotateLogs(folder);
  assert.deepEqual(readdirSync(folder).toSorted(), ['clipboard.log', 'hub.1.log', 'notes.txt']);
  assert.equal(readFileSync(path.join(folder, 'hub.1.log')).length, 8 * 1024 * 1024 + 1);
});
