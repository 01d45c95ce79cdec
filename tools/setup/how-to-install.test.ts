import assert from 'node:assert/strict';
import { test } from 'node:test';
import { howToInstall, installCommand } from './how-to-install.mjs';

const user = { isRoot: false, hasSudo: true, isAgreed: false, isCi: false, hasTerminal: true };
const root = { ...user, isRoot: true };

test('a user at a terminal is asked before sudo is used', () => {
  assert.equal(howToInstall(user), 'ask');
});

test('a user who gave --yes is not asked', () => {
  assert.equal(howToInstall({ ...user, isAgreed: true }), 'install');
  assert.equal(howToInstall({ ...user, isAgreed: true, hasTerminal: false }), 'install');
});

test('without anybody to ask, sudo is used only after --yes', () => {
  assert.equal(howToInstall({ ...user, hasTerminal: false }), 'tell');
  assert.equal(howToInstall({ ...user, hasTerminal: false, isCi: true }), 'tell');
  assert.equal(howToInstall({ ...user, isCi: true }), 'tell');
});

test('a user without sudo gets the command to run, with and without --yes', () => {
  for (const isAgreed of [false, true]) assert.equal(howToInstall({ ...user, hasSudo: false, isAgreed }), 'tell');
});

test('root is asked at a terminal and gets the command to run without one; on a test machine, packages are installed at once', () => {
  assert.equal(howToInstall(root), 'ask');
  assert.equal(howToInstall({ ...root, hasTerminal: false }), 'tell');
  assert.equal(howToInstall({ ...root, isCi: true }), 'install');
  assert.equal(howToInstall({ ...root, isCi: true, hasTerminal: false, hasSudo: false }), 'install');
  assert.equal(howToInstall({ ...root, isAgreed: true, hasTerminal: false }), 'install');
});

test('the command to run has sudo in both of its parts for a user, and no sudo for root', () => {
  assert.equal(
    installCommand(false, ['xvfb', 'openbox']),
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends xvfb openbox',
  );
  assert.equal(installCommand(true, ['xvfb']), 'apt-get update && apt-get install -y --no-install-recommends xvfb');
});
