import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { until } from '../../test/harness/until.ts';

const setUps = 6;

/** A setup that creates a folder while it runs, which fails if another setup is running. */
const program = (folder: string, mark: string, ms: number): string => `
  import { mkdirSync, rmdirSync } from 'node:fs';
  import { withSetupLock } from ${JSON.stringify(path.join(import.meta.dirname, 'setup-lock.mjs'))};
  withSetupLock(() => {
    mkdirSync(${JSON.stringify(mark)});
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
    rmdirSync(${JSON.stringify(mark)});
  }, ${JSON.stringify(folder)});`;

function start(t: TestContext, source: string): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function ending(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (piece) => {
    said += String(piece);
  });
  const [code, signal] = await once(child, 'close');
  return code === 0 ? 'well' : `${code ?? signal} ${said}`;
}

test('setups that start at once, beside the lock file of a killed one, run one after the other', async (t) => {
  const home = temporaryHome(t);
  const [folder, mark] = [path.join(home, 'now'), path.join(home, 'mark')];
  mkdirSync(folder);
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(path.join(folder, `${pid}-left`), '');
  const endings = await Promise.all(Array.from({ length: setUps }, () => ending(start(t, program(folder, mark, 20)))));
  assert.deepEqual(endings, Array(setUps).fill('well'));
  assert.deepEqual(readdirSync(folder), []);
});

test('a setup that is killed while it runs does not block the next one', async (t) => {
  const home = temporaryHome(t);
  const [folder, mark] = [path.join(home, 'now'), path.join(home, 'mark')];
  const first = start(t, program(folder, mark, 60_000));
  await until('the first setup to run', () => existsSync(mark));
  first.kill('SIGKILL');
  await once(first, 'close');
  assert.equal(await ending(start(t, program(folder, path.join(home, 'other'), 0))), 'well');
});
