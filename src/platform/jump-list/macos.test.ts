import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { until } from '../../../test/harness/until.ts';
import { done, failed } from '../../base/outcome.ts';
import type { ShellTask } from './interface.ts';
import { type Dock, dockJumpList } from './macos.ts';

const task: ShellTask = {
  id: 'save-now',
  exePath: process.execPath,
  workingDirectory: os.tmpdir(),
  arguments: [],
  environment: {},
  title: 'Save now',
  toolTip: '',
  iconPath: '',
};

test('the Dock has the titles once, and what is chosen is started in its folder with its words', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-dock-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const shown: (readonly string[])[] = [];
  let choose: (place: number) => void = () => {};
  const dock: Dock = {
    show: (titles, chosen) => {
      shown.push(titles);
      choose = chosen;
      return done(null);
    },
  };
  const list = dockJumpList(() => dock);
  const tasks = [
    task,
    { ...task, title: 'Write', workingDirectory: folder, arguments: ['-e', 'fs.writeFileSync("a b", process.argv[1])', 'it’s'] },
  ];
  assert.deepEqual(await list.publish(task, tasks), done('written'));
  assert.deepEqual(await list.publish(task, tasks), done('unchanged'));
  assert.deepEqual(shown, [['Save now', 'Write']]);
  choose(1);
  await until('written file', () => existsSync(path.join(folder, 'a b')));
});

test('a place that is none starts nothing, and a program that is not there is no mistake', async () => {
  let choose: (place: number) => void = () => {};
  const dock: Dock = {
    show: (_, chosen) => {
      choose = chosen;
      return done(null);
    },
  };
  await dockJumpList(() => dock).publish(task, [{ ...task, exePath: '/there/is/none' }]);
  choose(7);
  choose(0);
  await new Promise((resolve) => setImmediate(resolve));
});

test('where AppKit is not there, or does not take the menu, the failure says so, and is tried again', async () => {
  const nowhere = dockJumpList(() => {
    throw new TypeError('no such library');
  });
  assert.deepEqual(await nowhere.publish(task, [task]), failed('refused', 'TypeError'));
  let count = 0;
  const refusing = dockJumpList(() => ({
    show: () => {
      count += 1;
      return failed('refused', 'the application has no delegate');
    },
  }));
  await refusing.publish(task, [task]);
  assert.equal((await refusing.publish(task, [task])).ok, false);
  assert.equal(count, 2);
});
