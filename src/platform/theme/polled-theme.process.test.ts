import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askProgram } from './polled-theme.ts';

test('a program that is missing, or fails, is ignored', async () => {
  assert.equal(await askProgram('/nowhere/reg.exe', []), null);
  assert.equal(await askProgram(process.execPath, ['-e', 'process.exit(1)']), null);
  assert.equal(await askProgram(process.execPath, ['-p', '1']), '1\n');
});
