import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShortcutAnswer } from '../../../platform/keyboard/x11/ask-shortcut.ts';
import { judgeGlobalShortcut, withoutPortal } from './global-shortcuts-check.ts';

const programs = new Map([
  [11, 'sxhkd'],
  [12, 'openbox'],
]);
const found = (answer: ShortcutAnswer) =>
  judgeGlobalShortcut({ keys: 'Super+V', setting: 'hub picker.shortcut', answer, programs }).map(({ verdict, word, says, mend }) => [
    ...[verdict, word, says],
    mend ?? '',
  ]);

test('what another program has is named, with what may have it, and how to choose other keys', () => {
  const mend = 'choose other keys: hub config set hub picker.shortcut KEYS';
  assert.deepEqual(found({ is: 'taken', by: [11] }), [['failure', 'taken', 'another program has taken Super+V: sxhkd, process 11', mend]]);
  assert.deepEqual(found({ is: 'taken', by: [12, 11] }), [
    ['failure', 'taken', 'another program has taken Super+V, one of these: openbox, process 12; sxhkd, process 11', mend],
  ]);
  assert.deepEqual(found({ is: 'taken', by: [] }), [['failure', 'taken', 'another program has taken Super+V', mend]]);
  assert.deepEqual(found({ is: 'no-such-key' }), [['failure', 'no-such-key', 'the current keyboard layout has no key for Super+V', mend]]);
});

test('keys that are Hub’s or nobody’s are fine, and those that a running Hub lacks are worth a note', () => {
  assert.deepEqual(found({ is: 'hub' }), [['ok', 'held', 'Super+V is Hub’s', '']]);
  assert.deepEqual(found({ is: 'free', isHubThere: false }), [['ok', 'free', 'Super+V is free', '']]);
  assert.equal(found({ is: 'free', isHubThere: true })[0]?.[0], 'note');
  assert.deepEqual(found({ is: 'no-display' }), []);
});

test('a desktop that gives no shortcuts is worth a note, with the line for its configuration where that is known', () => {
  const line = (desktops: readonly string[], keys: string) => withoutPortal(desktops, keys).mend;
  assert.deepEqual(withoutPortal([], 'Super+V').verdict, 'note');
  assert.match(line(['sway'], 'Ctrl+Shift+V') ?? '', /: bindsym Ctrl\+Shift\+v exec hub action open-picker$/);
  assert.match(line(['sway'], 'Super+F9') ?? '', /: bindsym Mod4\+F9 exec hub action open-picker$/);
  assert.match(line(['Hyprland'], 'Ctrl+Super+V') ?? '', /: bind = CTRL SUPER, v, exec, hub action open-picker$/);
  const general = 'in its settings, assign a shortcut to this command: hub action open-picker';
  assert.deepEqual(
    [line(['GNOME'], 'Ctrl+Shift+V'), line(['sway'], 'Ctrl+Insert'), line(['sway'], 'no keys')],
    [general, general, general],
  );
});
