import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packagesNotInLockFile } from './packages.mjs';

test('an installed package that is missing from the lock file, or has another version or digest there, is reported', () => {
  const locked = {
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
    'node_modules/own': {},
  };
  assert.deepEqual(packagesNotInLockFile(locked, locked), []);
  assert.deepEqual(packagesNotInLockFile({}, locked), []);
  const installed = {
    'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' },
    'node_modules/b': { version: '2.0.0', integrity: 'sha512-other' },
    'node_modules/c': { version: '1.0.0', integrity: 'sha512-c' },
    'node_modules/own': {},
  };
  assert.deepEqual(packagesNotInLockFile(installed, locked), ['node_modules/a', 'node_modules/b', 'node_modules/c']);
});
