import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isScreenshotProgram } from './screenshot-programs.ts';

test('a program that takes pictures of the screen is known by its executable or its name, on every system', () => {
  const is = (executable: string | null, name: string | null = null) => isScreenshotProgram({ executable, name });
  for (const executable of ['/usr/bin/xfce4-screenshooter', String.raw`C:\Windows\SnippingTool.exe`, '/usr/sbin/screencapture'])
    assert.ok(is(executable), executable);
  assert.ok(is(null, 'Snipping Tool'));
  for (const id of ['org.kde.spectacle', 'org.gnome.Screenshot', 'org.flameshot.Flameshot']) assert.ok(is(null, id), id);
  assert.ok(is('/app/bin/flameshot.bin', 'flameshot'));
  for (const executable of ['/usr/bin/gimp', '/usr/bin/shutterbug', '', null]) assert.ok(!is(executable), String(executable));
});
