import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gtkHints } from './gtk-settings.ts';

const silent = { variable: undefined, desktop: null, files: [] } as const;
const settings = (...lines: readonly string[]) => ['[Settings]', ...lines, ''].join('\n');

test('a theme is dark or high-contrast by its name, and dark if programs are asked to prefer that', () => {
  const hints = (file: string) => {
    const { isDark, isHighContrast } = gtkHints({ ...silent, files: ['', file] });
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

test('anything that is not a setting has no theme', () => {
  const nothing = { isDark: null, isHighContrast: null };
  for (const file of [
    '',
    '[Other]\ngtk-theme-name=Adwaita-dark',
    '#gtk-theme-name=x-dark',
    settings('gtk-theme-name-old=x-dark', 'gtk-font-name=Sans'),
  ]) {
    assert.deepEqual(gtkHints({ ...silent, files: [file] }), nothing, file);
  }
  assert.deepEqual(gtkHints({ ...silent, files: [`${settings('gtk-font-name=Sans')}[Other]\ngtk-theme-name=x-dark`] }), nothing);
});

test('the variable precedes the desktop, the desktop precedes the files, and the first file with a theme counts', () => {
  const dark = settings('gtk-theme-name=Adwaita-dark');
  assert.equal(gtkHints({ variable: 'Adwaita', desktop: 'Adwaita-dark', files: [dark] }).isDark, false);
  assert.equal(gtkHints({ ...silent, variable: 'Adwaita:dark' }).isDark, true);
  assert.equal(gtkHints({ variable: '', desktop: 'Greybird', files: [dark] }).isDark, false);
  assert.equal(gtkHints({ ...silent, desktop: 'Greybird-dark' }).isDark, true);
  assert.equal(gtkHints({ variable: '', desktop: '', files: [settings('gtk-theme-name=Adwaita'), dark] }).isDark, false);
});
