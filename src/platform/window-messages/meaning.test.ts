import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOf } from './meaning.ts';

test('a message of Windows about colours, contrast or settings is one about the theme', () => {
  for (const message of [0x15, 0x1a, 0x31a]) assert.equal(meaningOf(message, 'win32'), 'theme');
});

test('WM_DPICHANGED is about the scale, and all else about nothing', () => {
  assert.equal(meaningOf(0x2e0, 'win32'), 'scale');
  for (const message of [0, 0x0f, 0x200, 0x2e1]) assert.equal(meaningOf(message, 'win32'), null);
});

test('an event of X11 whose code is that of a message of Windows means nothing', () => {
  const reparentNotify = 21;
  const circulateNotify = 26;
  for (const code of [reparentNotify, circulateNotify]) assert.equal(meaningOf(code, 'linux'), null);
});
