/** The command of a checkout that is not set up, and the setup's own words. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';

const root = path.join(import.meta.dirname, '../..');
const skip = process.platform === 'win32' ? 'the script is for other systems' : false;

/** A checkout without packages; `installed`: what setup has put into `.runtime`. */
function checkout(t: TestContext, installed: readonly ('node' | 'ready')[]) {
  const folder = temporaryHome(t);
  for (const name of ['hub', 'bin', 'src', 'package.json']) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  mkdirSync(path.join(folder, '.runtime/node/bin'), { recursive: true });
  if (installed.includes('node')) symlinkSync(process.execPath, path.join(folder, '.runtime/node/bin/node'));
  if (installed.includes('ready')) writeFileSync(path.join(folder, '.runtime/ready'), '');
  return (...words: readonly string[]) => {
    const env = { ...process.env, HUB_HOME: path.join(folder, 'home') };
    const { status, stdout, stderr } = spawnSync(path.join(folder, 'hub'), words, { env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
}

test('a command in a checkout whose setup has not run, or not to its end, says so in one line', { skip }, (t) => {
  const line = 'hub: this checkout is not set up yet, or its setup did not finish; run once: node setup.mjs\n';
  for (const installed of [[], ['node']] as const)
    for (const word of ['status', 'run']) assert.deepEqual(checkout(t, installed)(word), { status: 1, stdout: '', stderr: line });
});

test('a command whose packages are missing says so in one line', { skip }, (t) => {
  const line = 'hub: packages that Hub needs are missing in this checkout; run once: node setup.mjs\n';
  for (const word of ['status', 'run']) assert.deepEqual(checkout(t, ['node', 'ready'])(word), { status: 1, stdout: '', stderr: line });
});

test('the setup prints its help, and refuses an unknown option, without setting anything up', (t) => {
  const folder = temporaryHome(t);
  for (const name of ['setup.mjs', 'tools/setup', 'package.json', 'package-lock.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  const setup = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['setup.mjs', ...words], { cwd: folder, encoding: 'utf8', timeout: 20_000 });
  for (const word of ['--help', '-h']) {
    const { status, stdout, stderr } = setup(word);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^usage: node setup\.mjs .*\n[\s\S]* --yes [\s\S]*\n {2}test:unit\n/);
  }
  for (const words of [['--frobnicate'], ['--yes', '-v']]) {
    const { status, stdout, stderr } = setup(...words);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^setup: unknown option "-[-a-z]+"; for help: node setup\.mjs --help\n$/);
  }
  assert.ok(!existsSync(path.join(folder, '.runtime')) && !existsSync(path.join(folder, 'node_modules')));
});
