import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionVerb } from '../../contract/actions.ts';
import { FakeTray } from '../../platform/tray/fake.ts';
import { rememberingLog } from '../fake-component.ts';
import { menuOf, TrayControl } from './tray-control.ts';

test('what is chosen in the menu goes where all verbs go, the end of Hub too; a click brings the window', () => {
  const tray = new FakeTray();
  const did: string[] = [];
  const act = (verb: ActionVerb): void => void did.push(verb);
  new TrayControl({ tray, log: rememberingLog(() => {}), restore: () => void did.push('window'), act });
  for (const { id } of menuOf(false)) tray.events.emit('chosen', id);
  tray.events.emit('activate');
  assert.deepEqual(did, ['window', 'pause-capture', 'save-now', 'open-workspace', 'open-logs', 'exit', 'window']);
});
