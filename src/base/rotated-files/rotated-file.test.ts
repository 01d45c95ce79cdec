import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { RotatedFile } from './rotated-file.ts';

function temporaryLog(t: TestContext): { file: string; aside: string; names: () => string[] } {
  const folder = temporaryHome(t);
  return { file: path.join(folder, 'hub.log'), aside: path.join(folder, 'hub.1.log'), names: () => readdirSync(folder).toSorted() };
}

describe('a file in one process', () => {
  const limits = { rotateBytes: 1_000, fullBytes: 2_000 };
  const line = `${'x'.repeat(99)}\n`;

  test('is rotated by the first line after its limit, and replaces the one before it', (t) => {
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

  test('is rotated when it is old, by the next line', async (t) => {
    const { file, aside } = temporaryLog(t);
    using rotated = new RotatedFile(file, { rotateBytes: 1e6, fullBytes: 2e6, rotateAfterMs: 50 });
    rotated.write('old\n');
    if (statSync(file).birthtimeMs === 0) return t.skip('this file system does not know when a file was created');
    await until('it is old', () => Date.now() - statSync(file).birthtimeMs > 50);
    rotated.write('new\n');
    assert.deepEqual([readFileSync(aside, 'utf8'), readFileSync(file, 'utf8')], ['old\n', 'new\n']);
  });

  test('that was too large when it was opened is rotated, whatever wrote it', (t) => {
    const { file, aside } = temporaryLog(t);
    writeFileSync(file, 'y'.repeat(5_000));
    using rotated = new RotatedFile(file, limits);
    rotated.write(line);
    assert.equal(statSync(aside).size, 5_000);
    assert.equal(readFileSync(file, 'utf8'), line);
  });

  test('that can not be rotated accepts no lines beyond twice its limit, and continues once it can', (t) => {
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

  test('is created again when it is removed', (t) => {
    const { file } = temporaryLog(t);
    using rotated = new RotatedFile(file, limits);
    rotated.write('before\n');
    rmSync(file);
    rotated.write('after\n');
    assert.equal(readFileSync(file, 'utf8'), 'after\n');
  });

  test('is rotated even after a process was killed during a rotation', (t) => {
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

  test('follows a rotation by another process; earlier lines are in the old file', (t) => {
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
  /** Many times the size of the lines that are held for a disk. */
  const many = Array.from({ length: 5_000 }, (_, n) => `${n} ${'x'.repeat(100)}\n`);

  test('has them all after the end, in order, and is rotated like any other', async (t) => {
    const { file, aside } = temporaryLog(t);
    {
      using rotated = new RotatedFile(file, { rotateBytes: 1e6, fullBytes: 2e6 }, 'later');
      for (const each of many) rotated.write(each);
    }
    await until('all lines', () => existsSync(file) && readFileSync(file, 'utf8') === many.join(''));
    using rotated = new RotatedFile(file, limits, 'later');
    rotated.write(line);
    await until('a new file', () => existsSync(aside) && existsSync(file) && readFileSync(file, 'utf8') === line);
  });
});
