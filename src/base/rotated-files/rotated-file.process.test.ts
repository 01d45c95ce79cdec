import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { makeFifo } from '../../../test/harness/strange-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import type { RotationLimits } from './rotated-file.ts';

const kilobyte = 1024;

function temporaryLog(t: TestContext): { file: string; aside: string; names: () => string[] } {
  const folder = temporaryHome(t);
  return { file: path.join(folder, 'hub.log'), aside: path.join(folder, 'hub.1.log'), names: () => readdirSync(folder).toSorted() };
}

/** The lines of several files, one after the other. A torn line does not match the pattern. */
function linesOf(...files: readonly string[]): { writer: string; number: number }[] {
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1));
  return lines.map((line) => {
    const [, writer = '', number] = /^([a-z]) (\d+) x{60}$/.exec(line) ?? assert.fail(`torn: ${line}`);
    return { writer, number: Number(number) };
  });
}

/** A process that appends so many lines to the file, each with its name and number, at once and without a pause. */
async function startWriter(writer: string, file: string, { lines, limits }: { lines: number; limits: RotationLimits }): Promise<void> {
  const program = `
    import { RotatedFile } from ${JSON.stringify(path.join(import.meta.dirname, 'rotated-file.ts'))};
    using file = new RotatedFile(${JSON.stringify(file)}, ${JSON.stringify(limits)});
    for (let n = 1; n <= ${lines}; n++) file.write('${writer} ' + n + ' ${'x'.repeat(60)}\\n');`;
  const [code] = await once(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }), 'exit');
  assert.equal(code, 0);
}

describe('a file that several processes append to while it is rotated', () => {
  test('loses and tears no line', async (t) => {
    const { file, aside, names } = temporaryLog(t);
    const limits = { rotateBytes: 120 * kilobyte, fullBytes: 240 * kilobyte };
    // 3 × 800 lines of some 67 bytes are 157 kB: one rotation, and none is rotated away.
    await Promise.all(['a', 'b', 'c'].map((writer) => startWriter(writer, file, { lines: 800, limits })));
    assert.deepEqual(names(), ['hub.1.log', 'hub.log']);
    const lines = linesOf(aside, file);
    for (const writer of ['a', 'b', 'c']) {
      const numbers = lines.filter((line) => line.writer === writer).map(({ number }) => number);
      assert.deepEqual(
        numbers.toSorted((one, other) => one - other),
        Array.from({ length: 800 }, (_, n) => n + 1),
      );
    }
  });

  test('never exceeds its limit, and has the last lines of each writer, without a gap', async (t) => {
    const { file, aside } = temporaryLog(t);
    const limits = { rotateBytes: 512 * kilobyte, fullBytes: 1024 * kilobyte };
    let largest = 0;
    const watch = setInterval(() => {
      for (const name of [file, aside]) largest = Math.max(largest, statSync(name, { throwIfNoEntry: false })?.size ?? 0);
    }, 2);
    await Promise.all(['a', 'b', 'c'].map((writer) => startWriter(writer, file, { lines: 20_000, limits })));
    clearInterval(watch);
    assert.ok(largest > 0 && largest <= limits.fullBytes + 3 * 100, `${largest} bytes`);
    const lines = linesOf(aside, file);
    for (const writer of ['a', 'b', 'c']) {
      const numbers = lines.filter((line) => line.writer === writer).map(({ number }) => number);
      if (numbers.length === 0) continue; // it finished long before the others
      const first = Math.min(...numbers);
      assert.deepEqual(
        numbers.toSorted((one, other) => one - other),
        Array.from({ length: numbers.length }, (_, n) => first + n),
      );
    }
    assert.ok(lines.some(({ number }) => number === 20_000));
  });
});

describe('a file whose lines are written later', () => {
  test('has an urgent line although the process is killed right after, with many lines before it that are not written', async (t) => {
    const { file } = temporaryLog(t);
    const program = `
      import { RotatedFile } from ${JSON.stringify(path.join(import.meta.dirname, 'rotated-file.ts'))};
      const file = new RotatedFile(${JSON.stringify(file)}, undefined, 'later');
      for (let n = 0; n < 3; n++) {
        for (let before = 0; before < 1_000; before++) file.write('before\\n');
        file.write('urgent ' + n + '\\n', true);
      }
      process.kill(process.pid, 'SIGKILL');`;
    await once(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }), 'exit');
    const urgent = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('urgent'));
    assert.deepEqual(urgent, ['urgent 0', 'urgent 1', 'urgent 2']);
  });

  test('waits for an urgent line only for a moment, and once, while its disk does not respond; what can not be written stays in turn', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const { file } = temporaryLog(t);
    makeFifo(`${file}.fifo`);
    const program = `
      import { renameSync } from 'node:fs';
      import { RotatedFile } from ${JSON.stringify(path.join(import.meta.dirname, 'rotated-file.ts'))};
      import { urgentLines } from ${JSON.stringify(path.join(import.meta.dirname, 'urgent-lines.ts'))};
      const file = new RotatedFile(${JSON.stringify(file)}, undefined, 'later');
      renameSync(${JSON.stringify(`${file}.fifo`)}, ${JSON.stringify(file)}); // opening it waits for a reader, which never comes
      const times = [1, 2, 3].map(() => {
        const startMs = performance.now();
        file.write('urgent\\n', true);
        return performance.now() - startMs;
      });
      process.send({ times, isWaiting: urgentLines.isWaiting }, () => process.kill(process.pid, 'SIGKILL'));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    t.after(() => child.kill('SIGKILL'));
    const [{ times, isWaiting }] = (await once(child, 'message')) as [{ times: readonly number[]; isWaiting: boolean }];
    assert.ok(isWaiting);
    assert.ok((times[0] ?? 0) >= 400 && (times[1] ?? 0) + (times[2] ?? 0) < (times[0] ?? 0), `${times}`);
  });

  test('has them all when the process exits at once', async (t) => {
    const { file } = temporaryLog(t);
    const program = `
      import { RotatedFile } from ${JSON.stringify(path.join(import.meta.dirname, 'rotated-file.ts'))};
      const file = new RotatedFile(${JSON.stringify(file)}, undefined, 'later');
      for (let n = 0; n < 5_000; n++) file.write(n + '${' '.repeat(100)}\\n');
      process.exit(0);`;
    await once(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }), 'exit');
    assert.deepEqual(
      readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map(Number)
        .toSorted((one, other) => one - other),
      Array.from({ length: 5_000 }, (_, n) => n),
    );
  });

  test('blocks nobody while its disk does not respond, and takes at most a megabyte of memory', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const { file } = temporaryLog(t);
    makeFifo(`${file}.fifo`);
    const program = `
      import { renameSync } from 'node:fs';
      import { RotatedFile } from ${JSON.stringify(path.join(import.meta.dirname, 'rotated-file.ts'))};
      const file = new RotatedFile(${JSON.stringify(file)}, undefined, 'later');
      renameSync(${JSON.stringify(`${file}.fifo`)}, ${JSON.stringify(file)}); // opening it waits for a reader, which never comes
      for (let n = 0; n < 100_000; n++) file.write('x'.repeat(99) + '\\n');
      setTimeout(() => process.send(process.memoryUsage().external, () => process.kill(process.pid, 'SIGKILL')), 100);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    t.after(() => child.kill('SIGKILL'));
    const [bytes] = (await once(child, 'message')) as [number];
    assert.ok(bytes < 8e6, `${bytes}`);
  });
});
