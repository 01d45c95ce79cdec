import assert from 'node:assert/strict';
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { DiskQuestions } from '../../../base/disk-questions.ts';
import { type FolderFacts, isSame, ReturningWorkspaces } from './returning-workspaces.ts';

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
    questions: new DiskQuestions(),
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

test('a folder is another one by its birth, and without one by its number and its time together', () => {
  const facts = { dev: 1, ino: 2, birthtimeMs: 3, mtimeMs: 4 };
  assert.ok(isSame(facts, { ...facts, ino: 9, mtimeMs: 9 }), 'a file system with ever new numbers');
  assert.ok(!isSame(facts, { ...facts, birthtimeMs: 9 }), 'a number that is used again');
  assert.ok(!isSame(facts, { ...facts, dev: 9 }));
  const unborn = { ...facts, birthtimeMs: 0 };
  assert.ok(isSame(unborn, { ...unborn, ino: 9 }));
  assert.ok(isSame(unborn, { ...unborn, mtimeMs: 9 }));
  assert.ok(!isSame(unborn, { ...unborn, ino: 9, mtimeMs: 9 }));
});

/** Looks at what `folders` says, one after the other, and resolves to the numbers of the looks at which it was reported. */
async function reportsOf(t: TestContext, folders: (look: number) => FolderFacts | null, looks: number): Promise<readonly number[]> {
  const at: number[] = [];
  let look = 0;
  const returning = new ReturningWorkspaces({
    questions: new DiskQuestions(),
    workspaces: () => (look < looks ? [{ id: 'one', path: '/one' }] : []),
    returned: () => void at.push(look),
    lookEveryMs: 1,
    folderAt: async () => {
      look += 1;
      return folders(look);
    },
  });
  t.after(() => returning[Symbol.dispose]());
  await until('all looks', () => look >= looks);
  return at;
}

test('a folder that seems to be another one at each look is reported ever more rarely', async (t) => {
  const anew = (look: number): FolderFacts => ({ dev: 1, ino: look, birthtimeMs: 0, mtimeMs: look });
  assert.deepEqual(await reportsOf(t, anew, 70), [2, 3, 5, 9, 17, 33, 65]);
});

test('a drive that comes and goes is reported ever more rarely, and one that returns after a long time at once', async (t) => {
  const there = { dev: 1, ino: 1, birthtimeMs: 1, mtimeMs: 1 };
  const flapping = (look: number): FolderFacts | null => (look > 40 && look < 150 ? there : look === 150 || look % 2 === 0 ? null : there);
  const at = await reportsOf(t, flapping, 152);
  assert.ok(at.filter((look) => look <= 40).length <= 7, at.join(' '));
  assert.equal(at.at(-1), 151);
});
