import assert from 'node:assert/strict';
import { closeSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { leastCpuMs, runs } from '../../test/harness/effort.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { longestLineBytes, scanLines, tryOpenLog } from './line-scanner.ts';

/** The lines of a file with their offsets, read with room for `chunk` bytes, and how many were broken. */
function scanned(file: string, chunk?: Buffer): { lines: string[]; offsets: number[]; broken: number; end: number } {
  const open = tryOpenLog(file);
  assert.ok(open !== null);
  const [lines, offsets]: [string[], number[]] = [[], []];
  let broken = 0;
  const sink = {
    line: (bytes: Buffer, start: number, end: number, offset: number): void => {
      lines.push(bytes.toString('latin1', start, end));
      offsets.push(offset);
    },
    broken: (): void => {
      broken += 1;
    },
  };
  const end = scanLines(open, 0, open.bytes, sink, chunk);
  closeSync(open.descriptor);
  return { lines, offsets, broken, end };
}

function fileOf(t: TestContext, text: string): string {
  const file = path.join(temporaryHome(t), 'a.log');
  writeFileSync(file, text, 'latin1');
  return file;
}

describe('the lines of a file', () => {
  test('are found with their offsets, whatever their lengths and however large the pieces are in which it is read', (t) => {
    const part = fc.oneof(
      fc.stringMatching(/^[a-z]{0,30}$/),
      fc.integer({ min: 1, max: 3 }).map((n) => 'x'.repeat(longestLineBytes * n - 1)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 40_000 }), (parts, extra) => {
        const text = parts.join('\n');
        const { lines, offsets, broken, end } = scanned(fileOf(t, text), Buffer.alloc(longestLineBytes + extra));
        const whole = parts.slice(0, -1);
        assert.deepEqual(
          lines,
          whole.filter((line) => line !== '' && line.length <= longestLineBytes),
        );
        assert.equal(broken, whole.filter((line) => line.length > longestLineBytes).length);
        for (const [at, line] of lines.entries()) assert.equal(text.slice(offsets[at], (offsets[at] ?? 0) + line.length), line);
        if ((parts.at(-1) ?? '').length <= longestLineBytes) assert.equal(end, text.lastIndexOf('\n') + 1);
      }),
      { numRuns: runs(60) },
    );
  });

  test('after half a line of a killed process, the line of the next one is whole', (t) => {
    const line = '{"level":"INFO","time":"x"}';
    const half = '{"level":"ERROR","ti';
    const { lines, offsets, broken } = scanned(fileOf(t, `${half}${half}${line}\n${line}\n`));
    assert.deepEqual([lines, offsets, broken], [[line, line], [2 * half.length, 2 * half.length + line.length + 1], 1]);
    const other = '{"level": "INFO", "time": "x"}';
    assert.deepEqual(scanned(fileOf(t, `${half}${other}\n`)).lines, [other]);
  });

  test('that have a field with a level of its own are whole, also after half a line', (t) => {
    const own = '{"level":"INFO","time":"x","extra":{"level":3,"name":"a"}}';
    const other = '{"level": "INFO", "time": "x", "extra": {"level":  3}}';
    const word = '{"level":"INFO","time":"x","extra":{"level":"INFO","name":"a"},"more":{"level":"text"}}';
    assert.deepEqual(scanned(fileOf(t, `${word}\n`)).lines, [word]);
    const { lines, broken } = scanned(fileOf(t, `${own}\n${other}\n{"level":"ERROR","ti${own}\n`));
    assert.deepEqual([lines, broken], [[own, other, own], 1]);
  });
});

test('lines that are none of Hub’s cost no more than others, however short they are', (t) => {
  const many = 20_000;
  const costOf = (line: string): number => {
    const file = fileOf(t, `${line}\n`.repeat(many));
    return leastCpuMs(() => assert.equal(scanned(file).lines.length, many));
  };
  const [own, foreign] = [costOf('{"level":"INFO"}'), costOf('x')];
  assert.ok(foreign < 10 * Math.max(own, 5), `${foreign} ms, and ${own} ms`);
});

test('a line that begins again and again costs as much as its length', (t) => {
  const costOf = (times: number): number => {
    const file = fileOf(t, `${'{"level":'.repeat(times)}\n`.repeat(200));
    return leastCpuMs(() => assert.equal(scanned(file).lines.length, 200));
  };
  const [half, whole] = [costOf(1_500), costOf(3_000)];
  assert.ok(whole < 6 * Math.max(half, 5), `${whole} ms, and ${half} ms`);
});

test('what is no file is not opened: a folder, a link, nothing', (t) => {
  const folder = temporaryHome(t);
  const [link, inner] = [path.join(folder, 'link.log'), path.join(folder, 'folder.log')];
  symlinkSync(fileOf(t, 'x\n'), link);
  mkdirSync(inner);
  for (const file of [link, inner, path.join(folder, 'none.log'), '/dev/null']) assert.equal(tryOpenLog(file), null, file);
});
