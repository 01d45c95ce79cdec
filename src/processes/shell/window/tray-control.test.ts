import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { FakeTray } from '../../../../test/doubles/fake-tray.ts';
import type { ActionVerb } from '../../../contract/action-verbs.ts';
import type { ComponentStatus } from '../../../contract/supervisor.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { menuOf, TrayControl } from './tray-control.ts';

test('a choice in the menu goes to the router like all verbs, including the end of Hub and a click', () => {
  const tray = new FakeTray();
  const did: string[] = [];
  const act = (verb: ActionVerb): void => void did.push(verb);
  new TrayControl({ tray, log: rememberingLog(() => {}), act });
  for (const { id } of menuOf(false)) tray.events.emit('chosen', id);
  tray.events.emit('activate');
  assert.deepEqual(did, ['restore', 'pause-capture', 'save-now', 'open-workspace', 'open-logs', 'exit', 'restore']);
});

test('the icon shows that nothing is captured whatever the reason, and its tooltip says which', () => {
  const tray = new FakeTray();
  const control = new TrayControl({ tray, log: rememberingLog(() => {}), act: () => {} });
  const monitor = (state: ComponentStatus['state'], reason: string | null = null) =>
    [{ id: 'clipboard', state, reason, pid: null, restarts: 0, uptimeSeconds: null }] as const;
  const shown = (change: Partial<ShellState>) => {
    control.show({
      theme: 'dark',
      isPaused: false,
      components: monitor('running'),
      copies: { captured: 5, missed: 0 },
      ...change,
    } as ShellState);
    return [tray.capture, tray.toolTip];
  };
  assert.deepEqual(shown({}), ['watching', 'Hub: watching the clipboard']);
  assert.deepEqual(shown({ copies: { captured: 5, missed: 2 } }), ['watching', 'Hub: watching the clipboard; 2 missed']);
  assert.deepEqual(shown({ isPaused: true }), ['paused', 'Hub: capture is paused']);
  assert.deepEqual(shown({ components: monitor('failed') }), ['paused', 'Hub: the clipboard monitor is not running']);
  const full = monitor('degraded', 'the journal has its 20.0 GB: contents over 128 KiB are not kept');
  assert.deepEqual(shown({ components: full }), ['watching', 'Hub: large copies are not kept']);
  assert.deepEqual(shown({ components: [] }), ['watching', 'Hub: starting']);
});
