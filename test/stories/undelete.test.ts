/**
 * A deleted copy can be brought back for a while, with its file if that was deleted too; then nothing of it is left, even if Hub did not run when the time
 * was over.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { Fragment } from '../../src/contract/source-snapshot.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { filesBelow, TestHub } from '../harness/hub.ts';
import type { ClipboardOwner } from '../harness/owners/clipboard-owner.ts';
import { until } from '../harness/until.ts';

/** Saved over the bridge; the answer comes when its file is there. */
async function saved(hub: TestHub, content: string): Promise<string> {
  const filename = `${content.split(' ')[0]}.txt`;
  assert.equal((await hub.request('POST', '/api/save/test', { content, filename })).status, 200);
  return (await hub.fragment(({ text }) => text === content)).id;
}

const texts = async (hub: TestHub): Promise<readonly (string | undefined)[]> => (await hub.fragments()).map(({ text }) => text);

/** The file and the log of the journal contain it. */
function isInJournal(hub: TestHub, text: string): boolean {
  const folder = path.dirname(hub.places.journal);
  return filesBelow(folder).some((file) => existsSync(path.join(folder, file)) && readFileSync(path.join(folder, file)).includes(text));
}

describe('a deletion', () => {
  test('by command is undone by command: one copy, what a query finds, or all', async () => {
    await using hub = new TestHub();
    await hub.start();
    const one = await saved(hub, 'herons at the lake');
    await saved(hub, 'cranes at the lake');
    await saved(hub, 'owls in the wood');
    const deleted = await hub.command(['delete', one]);
    assert.equal(
      deleted.stdout,
      `Copy ${one} is deleted from the history; a saved file stays. To bring it back within a minute: hub undelete ${one}\n`,
    );
    assert.deepEqual(await texts(hub), ['owls in the wood', 'cranes at the lake']);
    const output = path.join(hub.root, 'export');
    assert.equal((await hub.command(['export', '--output', output])).status, 0);
    assert.ok(!readFileSync(path.join(output, 'fragments.jsonl'), 'utf8').includes(`"id":${one},`));
    assert.equal((await hub.command(['show', one])).status, 1);
    assert.equal((await hub.command(['undelete', one])).stdout, '1 copy is back in the history.\n');

    const many = await hub.command(['delete', '--query', 'lake', '--yes']);
    assert.match(many.stdout, /^Deleted 2 copies .* hub undelete$/m);
    assert.deepEqual(JSON.parse((await hub.command(['history', '--json'])).stdout).items.length, 1);
    assert.deepEqual(JSON.parse((await hub.command(['undelete', '--json'])).stdout), { ok: true, restored: 2 });
    assert.equal((await hub.command(['delete', '--all', '--yes'])).status, 0);
    const again = await hub.command(['delete', one, '998']);
    assert.deepEqual([again.status, again.stderr], [1, `hub: there are no copies ${one}, 998; run "hub history" to see the IDs\n`]);
    assert.equal((await hub.command(['undelete'])).stdout, '3 copies are back in the history.\n');
    assert.deepEqual(await texts(hub), ['owls in the wood', 'cranes at the lake', 'herons at the lake']);

    assert.equal((await hub.command(['delete', one, '--now'])).stdout, `Copy ${one} is deleted for good; a saved file stays.\n`);
    const nothing = await hub.command(['undelete', one]);
    assert.deepEqual([nothing.status, nothing.stderr.startsWith('hub: nothing to bring back')], [1, true]);
    await hub.stop();
    const stopped = await hub.command(['delete', '--all', '--yes', '--json']);
    assert.deepEqual(JSON.parse(stopped.stdout), { ok: true, deleted: 2, pinned: 0, canUndo: false });
  });

  test('whose time was over while Hub did not run is completed at the start, and nothing of the copy is left', async () => {
    await using hub = new TestHub();
    await hub.start();
    const text = 'halibut7 a secret that somebody copied by mistake';
    const id = await saved(hub, text);
    assert.equal((await hub.command(['delete', id])).status, 0);
    await hub.stop();
    assert.ok(isInJournal(hub, text));
    using journal = new DatabaseSync(hub.places.journal);
    journal.exec('UPDATE deletions SET ends_at = 1000');
    journal.close();
    await hub.start();
    await until('an erased copy', () => !isInJournal(hub, text));
    assert.equal((await hub.command(['undelete', id])).status, 1);
  });
});

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

  test('is deleted with its file by command, and both are back after hub undelete', async () => {
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

  test('is back with its file if a hold comes for it: at once by command, and else when the rest of the deletion is erased', async () => {
    const text = '{"planet": "Uranus", "tilt": 98}';
    const { id, savedPath } = await saved(text);
    await hub.command(['delete', id, '--with-file']);
    assert.ok(!existsSync(savedPath));
    const added = await hub.command(['retention', 'hold', 'add', 'tilted', '--query', 'Uranus']);
    assert.match(added.stdout, /^1 deleted copy is back, because of the hold\. Its file is back too\.$/m);
    assert.equal(readFileSync(savedPath, 'utf8'), text);
    await hub.command(['retention', 'hold', 'remove', 'tilted']);
    await hub.command(['delete', id, '--with-file']);
    const json = await hub.command(['retention', 'hold', 'add', 'tilted', '--query', 'Uranus', '--json']);
    const { broughtBack, files } = JSON.parse(json.stdout);
    assert.deepEqual({ broughtBack, files }, { broughtBack: 1, files: [{ id, file: 'back' }] });
    await hub.command(['retention', 'hold', 'remove', 'tilted']);

    await hub.command(['delete', id, '--with-file']);
    assert.ok(!existsSync(savedPath));
    writeFileSync(hub.places.document('config/legal-hold.json'), '{"holds": [{"id": "tilted", "query": "Uranus"}]}');
    using journal = new DatabaseSync(hub.places.journal);
    journal.exec('UPDATE deletions SET ends_at = 1000');
    journal.close();
    await until('the file', () => existsSync(savedPath));
    await hub.command(['retention', 'hold', 'remove', 'tilted']);
  });

  test('keeps a file that somebody has changed, and says so', async () => {
    const { id, savedPath } = await saved('{"planet": "Mars", "moons": 2}');
    writeFileSync(savedPath, '{"planet": "Mars", "moons": 3}');
    const deleted = await hub.command(['delete', id, '--with-file', '--json']);
    const answer = JSON.parse(deleted.stdout);
    assert.deepEqual([answer.ok, answer.file], [true, 'changed']);
    assert.ok(existsSync(savedPath));
  });

  test('and others are deleted with their files, also over the bridge, and after they are deleted', async () => {
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

  test('is not deleted if no Hub runs that could move its file', async () => {
    const { id, savedPath } = await saved('{"planet": "Pluto", "dwarf": true}');
    await hub.stop();
    assert.equal((await hub.command(['delete', id, '--with-file'])).status === 0, false);
    const many = await hub.command(['delete', id, '999', '--with-file']);
    assert.match(many.stderr, /files are moved to the trash by a running Hub, so nothing was deleted/);
    assert.ok(existsSync(savedPath));
    assert.equal((await hub.command(['show', id])).status, 0);
  });
});
