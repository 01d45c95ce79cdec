/** A copy is deleted with its file: the file is in the desktop's trash, and both come back. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Fragment } from '../../src/contract/source-snapshot.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import type { TestHub } from '../harness/hub.ts';
import type { ClipboardOwner } from '../harness/owners/clipboard-owner.ts';

describe('a saved copy', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;
  before(async () => {
    desk = await startHubDesk();
    ({ hub, owner } = desk);
  });
  after(() => desk?.[Symbol.asyncDispose]());

  const trash = () => path.join(hub.env.XDG_DATA_HOME ?? '', 'Trash');
  const saved = async (text: string): Promise<Fragment & { readonly savedPath: string }> => {
    await owner.own({ UTF8_STRING: { content: { text } } });
    const fragment = await hub.fragment((candidate) => candidate.text === text && candidate.state === 'saved');
    assert.ok(fragment.savedPath !== null);
    return { ...fragment, savedPath: fragment.savedPath };
  };

  it('is deleted with its file by command, and both are back after hub undelete', async () => {
    const text = '{"planet": "Venus", "moons": 0}';
    const { id, savedPath } = await saved(text);
    const deleted = await hub.command(['delete', id, '--with-file']);
    assert.deepEqual(
      [deleted.status, deleted.stdout],
      [0, `Copy ${id} is deleted from the history. Its file is in the trash. To bring it back within a minute: hub undelete ${id}\n`],
    );
    assert.ok(!existsSync(savedPath));
    assert.equal(readFileSync(path.join(trash(), 'files', path.basename(savedPath)), 'utf8'), text);
    assert.equal((await hub.command(['show', id])).status, 1);
    const back = await hub.command(['undelete', id]);
    assert.deepEqual([back.status, back.stdout], [0, '1 copy is back in the history. Its file is back too.\n']);
    assert.equal(readFileSync(savedPath, 'utf8'), text);
    assert.deepEqual(readdirSync(path.join(trash(), 'info')), []);
    assert.equal((await hub.fragment((candidate) => candidate.id === id)).savedPath, savedPath);
  });

  it('keeps a file that somebody has changed, and says so', async () => {
    const { id, savedPath } = await saved('{"planet": "Mars", "moons": 2}');
    writeFileSync(savedPath, '{"planet": "Mars", "moons": 3}');
    const deleted = await hub.command(['delete', id, '--with-file', '--json']);
    const answer = JSON.parse(deleted.stdout);
    assert.deepEqual([answer.ok, answer.file], [true, 'changed']);
    assert.ok(existsSync(savedPath));
  });

  it('and others are deleted with their files, also over the bridge, and after they are deleted', async () => {
    const one = await saved('{"planet": "Earth", "moons": 1}');
    const two = await saved('{"planet": "Saturn", "moons": 145}');
    const deleted = await hub.command(['delete', '--query', 'moons', '--with-file', '--yes']);
    assert.match(deleted.stdout, /^Deleted 3 copies from the history\. 3 files are in the trash\. .*hub undelete$/m);
    for (const { savedPath } of [one, two]) assert.ok(!existsSync(savedPath));
    const back = await hub.command(['undelete']);
    assert.equal(back.stdout, '3 copies are back in the history. 3 files are back.\n');
    for (const { savedPath } of [one, two]) assert.ok(existsSync(savedPath));

    const alone = await hub.request('DELETE', `/api/fragments/${one.id}`);
    assert.deepEqual([alone.status, existsSync(one.savedPath)], [200, true]);
    const withFile = await hub.request('DELETE', `/api/fragments/${one.id}?file=trash`);
    assert.equal(JSON.parse(withFile.body.toString()).file, 'trashed');
    assert.ok(!existsSync(one.savedPath));
    const undone = await hub.request('POST', `/api/fragments/${one.id}/undelete`, {});
    assert.deepEqual(JSON.parse(undone.body.toString()), { ok: true, file: 'back' });
    assert.ok(existsSync(one.savedPath));

    const forGood = await hub.command(['delete', two.id, '--with-file', '--now']);
    assert.equal(forGood.stdout, `Copy ${two.id} is deleted for good. Its file is in the trash.\n`);
    assert.ok(!existsSync(two.savedPath));
  });

  it('is not deleted if no Hub runs that could move its file', async () => {
    const { id, savedPath } = await saved('{"planet": "Pluto", "dwarf": true}');
    await hub.stop();
    assert.equal((await hub.command(['delete', id, '--with-file'])).status === 0, false);
    const many = await hub.command(['delete', id, '999', '--with-file']);
    assert.match(many.stderr, /files are moved to the trash by a running Hub, so nothing was deleted/);
    assert.ok(existsSync(savedPath));
    assert.equal((await hub.command(['show', id])).status, 0);
  });
});
