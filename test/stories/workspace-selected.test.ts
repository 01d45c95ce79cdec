/** The WorkSpace that the settings pipe selects is the one that saves go to. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { askLine } from '../../src/base/pipes/ask-line.ts';
import { catalogAnswer } from '../../src/contract/settings.ts';
import { TestHub } from '../harness/hub.ts';
import { temporaryHome } from '../harness/temporary-home.ts';

test('the next save goes into the selected WorkSpace, and the catalog names it', async (t) => {
  const home = temporaryHome(t);
  await using hub = new TestHub({ HUB_WORKSPACE: '', HOME: home });
  hub.setDocument('config/workspaces.json', { workspaces: [{ id: 'other', name: 'Other', path: '~/other', mine: 1 }], later: 2 });
  await hub.start();
  const ask = async (request: object): Promise<unknown> => {
    const asked = await askLine(hub.places.pipe('settings-host'), request, { timeoutMs: 10_000 });
    assert.ok(asked.ok);
    return asked.value;
  };
  const inForce = async (): Promise<string | undefined> => {
    const { workspaces, activeId } = catalogAnswer.parse(await ask({ op: 'catalog' })).payload;
    return workspaces.find(({ id }) => id === activeId)?.path;
  };
  let saves = 0;
  const folderOfSave = async (): Promise<string> => {
    saves += 1;
    const filename = `${saves}.txt`;
    const { status, body } = await hub.request('POST', '/api/save/test', { content: `tide tables ${saves}`, filename });
    assert.equal(status, 200);
    return path.resolve(JSON.parse(body.toString()).path, '../..');
  };
  assert.equal(await inForce(), path.join(home, 'WorkSpace'));
  assert.equal(await folderOfSave(), path.join(home, 'WorkSpace'));
  assert.equal(fs.statSync(path.join(home, 'WorkSpace')).mode & 0o777, 0o700);

  assert.deepEqual(await ask({ op: 'select', id: 'other' }), { ok: true });
  assert.equal(await inForce(), path.join(home, 'other'));
  assert.equal(await folderOfSave(), path.join(home, 'other'));
  for (const [id, folder] of [...Array(6)].flatMap(() => [['default', 'WorkSpace'] as const, ['other', 'other'] as const])) {
    assert.deepEqual(await ask({ op: 'select', id }), { ok: true });
    assert.equal(await folderOfSave(), path.join(home, folder), 'at once');
  }
  assert.equal(fs.statSync(path.join(home, 'other')).mode & 0o777, 0o700);
  const { stdout } = await hub.command(['history']);
  assert.match(stdout, / text\/\d+\.txt$/m, 'below the WorkSpace in force');
  assert.ok(stdout.includes(` ${path.join(home, 'WorkSpace')}${path.sep}`), 'and the whole path of another');
  const document = JSON.parse(fs.readFileSync(hub.places.document('config/workspaces.json'), 'utf8'));
  assert.deepEqual(document, { workspaces: [{ id: 'other', name: 'Other', path: '~/other', mine: 1 }], later: 2, activeId: 'other' });
});
