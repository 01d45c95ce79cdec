/** A launcher's link and its tasks, for tests of desktop entries. */
import assert from 'node:assert/strict';
import { desktopEntry } from '../../src/platform/jump-list/desktop-entry.ts';
import type { ListOwner, ShellLink, ShellTask } from '../../src/platform/jump-list/interface.ts';

/** Opens the window. */
export const main: ShellLink = {
  exePath: '/opt/hub/node',
  workingDirectory: '/opt/hub',
  arguments: ['/opt/hub/bin/hub.ts'],
  environment: {},
  title: 'Hub',
  toolTip: 'Keeps what you copy',
  iconPath: '/opt/hub/hub.png',
};
export const usual: ListOwner = { home: '/home/me/.local/share/hub', key: null };
export const save: ShellTask = { ...main, id: 'save-now', arguments: [...main.arguments, 'action', 'save-now'], title: 'Save now' };
export const logs: ShellTask = { ...main, id: 'open-logs', arguments: [...main.arguments, 'action', 'open-logs'], title: 'Open logs' };
/** Arguments that a shell, a desktop entry or a desktop could read as something else. */
export const hostile = [
  '',
  'a b',
  'c"d',
  "e'f",
  '\\',
  '\\\\g\\',
  '$HOME `id` $(id)',
  '50% %u %%',
  'h;i|j&k',
  '~',
  '#',
  '*?',
  '<>',
  'tab\there',
  'line\nend',
  'ü😀',
  ' first',
];

/** The entry of the launcher, as desktops read it. */
export function entryOf(link: ShellLink, tasks: readonly ShellTask[] = [], owner = usual): string {
  const entry = desktopEntry(link, tasks, owner);
  assert.ok(entry.ok);
  return entry.value;
}
