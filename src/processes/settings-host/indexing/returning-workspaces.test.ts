import assert from 'node:assert/strict';
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { ReturningWorkspaces } from './returning-workspaces.ts';

function rig(t: TestContext) {
  const root = temporaryHome(t);
  const returned: string[] = [];
  const workspaces = [
    { id: 'there', path: path.join(root, 'there') },
    { id: 'away', path: path.join(root, 'away') },
  ];
  mkdirSync(path.join(root, 'there'));
  let looks = 0;
  const returning = new ReturningWorkspaces({
    workspaces: () => {
      looks += 1;
      return workspaces;
    },
    returned: (id) => void returned.push(id),
    lookEveryMs: 10,
  });
  t.after(() => returning[Symbol.dispose]());
  const looked = (): Promise<unknown> => {
    const from = looks;
    return until('looks', () => looks >= from + 3);
  };
  return { root, returned, looked };
}

test('a folder that is made by hand is reported once, and one that was there is not', async (t) => {
  const { root, returned, looked } = rig(t);
  await looked();
  writeFileSync(path.join(root, 'away'), 'a file');
  await looked();
  assert.deepEqual(returned, []);
  rmSync(path.join(root, 'away'));
  mkdirSync(path.join(root, 'away'));
  await until('the folder', () => returned.length > 0);
  await looked();
  assert.deepEqual(returned, ['away']);
});

test('a folder that was replaced by another one is reported', async (t) => {
  const { root, returned, looked } = rig(t);
  await looked();
  rmdirSync(path.join(root, 'there'));
  mkdirSync(path.join(root, 'there'));
  await until('the other folder', () => returned.length > 0);
  assert.deepEqual(returned, ['there']);
});
