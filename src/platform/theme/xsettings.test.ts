import assert from 'node:assert/strict';
import { test } from 'node:test';
import { themeInXSettings } from './xsettings.ts';

type Setting = readonly [name: string, value: string | number | readonly [number, number, number, number]];

/** The property as a manager writes it, in the byte order of its processor. */
function property(settings: readonly Setting[], isLittle = true): Buffer {
  const word = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    if (isLittle) bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    return bytes;
  };
  const half = (value: number): Buffer => (isLittle ? Buffer.from([value & 255, value >> 8]) : Buffer.from([value >> 8, value & 255]));
  const padded = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.alloc((4 - (text.length % 4)) % 4)]);
  const one = ([name, value]: Setting): Buffer => {
    const kind = typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2;
    const body =
      typeof value === 'number' ? [word(value)] : typeof value === 'string' ? [word(value.length), padded(value)] : value.map(half);
    return Buffer.concat([Buffer.from([kind, 0]), half(name.length), padded(name), word(7), ...body]);
  };
  return Buffer.concat([Buffer.from([isLittle ? 0 : 1, 0, 0, 0]), word(3), word(settings.length), ...settings.map(one)]);
}

const several: readonly Setting[] = [
  ['Net/DoubleClickTime', 400],
  ['Gtk/FontName', 'Sans 10'],
  ['Some/Colour', [1, 2, 3, 4]],
  ['Net/ThemeName', 'Greybird-dark'],
  ['Net/IconThemeName', 'elementary'],
];

test('the theme is found among settings of every kind, in both byte orders', () => {
  assert.equal(themeInXSettings(property(several)), 'Greybird-dark');
  assert.equal(themeInXSettings(property(several, false)), 'Greybird-dark');
});

test('a property without a theme has none, and neither does a theme that is not a text', () => {
  assert.equal(themeInXSettings(property([])), null);
  assert.equal(themeInXSettings(property(several.filter(([name]) => name !== 'Net/ThemeName'))), null);
  assert.equal(themeInXSettings(property([['Net/ThemeName', 1]])), null);
});

test('a property that is cut off before the end of the theme, or is malformed, has none', () => {
  const whole = property(several.slice(0, 4));
  const themeEnds = whole.length - 3;
  for (let bytes = 0; bytes < themeEnds; bytes += 1) assert.equal(themeInXSettings(whole.subarray(0, bytes)), null, `${bytes} bytes`);
  assert.equal(themeInXSettings(Buffer.alloc(4_000, 0xff)), null);
  assert.equal(themeInXSettings(Buffer.concat([property([]).subarray(0, 8), Buffer.alloc(4_000, 0x01)])), null);
});
