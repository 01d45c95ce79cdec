import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { digestKey, digestKeyFile, readDigestKey } from './digest-key.ts';

const program = `
  const { digestKey } = await import(process.argv[1]);
  try {
    digestKey(process.argv[2]);
  } catch (error) {
    process.exitCode = error.code === 'EFBIG' ? 7 : 1;
  }`;

test('a key that can only be written in part is none, and the next process makes one', {
  skip: process.platform === 'win32' && 'Windows has no limit for the size of a file',
}, (t) => {
  const home = temporaryHome(t);
  const folder = path.join(home, 'retention');
  mkdirSync(folder);
  const words = [process.execPath, '--input-type=module', '--eval', program, path.join(import.meta.dirname, 'digest-key.ts'), folder];
  const { status } = spawnSync('sh', ['-c', 'ulimit -f 0 && exec "$@"', 'sh', ...words], { env: {}, timeout: 60_000 });
  assert.equal(status, 7, 'it could not write');
  assert.deepEqual([readdirSync(folder), readdirSync(home)], [[], ['retention']]);
  assert.equal(digestKey(folder), readDigestKey(folder));
  assert.deepEqual([readdirSync(folder), readdirSync(home)], [[digestKeyFile], ['retention']]);
});
