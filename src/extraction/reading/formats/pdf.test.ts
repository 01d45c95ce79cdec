import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanedLayer } from './pdf.ts';

test('a sign of a symbol font before an item is a bullet, and stays what it is elsewhere', () => {
  assert.equal(cleanedLayer('\uf0b7 high\r\n  \uf095low\r\n\uf0a7\twater'), '• high\n  •low\n•\twater');
  for (const same of ['a \uf0b7 b', '\uf0b7\uf0b7', '\uf0b7']) assert.equal(cleanedLayer(same), same);
});
