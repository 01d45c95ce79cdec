import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { until } from '../../test/harness/until.ts';
import { RotatedFile, type RotationLimits } from './rotated-file.ts';

const kilobyte = 1024;

function temporaryLog(t: TestContext): { file: string; aside: string; names: () => string[] } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-rotated-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return { file: path.join(folder, 'hub.log'), aside: path.join(folder, 'hub.1.log'), names: () => readdirSync(folder).toSorted() };
}

/** The lines of several files, one after the other. A line that is torn has not the form of one. */
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

describe('a file that several processes append to while it is moved aside', () => {
  test('loses no line and tears none', async (t) => {
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

  test('is never above its bound, and what is left of each writer are its last lines, without a gap', async (t) => {
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
      if (numbers.length === 0) continue; // it was done long before the others
      const first = Math.min(...numbers);
      assert.deepEqual(
        numbers.toSorted((one, other) => one - other),
        Array.from({ length: numbers.length }, (_, n) => first + n),
      );
    }
    assert.ok(lines.some(({ number }) => number === 20_000));
  });
});

describe('a file in one process', () => {
  const limits = { rotateBytes: 1_000, fullBytes: 2_000 };
  const line = `${'x'.repeat(99)}\n`;

  test('is moved aside by the first line after its limit, over the one before it', (t) => {
    const { file, aside, names } = temporaryLog(t);
    writeFileSync(aside, 'the one before');
    using rotated = new RotatedFile(file, limits);
    for (let n = 0; n < 10; n++) rotated.write(line);
    rotated.write('over the limit\n');
    assert.equal(readFileSync(aside, 'utf8'), 'the one before');
    rotated.write('first\n');
    assert.equal(readFileSync(file, 'utf8'), 'first\n');
    assert.equal(readFileSync(aside, 'utf8'), `${line.repeat(10)}over the limit\n`);
    assert.deepEqual(names(), ['hub.1.log', 'hub.log']);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  test('that was too large when it was opened is moved aside, whatever wrote it', (t) => {
    const { file, aside } = temporaryLog(t);
    writeFileSync(file, 'y'.repeat(5_000));
    using rotated = new RotatedFile(file, limits);
    rotated.write(line);
    assert.equal(statSync(aside).size, 5_000);
    assert.equal(readFileSync(file, 'utf8'), line);
  });

  test('that can not be moved aside takes no more at twice its limit, and goes on once it can', (t) => {
    const { file, aside } = temporaryLog(t);
    mkdirSync(path.join(aside, 'in the way'), { recursive: true });
    using rotated = new RotatedFile(file, limits);
    for (let n = 0; n < 100; n++) rotated.write(line);
    assert.equal(statSync(file).size, 2_100);
    rmSync(aside, { recursive: true });
    rotated.write('again\n');
    assert.equal(readFileSync(file, 'utf8'), 'again\n');
    assert.equal(statSync(aside).size, 2_100);
  });

  test('is made again when somebody removes it', (t) => {
    const { file } = temporaryLog(t);
    using rotated = new RotatedFile(file, limits);
    rotated.write('before\n');
    rmSync(file);
    rotated.write('after\n');
    assert.equal(readFileSync(file, 'utf8'), 'after\n');
  });

  test('is moved aside also after a process was killed in the middle of that', (t) => {
    const { file, aside } = temporaryLog(t);
    const claim = `${file}.rotating`;
    writeFileSync(claim, '');
    using rotated = new RotatedFile(file, limits);
    for (let n = 0; n < 12; n++) rotated.write(line);
    assert.ok(!existsSync(aside), 'somebody may be at it');
    utimesSync(claim, 0, 0);
    rotated.write('finds it stale\n');
    rotated.write('first\n');
    assert.equal(readFileSync(file, 'utf8'), 'first\n');
    assert.ok(!existsSync(claim));
  });

  test('follows what another process did, and its lines before that are in the old one', (t) => {
    const { file, aside } = temporaryLog(t);
    using one = new RotatedFile(file, limits);
    using other = new RotatedFile(file, limits);
    other.write('early\n');
    for (let n = 0; n < 11; n++) one.write(line);
    other.write('late\n');
    one.write('later\n');
    assert.equal(readFileSync(file, 'utf8'), `${line}late\nlater\n`);
    assert.match(readFileSync(aside, 'utf8'), /^early\n/);
  });
});

describe('a file whose lines are written later', () => {
  const line = `${'x'.repeat(20)}\n`;
  const limits = { rotateBytes: 200, fullBytes: 100_000 };
  /** Together many times what is held of lines that a disk does not take. */
  const many = Array.from({ length: 5_000 }, (_, n) => `${n} ${'x'.repeat(100)}\n`);

  test('has them all after the end, in their order, and is moved aside like any other', async (t) => {
    const { file, aside } = temporaryLog(t);
    {
      using rotated = new RotatedFile(file, { rotateBytes: 1e6, fullBytes: 2e6 }, 'later');
      for (const each of many) rotated.write(each);
    }
    await until('all lines', () => readFileSync(file, 'utf8') === many.join(''));
    using rotated = new RotatedFile(file, limits, 'later');
    rotated.write(line);
    await until('a new file', () => existsSync(aside) && readFileSync(file, 'utf8') === line);
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

  test('holds up nobody while its disk does not answer, and takes no more memory than a megabyte', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const { file } = temporaryLog(t);
    execFileSync('mkfifo', [`${file}.fifo`]);
    const program = `
      import { renameSync } from 'node:fs';
      import { RotatedFile } from ${JSON.stringify(path.join(import.meta.dirname, 'rotated-file.ts'))};
      const file = new RotatedFile(${JSON.stringify(file)}, undefined, 'later');
      renameSync(${JSON.stringify(`${file}.fifo`)}, ${JSON.stringify(file)}); // to open it waits for a reader, who never comes
      for (let n = 0; n < 100_000; n++) file.write('x'.repeat(99) + '\\n');
      setTimeout(() => process.send(process.memoryUsage().external, () => process.kill(process.pid, 'SIGKILL')), 100);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    t.after(() => child.kill('SIGKILL'));
    const [bytes] = (await once(child, 'message')) as [number];
    assert.ok(bytes < 8e6, `${bytes}`);
  });
});
