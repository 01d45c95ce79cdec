import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { put } from '../program/folder.ts';
import { maintainerScripts } from './deb.ts';
import { scripts } from './rpm.ts';

const skip = process.platform === 'linux' ? false : 'for Linux';
const installed = '/usr/lib/hub-desktop';

/** A program in a folder with blanks in its name, with a shell as its Node. */
function rig(t: TestContext) {
  const root = temporaryHome(t);
  const folder = path.join(root, 'a home', 'lib/hub-desktop');
  put(folder, 'bin/hub.js', `trap 'echo "$1" >"${root}/stopped"; exit 0' TERM\necho >"${root}/ready-$$"\nwhile :; do sleep 0.05; done\n`);
  put(folder, 'bin/deaf.js', `trap '' TERM\necho >"${root}/ready-$$"\nwhile :; do sleep 0.05; done\n`);
  const node = path.join(folder, 'node');
  copyFileSync('/bin/sh', node);
  chmodSync(node, 0o755);
  const start = async (...words: readonly string[]): Promise<ChildProcess> => {
    const child = spawn(node, words, { cwd: folder, stdio: 'ignore' });
    t.after(() => child.kill('SIGKILL'));
    await until('the process', () => existsSync(path.join(root, `ready-${child.pid}`)));
    return child;
  };
  /** The script of a package whose program is in that folder. */
  const run = (script: string, ...words: readonly string[]) => {
    const input = script.replaceAll(installed, `'${folder}'`).replace(/(hub-desktop) 20$/m, '$1 1');
    return spawnSync('/bin/sh', ['-s', ...words], { input, encoding: 'utf8', timeout: 20_000 });
  };
  const stopped = (): string | null => (existsSync(path.join(root, 'stopped')) ? readFileSync(path.join(root, 'stopped'), 'utf8') : null);
  return { folder, node, start, run, stopped };
}

test('a removal stops the Hub that runs by the signal that ends it in order, and an upgrade leaves it alone', { skip }, async (t) => {
  const { prerm = '' } = maintainerScripts('1.0.0');
  for (const { script, removal, upgrade } of [
    { script: prerm, removal: ['remove'], upgrade: ['upgrade', '1.1.0'] },
    { script: scripts.preun, removal: ['0'], upgrade: ['1'] },
  ]) {
    const { folder, start, run, stopped } = rig(t);
    const hub = await start(`${folder}/bin/hub.js`, 'run', '--hidden');
    const other = await start(`${folder}/bin/hub.js`, 'watch', 'run');
    assert.deepEqual([run(script, ...upgrade).stdout, stopped()], ['', null]);
    const removed = run(script, ...removal);
    assert.equal(removed.status, 0, removed.stderr);
    assert.equal(
      removed.stdout,
      `hub-desktop: stopping the Hub of ${execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()} (process ${hub.pid})\n`,
    );
    assert.equal(stopped(), 'run\n');
    assert.equal(other.exitCode, null, 'another command of the same program');
  }
});

test('a package of rpm refuses to replace a later version', { skip }, (t) => {
  const { folder, run } = rig(t);
  const pre = scripts.pre.replaceAll('@VERSION@', '1.2.0');
  for (const [installed, words, status] of [
    ['1.10.0', ['2'], 1],
    ['1.2.0', ['2'], 0],
    ['1.1.9', ['2'], 0],
    ['1.10.0', ['1'], 0],
  ] as const) {
    writeFileSync(path.join(folder, 'package.json'), `{\n  "version": "${installed}"\n}\n`);
    const ran = run(pre, ...words);
    assert.deepEqual([ran.status, ran.stderr.includes('could not read its journals')], [status, status === 1], `${installed} ${words}`);
  }
});

test('a Hub whose program was upgraded since is told to be one of the earlier version, and is stopped as well', { skip }, async (t) => {
  const { folder, node, start, run, stopped } = rig(t);
  await start(`${folder}/bin/hub.js`, 'run');
  copyFileSync(node, `${node}.new`);
  renameSync(`${node}.new`, node);
  const { postinst = '', prerm = '' } = maintainerScripts('1.1.0');
  const sentence = /^hub-desktop: A running Hub stays on (1\.0\.0|the earlier version) until you restart it: hub stop && hub start\n$/;
  assert.match(run(postinst, 'configure', '1.0.0').stdout, sentence);
  assert.match(run(scripts.post, '2').stdout, sentence);
  for (const words of [
    ['configure', ''],
    ['configure', '1.1.0'],
  ])
    assert.equal(run(postinst, ...words).stdout, '', words.join());
  assert.equal(run(scripts.post, '1').stdout, '');
  assert.equal(run(prerm, 'remove').status, 0);
  assert.equal(stopped(), 'run\n');
  assert.equal(run(postinst, 'configure', '1.0.0').stdout, '', 'none is running');
});

test('one that does not stop is told with the command that ends it, and the removal goes on', { skip }, async (t) => {
  const { folder, start, run } = rig(t);
  renameSync(`${folder}/bin/deaf.js`, `${folder}/bin/hub.js`);
  const hub = await start(`${folder}/bin/hub.js`, 'run');
  const { status, stderr } = run(maintainerScripts('1.0.0').prerm ?? '', 'remove');
  assert.equal(status, 0);
  assert.equal(stderr, `hub-desktop: process ${hub.pid} did not stop and still keeps what is copied; to end it: kill -KILL ${hub.pid}\n`);
  hub.kill('SIGKILL');
  await once(hub, 'exit');
});
