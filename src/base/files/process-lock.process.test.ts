import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { isProcessLockHeld, takeProcessLock } from './process-lock.ts';

const module = JSON.stringify(path.join(import.meta.dirname, 'process-lock.ts'));

function lockFile(t: TestContext): string {
  const folder = temporaryHome(t);
  return path.join(folder, 'a.lock');
}

/** A process that takes the lock, reports it, and stays alive. */
async function holder(t: TestContext, file: string): Promise<ReturnType<typeof spawn>> {
  const program = `import { takeProcessLock } from ${module}; globalThis.lock = takeProcessLock(${JSON.stringify(file)}); console.log(lock.ok); setInterval(() => {}, 1e6)`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  assert.equal(String(said).trim(), 'true');
  return child;
}

test('a lock of this process keeps another process out', (t) => {
  const file = lockFile(t);
  const lock = takeProcessLock(file);
  assert.ok(lock.ok);
  using _lock = lock.value;
  const program = `import { takeProcessLock } from ${module}; console.log(JSON.stringify(takeProcessLock(${JSON.stringify(file)})))`;
  const other = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(other.stdout), { ok: false, reason: 'held' });
});

test('a lock survives garbage collection even if its holder keeps no reference to it', async (t) => {
  const file = lockFile(t);
  const program = `
    import { takeProcessLock } from ${module};
    takeProcessLock(${JSON.stringify(file)});
    for (let round = 0; round < 5; round++) {
      globalThis.gc();
      await new Promise(setImmediate);
    }
    console.log('collected');
    setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  assert.equal(String(said).trim(), 'collected');
  const other = takeProcessLock(file);
  if (other.ok) other.value[Symbol.dispose]();
  assert.deepEqual(other, { ok: false, reason: 'held' });
});

test('the lock of a killed process is free', async (t) => {
  const file = lockFile(t);
  assert.deepEqual([isProcessLockHeld(file), existsSync(file)], [false, false], 'to ask makes no file');
  const child = await holder(t, file);
  assert.ok(isProcessLockHeld(file));
  assert.deepEqual(takeProcessLock(file), { ok: false, reason: 'held' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(isProcessLockHeld(file), false);
  const lock = takeProcessLock(file);
  assert.ok(lock.ok);
  lock.value[Symbol.dispose]();
});

test('of many processes that start at once, one gets the lock', async (t) => {
  const file = lockFile(t);
  const program = `import { takeProcessLock } from ${module}; globalThis.lock = takeProcessLock(${JSON.stringify(file)}); console.log(lock.ok); process.stdin.resume()`;
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  t.after(() => children.map((child) => child.kill('SIGKILL')));
  const said = await Promise.all(children.map(async (child) => String((await once(child.stdout, 'data'))[0]).trim()));
  assert.deepEqual(said.toSorted(), ['false', 'false', 'false', 'false', 'false', 'true']);
});
