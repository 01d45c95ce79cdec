import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOf } from './index.ts';

test('a Windows message about colours, contrast or settings is one about the theme', () => {
  for (const message of [0x15, 0x1a, 0x31a]) assert.equal(meaningOf(message, 'win32'), 'theme');
});

test('WM_DPICHANGED is about the scale, and all other messages have no meaning', () => {
  assert.equal(meaningOf(0x2e0, 'win32'), 'scale');
  for (const message of [0, 0x0f, 0x200, 0x2e1]) assert.equal(meaningOf(message, 'win32'), null);
});

test('an X11 event with the code of a Windows message has no meaning', () => {
  const reparentNotify = 21;
  const circulateNotify = 26;
  for (const code of [reparentNotify, circulateNotify]) assert.equal(meaningOf(code, 'linux'), null);
});
