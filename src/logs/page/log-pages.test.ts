import assert from 'node:assert/strict';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addLines } from '../../../test/harness/log-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { temporaryName } from '../../base/files/temporary-name.ts';
import { logPagesFolder } from '../log-names.ts';
import { makeLogPage } from './log-pages.ts';

test('a page that another process is making is left alone, and one that a killed process left is removed', (t) => {
  const logs = path.join(temporaryHome(t), 'Logs');
  addLines(logs, 'clipboard.log', [{ atMs: Date.UTC(2026, 2, 1) }]);
  const folder = logPagesFolder(logs);
  mkdirSync(folder, { mode: 0o700 });
  const [underWay, left] = [path.join(folder, temporaryName()), path.join(folder, temporaryName())];
  for (const file of [underWay, left]) writeFileSync(file, 'half a page');
  const earlier = new Date(Date.now() - 3_600_000);
  utimesSync(left, earlier, earlier);
  const made = makeLogPage({ logs, filter: {}, most: 10 }, { script: '', style: '' }, Date.now());
  assert.deepEqual([made.ok && made.value.lines, existsSync(underWay), existsSync(left)], [1, true, false]);
});
