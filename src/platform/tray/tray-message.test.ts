import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrayMenuItem } from './interface.ts';
import { meaningOf } from './tray-message.ts';

const menu: readonly TrayMenuItem[] = [
  { id: 'restore', label: 'Open Hub', enabled: true, kind: 'item' },
  { id: 'save', label: 'Save now', enabled: false, kind: 'item' },
  { id: 'line', label: '', enabled: true, kind: 'separator' },
];

test("a left click requests the window and a right click the menu, in Windows' messages too", () => {
  const kinds = (events: readonly number[]) => events.map((event) => meaningOf({ kind: 'windows', event }, menu).kind);
  assert.equal(meaningOf({ kind: 'activate' }, menu).kind, 'activate');
  assert.equal(meaningOf({ kind: 'menu' }, menu).kind, 'menu');
  assert.deepEqual(kinds([0x202, 0x400, 0x401]), ['activate', 'activate', 'activate']);
  assert.deepEqual(kinds([0x205, 0x7b]), ['menu', 'menu']);
  // The button going down, a move, a click of the wheel.
  assert.deepEqual(kinds([0x201, 0x200, 0x208]), ['nothing', 'nothing', 'nothing']);
});

test('only an enabled item of the current menu is chosen', () => {
  assert.deepEqual(meaningOf({ kind: 'choose', id: 'restore' }, menu), { kind: 'chosen', id: 'restore' });
  for (const id of ['save', 'line', 'gone', '']) assert.equal(meaningOf({ kind: 'choose', id }, menu).kind, 'nothing');
  assert.equal(meaningOf({ kind: 'scroll' }, menu).kind, 'nothing');
});
