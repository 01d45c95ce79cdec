import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeFifo } from '../../test/harness/strange-files.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';

/** How a process exits that meets a bug and writes its log later; `before` runs once its log is open. */
async function endAfterBug(
  t: TestContext,
  before = '',
): Promise<{ readonly code: number | null; readonly signal: string | null; log: string }> {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'a.log');
  makeFifo(`${file}.fifo`);
  const program = `
    import { renameSync } from 'node:fs';
    const { openLog } = await import(${JSON.stringify(path.join(import.meta.dirname, '../base/log.ts'))});
    const { exitOnBugs, exitEvenWithoutDisk } = await import(${JSON.stringify(path.join(import.meta.dirname, 'exit-process.ts'))});
    const [file, fifo] = ${JSON.stringify([file, `${file}.fifo`])};
    const log = openLog({ component: 'supervisor', files: [file], level: 'INFO', written: 'later' });
    exitOnBugs(log, exitEvenWithoutDisk);
    ${before}
    throw new Error('a bug');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  t.after(() => child.kill('SIGKILL'));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal, log: before === '' ? readFileSync(file, 'utf8') : '' };
}

const options = { skip: process.platform === 'win32', timeout: 20_000 };

test('a process that meets a bug exits, and its log says why', options, async (t) => {
  const { code, log } = await endAfterBug(t);
  assert.equal(code, 1);
  assert.match(log, /unexpected error, the process exits/);
});

test('a process that meets a bug exits even if the disk of its log does not respond', options, async (t) => {
  const { signal } = await endAfterBug(t, 'renameSync(fifo, file); // to open it waits for a reader, who never comes');
  assert.equal(signal, 'SIGKILL');
});
