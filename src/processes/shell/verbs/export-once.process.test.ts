import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { addLines } from '../../../../test/harness/log-files.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { done } from '../../../base/outcome.ts';
import type { ExportKind } from '../../../contract/shell-page.ts';
import { exportOnce } from './export-once.ts';

test('what is being exported is shown until its end was told, and is not made twice meanwhile', async (t) => {
  const logs = path.join(temporaryHome(t), 'Logs');
  addLines(logs, 'hub.log', [{ atMs: Date.UTC(2026, 2, 1) }]);
  const [opened, shown]: [string[], (readonly ExportKind[])[]] = [[], []];
  const state: { exporting?: readonly ExportKind[] } = {};
  const parts = {
    places: { logs, userHome: path.dirname(logs) },
    env: {},
    shell: {
      state,
      set: (told: typeof state) => {
        Object.assign(state, told);
        shown.push(told.exporting ?? []);
      },
      during: (work: unknown) => work,
      notify: (_intent: string, text: string) => assert.fail(text),
    },
    log: {},
    open: async (_as: string, target: string) => {
      assert.deepEqual(state.exporting, ['logs']);
      opened.push(target);
      return done(null);
    },
  };
  const press = (): Promise<void> => exportOnce(parts as never, { what: 'logs', preset: 'standard' });
  await Promise.all([press(), press()]);
  assert.deepEqual([opened.length, shown], [1, [['logs'], []]]);
  await press();
  assert.equal(opened.length, 2);
  parts.open = () => Promise.reject(new Error('the supervisor is gone'));
  await assert.rejects(press());
  assert.deepEqual(state.exporting, [], 'a failure does not leave it in progress');
});
