import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { done, failed } from '../../../base/outcome.ts';
import type { HubStatus } from '../../../contract/supervisor.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { putReceipt } from '../../../journal/fragments/receipts.ts';
import { openJournal } from '../../../journal/journal.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { workspaceCheck } from './workspace-check.ts';

test('a WorkSpace that cannot be made is no note, and while HUB_WORKSPACE sets it, the mend names that', async (t) => {
  const look = async (workspace: string) => {
    const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t), HUB_WORKSPACE: workspace }));
    const [found] = await workspaceCheck.run({ places, env: process.env, status: failed('absent'), nowMs: Date.now() });
    return found;
  };
  // Root may write everywhere, and yet nobody makes a folder there.
  for (const place of ['/proc/ws', '/sys/ws', import.meta.filename, '/mnt/hub-test-none', '/mnt/hub-test-none/ws']) {
    const found = await look(place);
    assert.equal(found?.verdict, 'failure', place);
    assert.match(found?.mend ?? '', /or set HUB_WORKSPACE to another folder/, place);
    assert.doesNotMatch(found?.mend ?? '', /hub workspace select/);
  }
  assert.equal((await look(path.join(temporaryHome(t), 'new')))?.verdict, 'note');
  const above = await look('/dev/null/x');
  assert.deepEqual([above?.verdict, above?.says], ['failure', '/dev/null is not a folder']);
  assert.equal(above?.mend, 'set HUB_WORKSPACE to another folder, or unset it', 'nobody should move a device away');
  assert.equal((await look(`${import.meta.filename}/x/y`))?.says, `${import.meta.filename} is a file`);
  const relative = await look('relative');
  assert.deepEqual([relative?.verdict, relative?.says], ['failure', 'HUB_WORKSPACE must be an absolute path']);
  assert.match(relative?.mend ?? '', /set HUB_WORKSPACE to an absolute path, or unset it/);
});

test('the folders above a WorkSpace that was never used are created too, and the doctor knows it', async (t) => {
  const workspace = path.join(temporaryHome(t), 'a', 'b', 'ws');
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t), HUB_WORKSPACE: workspace }));
  const look = async () =>
    (await workspaceCheck.run({ places, env: process.env, status: failed('absent'), nowMs: Date.now() }))[0]?.verdict;
  assert.equal(await look(), 'note', 'before the first start');
  mkdirSync(places.blobs, { recursive: true });
  using journal = openJournal({ file: places.journal, blobs: places.blobs });
  recordCapture(journal, textCapture('meant for it', { workspace }));
  assert.equal(await look(), 'note');
  journal.transaction(() => putReceipt(journal, { workspace, sha256: 'a'.repeat(64), path: '/a', duplicate: false, atMs: 1 }));
  assert.equal(await look(), 'failure', 'its drive may be disconnected');
});

test('the WorkSpace of the running Hub is looked at, whatever this terminal says, and a note tells where they differ', async (t) => {
  const folder = temporaryHome(t);
  const [here, there, file] = ['here', 'there', 'file'].map((name) => path.join(folder, name)) as [string, string, string];
  for (const one of [here, there]) mkdirSync(one);
  writeFileSync(file, '');
  const look = async (ofHub: string, HUB_WORKSPACE?: string) => {
    const places = locatePlaces(readSurroundings({ HUB_HOME: path.join(folder, 'home'), ...(HUB_WORKSPACE ? { HUB_WORKSPACE } : {}) }));
    const status = done({ workspace: ofHub } as HubStatus);
    return workspaceCheck.run({ places, env: process.env, status, nowMs: Date.now() });
  };
  const [bad, differs] = await look(file, here);
  assert.deepEqual([bad?.verdict, bad?.says], ['failure', `${file} is a file`]);
  assert.match(bad?.mend ?? '', /set HUB_WORKSPACE to another folder, or unset it, and restart Hub: hub stop && hub start$/);
  assert.deepEqual([differs?.verdict, differs?.word], ['note', 'another-here']);
  assert.ok(differs?.says.includes(here));
  const [good, none] = await look(there, there);
  assert.ok(good?.says.startsWith(`${there}, `));
  assert.equal(none, undefined);
  assert.equal((await look(there)).at(-1)?.word, 'another-here', 'without the variable the next start has another one too');
});
