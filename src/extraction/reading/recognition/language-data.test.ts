import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inReadingOrder } from './language-data.ts';

test('English is read after other languages in Latin letters, and before Chinese and Japanese', () => {
  assert.deepEqual(inReadingOrder(['eng', 'deu']), ['deu', 'eng']);
  assert.deepEqual(inReadingOrder(['chi_sim', 'eng', 'fra', 'jpn', 'deu']), ['fra', 'deu', 'eng', 'chi_sim', 'jpn']);
  assert.deepEqual(inReadingOrder(['eng']), ['eng']);
});

test('Ukrainian is behind other languages too, and before or behind English as it was asked for', () => {
  assert.deepEqual(inReadingOrder(['ukr', 'deu']), ['deu', 'ukr']);
  assert.deepEqual(inReadingOrder(['ukr', 'eng']), ['ukr', 'eng']);
  assert.deepEqual(inReadingOrder(['eng', 'ukr']), ['eng', 'ukr']);
});
