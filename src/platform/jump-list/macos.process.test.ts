import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
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

test('the Dock has the titles once, and a chosen task is started in its folder with its arguments', async (t) => {
  const folder = temporaryHome(t);
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

test('a place without a task starts nothing, and a missing program causes no exception', async () => {
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

test('if AppKit is missing, or does not accept the menu, the failure says so, and the next call tries again', async () => {
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
