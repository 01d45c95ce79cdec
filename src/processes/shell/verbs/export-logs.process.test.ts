import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { addLines } from '../../../../test/harness/log-files.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { done, failed } from '../../../base/outcome.ts';
import { exportLogPage } from './export-logs.ts';

/** What was opened, and what was told. */
async function exported(logs: string, isOpened = true): Promise<{ opened: string[]; told: string[]; logged: string[] }> {
  const [opened, told, logged]: [string[], string[], string[]] = [[], [], []];
  await exportLogPage({
    places: { logs, userHome: path.dirname(logs) },
    env: process.env,
    shell: {
      during: (work) => work,
      notify: (intent, text) => void told.push(`${intent}: ${typeof text === 'string' ? text : text()}`),
    },
    log: { warn: (event: string, fields?: object) => void logged.push([event, ...Object.values(fields ?? {})].join(' ')) },
    open: async (as, target) => {
      opened.push(`${as} ${target}`);
      return isOpened ? done(null) : failed('no-answer');
    },
  });
  return { opened, told, logged };
}

function folder(t: TestContext): string {
  return path.join(temporaryHome(t), 'Logs');
}

test('a page of the logs is made and opened; why not is told', async (t) => {
  const logs = folder(t);
  assert.deepEqual(await exported(logs), { opened: [], told: ['info: The log has no lines yet'], logged: [] });
  addLines(logs, 'hub.log', [{ atMs: Date.UTC(2026, 2, 1) }]);
  const { opened, told } = await exported(logs);
  assert.deepEqual([opened.length, told], [1, []]);
  assert.ok(existsSync(opened[0]?.replace('own-page ', '') ?? ''));
  assert.match(
    (await exported(logs, false)).told.join(),
    /^warning: Saved: ~\/Logs\/exports\/[^ ]+\.html\. It was not opened: Hub did not answer; see Diagnostics$/,
  );
});

test('a page that can not be written is told with the reason, and logged', async (t) => {
  const logs = folder(t);
  mkdirSync(logs);
  addLines(logs, 'hub.log', [{ atMs: Date.UTC(2026, 2, 1) }]);
  writeFileSync(path.join(logs, 'exports'), '');
  const { told, logged } = await exported(logs);
  assert.deepEqual(told, [
    'error: The page of the log was not written: there is something else in the place of its folder; move that away',
  ]);
  assert.deepEqual(logged, ['export not made logs not-written not-a-folder']);
});

test('the folder of the pages may be on another disk by a link of the user; a link that leads nowhere is named', async (t) => {
  const logs = folder(t);
  mkdirSync(logs);
  addLines(logs, 'hub.log', [{ atMs: Date.UTC(2026, 2, 1) }]);
  const disk = path.join(path.dirname(logs), 'disk');
  symlinkSync(disk, path.join(logs, 'exports'));
  const { told, logged } = await exported(logs);
  assert.match(told.join(), /^error: The page of the log was not written: its folder is a link that leads nowhere; /);
  assert.deepEqual([logged, existsSync(disk)], [['export not made logs not-written dead-link'], false]);
  mkdirSync(disk, { mode: 0o755 });
  const { opened } = await exported(logs);
  const [page = ''] = readdirSync(disk);
  assert.deepEqual(opened, [`own-page ${path.join(logs, 'exports', page)}`]);
  if (process.platform === 'win32') return;
  assert.deepEqual([statSync(disk).mode & 0o777, statSync(path.join(disk, page)).mode & 0o777], [0o755, 0o600]);
});
