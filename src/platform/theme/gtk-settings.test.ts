import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gtkHints } from './gtk-settings.ts';

const settings = (...lines: readonly string[]) => ['[Settings]', ...lines, ''].join('\n');

test('a theme is dark or of high contrast by its name, and dark where programs are asked to prefer that', () => {
  const hints = (file: string) => {
    const { isDark, isHighContrast } = gtkHints(undefined, ['', file]);
    return [isDark, isHighContrast];
  };
  assert.deepEqual(hints(settings('gtk-theme-name=Adwaita')), [false, false]);
  assert.deepEqual(hints(settings('gtk-theme-name = Adwaita-dark')), [true, false]);
  assert.deepEqual(hints(settings('gtk-theme-name=HighContrast')), [false, true]);
  assert.deepEqual(hints(settings('gtk-theme-name=HighContrastInverse')), [true, true]);
  assert.deepEqual(hints(settings('gtk-theme-name=HighContrast', 'gtk-application-prefer-dark-theme=1')), [true, true]);
  assert.deepEqual(hints(settings('gtk-application-prefer-dark-theme=true')), [true, false]);
  assert.deepEqual(hints(settings('gtk-application-prefer-dark-theme=0')), [false, false]);
  assert.deepEqual(hints(settings('gtk-theme-name=A', 'gtk-theme-name=Yaru-blue-dark')), [true, false]);
});

test('what is no setting says nothing', () => {
  const nothing = { isDark: null, isHighContrast: null };
  for (const file of [
    '',
    '[Other]\ngtk-theme-name=Adwaita-dark',
    '#gtk-theme-name=x-dark',
    settings('gtk-theme-name-old=x-dark', 'gtk-font-name=Sans'),
  ]) {
    assert.deepEqual(gtkHints(undefined, [file]), nothing, file);
  }
  assert.deepEqual(gtkHints(undefined, [`${settings('gtk-font-name=Sans')}[Other]\ngtk-theme-name=x-dark`]), nothing);
});

test('the variable goes before the files, and of these the first that says something', () => {
  const dark = settings('gtk-theme-name=Adwaita-dark');
  assert.equal(gtkHints('Adwaita', [dark]).isDark, false);
  assert.equal(gtkHints('Adwaita:dark', []).isDark, true);
  assert.equal(gtkHints('', [settings('gtk-theme-name=Adwaita'), dark]).isDark, false);
});
