/** A history that is imported is found like one of Hub's own; it becomes no files, and leaves the clipboard alone. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { Fragment } from '../../src/contract/source-snapshot.ts';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { TestHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';

const code = 'export const harbour = "Brest"; // a line that would become a file\n';

test('an export of one Hub becomes the history of another, beside its own', { skip: withoutXvfb() }, async () => {
  await using one = new TestHub();
  await one.start();
  assert.equal((await one.request('POST', '/api/save/test', { content: code, filename: 'harbour.js' })).status, 200);
  const [{ id } = { id: '' }] = await one.fragments();
  assert.equal((await one.command(['tag', id, '+harbour'])).status, 0);
  const folder = path.join(one.root, 'export');
  assert.equal((await one.command(['export', '--output', folder])).status, 0);
  const [exported] = await one.fragments();

  await using desk = await startHubDesk();
  const { hub, owner } = desk;
  await owner.own({ UTF8_STRING: { content: { text: 'what is on the clipboard now' } } });
  await hub.fragment(({ state }) => state === 'saved');
  const files = hub.savedFiles();
  const imported = await hub.command(['import', folder]);
  assert.deepEqual([imported.status, imported.stdout], [0, 'Imported from Hub: 1 new, 0 in the history already.\n']);
  const found = await hub.fragment(({ text, reason }) => text === code && reason === 'imported');
  assert.deepEqual([found.capturedAt, found.tags, found.state], [exported?.capturedAt, ['harbour'], 'kept']);
  assert.equal(found.detection?.typeId, exported?.detection?.typeId);
  const { clipboardFragments } = await hub.source(() => true);
  assert.equal(clipboardFragments[0]?.text, 'what is on the clipboard now');
  assert.deepEqual(hub.savedFiles(), files, 'nothing was saved');
  const listed = JSON.parse((await hub.command(['search', 'harbour', '--json'])).stdout) as { items: readonly Fragment[] };
  assert.deepEqual(
    listed.items.map((each) => each.id),
    [found.id],
  );

  assert.match((await hub.command(['import', folder])).stdout, /^Imported from Hub: 0 new, 1 in the history already\.$/m);
  assert.equal((await hub.fragments()).length, 2);
  assert.equal((await hub.request('POST', `/api/fragments/${found.id}/save`, {})).status, 200);
  await until('a file on request', () => hub.savedFiles().length === files.length + 1);
});
