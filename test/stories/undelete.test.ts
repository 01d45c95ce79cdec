/** A deleted copy can be brought back for a while; then nothing of it is left, even if Hub did not run when the time was over. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { filesBelow, TestHub } from '../harness/hub.ts';
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
    assert.deepEqual([again.status, again.stderr], [1, `hub: there are no copies ${one}, 998; for the IDs: hub history\n`]);
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
