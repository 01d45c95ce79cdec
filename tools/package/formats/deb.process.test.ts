import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { control, maintainerScripts } from './deb.ts';

test('the control file has each field on a line of its own, and the size in kibibytes', () => {
  const text = control('1.2.3', 2_049);
  assert.match(text, /^Version: 1\.2\.3$/m);
  assert.match(text, /^Installed-Size: 3$/m);
  for (const line of text.trimEnd().split('\n')) assert.match(line, /^(?: .+|[A-Z][\w-]*: .+)$/);
});

test('an earlier version refuses to take the place of a later one, and says how to go back', (t) => {
  const { preinst = '' } = maintainerScripts('0.1.0');
  const run = (...words: readonly string[]) => spawnSync('/bin/sh', ['-s', ...words], { input: preinst, encoding: 'utf8' });
  if (spawnSync('dpkg', ['--version']).status !== 0) return t.skip('no dpkg');
  assert.deepEqual([run('install').status, run('upgrade', '0.0.9').status, run('upgrade', '0.1.0').status], [0, 0, 0]);
  const later = run('upgrade', '0.2.0');
  assert.equal(later.status, 1);
  assert.match(later.stderr, /^hub-desktop: 0\.2\.0 is installed, and 0\.1\.0 could not read its journals\./);
});
