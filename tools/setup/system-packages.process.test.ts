/** The question at a terminal before system packages are installed, asked by a copy of setup with a fake `apt-get`. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { until } from '../../test/harness/until.ts';

const skip = spawnSync('script', ['--version']).status === 0 ? false : 'needs script (util-linux) for a terminal';

/** A checkout that contains only setup. `bring` runs a call of it at a terminal, and answers the question with these keys. */
function checkout(t: TestContext) {
  const root = temporaryHome(t);
  const bin = path.join(root, 'bin');
  const declined = path.join(root, '.runtime', 'without-window');
  const installed = path.join(root, 'installed');
  cpSync(import.meta.dirname, path.join(root, 'tools/setup'), { recursive: true });
  mkdirSync(path.dirname(declined), { recursive: true });
  mkdirSync(bin);
  for (const [name, lines] of [
    ['apt-get', `echo "$@" >> ${installed}`],
    ['sudo', '"$@"'],
  ] as const) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  const bring = async (call: string, keys: string): Promise<{ readonly status: number | null; readonly output: string }> => {
    const program = path.join(root, 'program.mjs');
    writeFileSync(
      program,
      `import { ensurePrograms } from './tools/setup/system-packages.mjs';
      try { ${call} } catch (error) { console.log(error.message); process.exit(error.status); }`,
    );
    const { CI: _ci, ...rest } = process.env;
    const env = { ...rest, PATH: `${bin}:${rest.PATH}` };
    const child = spawn('script', ['-qefc', `${process.execPath} ${program}`, '/dev/null'], { env });
    t.after(() => child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (piece) => {
      output += String(piece);
    });
    const closed = once(child, 'close');
    await until('question', () => output.includes('[y/N]'));
    child.stdin.write(keys);
    const [status] = await closed;
    return { status, output };
  };
  return { bring, declined, installed };
}

const aProgram = `await ensurePrograms({ 'no-such-program': 'no-such-package' }, false);`;

test('a "no" to the programs of a purpose does not change the earlier answer about the window', { skip }, async (t) => {
  const { bring, declined, installed } = checkout(t);
  writeFileSync(declined, 'said before');
  const { status, output } = await bring(aProgram, 'n\r');
  assert.equal(status, 3, output);
  assert.match(output, /To install them, run: .*no-such-package/);
  assert.equal(readFileSync(declined, 'utf8'), 'said before');
  assert.equal(existsSync(installed), false);
});

test('Ctrl-C at the question ends setup, and is not remembered as a no', { skip }, async (t) => {
  const { bring, declined, installed } = checkout(t);
  const { status, output } = await bring(aProgram, '\x03');
  assert.equal(status, 130, output);
  assert.match(output, /stopped; nothing was installed/);
  assert.equal(existsSync(declined), false);
  assert.equal(existsSync(installed), false);
});

test('a "yes" installs the packages', { skip }, async (t) => {
  const { bring, installed } = checkout(t);
  const { status, output } = await bring(aProgram, 'y\r');
  assert.equal(status, 0, output);
  assert.match(readFileSync(installed, 'utf8'), /install .*no-such-package/);
});
