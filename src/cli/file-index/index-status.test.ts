/** `hub index status` of an index that has little to say. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { openIndex } from '../../file-index/index-database.ts';
import { type RefreshRun, setFact, workspaceRefreshed, workspaceRow } from '../../file-index/workspace-rows.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { indexStatus } from './index-status.ts';

const run: RefreshRun = {
  ...{ requestId: 1, state: 'complete', workspaceId: null, seen: 0, indexed: 0, expected: null, isIdleKnown: null },
  ...{ startedAtMs: 1_000, endedAtMs: 2_000 },
};

/** The status after the last run; `atMs`: when the only WorkSpace was refreshed. */
function statusOf(t: TestContext, last: RefreshRun | null, atMs: number | null): string {
  const folder = temporaryHome(t);
  const env = { HUB_HOME: folder };
  const places = locatePlaces({ env, platform: 'linux', userHome: folder, workingFolder: folder, temporaryFolder: folder, userId: '1' });
  mkdirSync(path.dirname(places.index), { recursive: true });
  using index = openIndex(places.index);
  const id = workspaceRow(index, { id: 'notes', path: '/nowhere/notes' });
  workspaceRefreshed(index, id, { device: null, atMs, condition: null });
  if (last !== null) setFact(index, 'run', last);
  const { surface, printed } = rememberingSurface(places);
  indexStatus(surface, {});
  return printed.join('\n');
}

test('a WorkSpace that was never refreshed is not called complete, and no files are not counted where none were looked for', (t) => {
  for (const last of [null, run, { ...run, state: 'stopped' } as const]) {
    const status = statusOf(t, last, null);
    assert.match(status, /^notes +0 +0\.0 MiB +never +not refreshed yet +/m);
    assert.match(status, /^Refresh +nothing has been refreshed yet$/m);
  }
  assert.match(statusOf(t, { ...run, state: 'running', endedAtMs: null }, null), /^Refresh +under way: no files seen yet$/m);
});

test('an empty WorkSpace that was refreshed has no files', (t) => {
  const status = statusOf(t, run, 2_000);
  assert.match(status, /^notes .* complete +/m);
  assert.match(status, /^Refresh +complete: 0 files seen, 0 indexed, began /m);
});
