import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/harness/effort.ts';
import { addLines, logText, type TestLine } from '../../test/harness/log-files.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import type { LogFilter } from './log-filter.ts';
import { readLogs } from './read-logs.ts';

const startMs = Date.UTC(2026, 2, 1, 9);

function folder(t: TestContext): string {
  return path.join(temporaryHome(t), 'Logs');
}

/** `time component event` of each line, the time from the start on. */
function linesOf(logs: string, filter: LogFilter = {}, most?: number): readonly string[] {
  using read = readLogs(logs, filter, most);
  return [...read.lines()].map(({ atMs, component, event }) => `${atMs - startMs} ${component} ${event}`);
}

describe('the lines of all logs', () => {
  test('are merged by time, and each is there once although two files have it', (t) => {
    const logs = folder(t);
    const [one, two, three]: TestLine[] = [
      { atMs: startMs + 1, event: 'one' },
      { atMs: startMs + 2, component: 'python_core', event: 'two' },
      { atMs: startMs + 3, event: 'three' },
    ];
    addLines(logs, 'clipboard.log', [one as TestLine, three as TestLine]);
    addLines(logs, 'python_core.log', [two as TestLine]);
    addLines(logs, 'hub.log', [one as TestLine, two as TestLine, three as TestLine]);
    assert.deepEqual(linesOf(logs), ['1 clipboard one', '2 python_core two', '3 clipboard three']);
  });

  test('of a component that Hub does not have are shown and found by its name, or as those of another one', (t) => {
    const logs = folder(t);
    const names = ['my_tool', 'two words', 'ünï', '', 'x'.repeat(60), 'clipboard'];
    addLines(
      logs,
      'hub.log',
      names.map((component, n): TestLine => ({ atMs: startMs + n, component, event: 'e' })),
    );
    assert.deepEqual(linesOf(logs), ['0 my_tool e', '1 other e', '2 other e', '3 other e', '4 other e', '5 clipboard e']);
    assert.deepEqual(linesOf(logs, { components: ['my_tool'] }), ['0 my_tool e']);
    assert.deepEqual(linesOf(logs, { components: ['other'] }).length, 4);
    using read = readLogs(logs, { level: 'ERROR' });
    assert.deepEqual([read.unreadable, [...read.components]], [0, ['my_tool', 'other', 'clipboard']]);
  });

  test('with the levels of Python are of the same levels here', (t) => {
    const logs = folder(t);
    const levels = ['WARNING', 'FATAL', 'LOUD'];
    addLines(
      logs,
      'hub.log',
      levels.map((level, n): TestLine => ({ atMs: startMs + n, level, event: 'e' })),
    );
    assert.deepEqual([linesOf(logs, { level: 'WARN' }).length, linesOf(logs, { level: 'CRITICAL' }).length], [2, 1]);
  });

  test('two alike are two', (t) => {
    const logs = folder(t);
    const line = { atMs: startMs, event: 'tells' };
    addLines(logs, 'clipboard.log', [line, line]);
    addLines(logs, 'hub.log', [line, line]);
    assert.equal(linesOf(logs).length, 2);
  });

  test('are there if either file was rotated away, or both were rotated', (t) => {
    const logs = folder(t);
    const at = (ms: number, component = 'clipboard'): TestLine => ({ atMs: startMs + ms, component, event: 'e' });
    addLines(logs, 'clipboard.1.log', [at(1), at(2)]);
    addLines(logs, 'clipboard.log', [at(3)]);
    addLines(logs, 'hub.1.log', [at(2), at(4, 'hub')]); // the shell's own log is gone
    addLines(logs, 'hub.log', [at(3), at(5, 'hub')]);
    assert.deepEqual(linesOf(logs), ['1 clipboard e', '2 clipboard e', '3 clipboard e', '4 hub e', '5 hub e']);
  });

  test('are each there once, however often the clock was set and the files were rotated', (t) => {
    const entry = fc.record({
      component: fc.constantFrom('clipboard', 'python_core', 'save_worker'),
      afterMs: fc.integer({ min: -900, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), fc.nat(60), fc.nat(60), (entries, ownFrom, sharedFrom) => {
        const logs = folder(t);
        let atMs = startMs;
        const lines = entries.map(({ component, afterMs }, n): TestLine => {
          atMs += afterMs;
          return { atMs, component, event: `event ${n}` };
        });
        for (const line of lines.slice(ownFrom)) addLines(logs, `${line.component}.log`, [line]);
        addLines(logs, 'hub.log', lines.slice(sharedFrom));
        const expected = lines.slice(Math.min(ownFrom, sharedFrom)).map((line) => `${line.atMs - startMs} ${line.component} ${line.event}`);
        const found = linesOf(logs);
        assert.deepEqual(found.toSorted(), expected.toSorted());
        const times = found.map((line) => Number.parseInt(line, 10));
        assert.deepEqual(
          times,
          times.toSorted((a, b) => a - b),
        );
        rmSync(logs, { recursive: true, force: true });
      }),
      { numRuns: runs(100) },
    );
  });

  test('whatever else is in the files or the folder does not matter, and is counted', (t) => {
    const logs = folder(t);
    const [good, other] = [
      { atMs: startMs, event: 'good' },
      { atMs: startMs + 1, event: 'other' },
    ];
    const half = logText({ atMs: startMs, level: 'ERROR' }).slice(0, 40);
    addLines(logs, 'clipboard.log', [
      ...['no json\n', '{"level":"INFO"}\n', '[]\n', 'null\n', '\0\u0001\xff\n', '\n', `${'x'.repeat(10_000_000)}\n`],
      `{"level":"INFO","time":"2026-99-99T99:99:99.999Z","component":"clipboard","event":"x"}\n`,
      `{"level":"LOUD","time":"2026-03-01T09:00:00.000Z","component":"clipboard","event":"x"}\n`,
      good,
      `${half}${logText(other)}\n`, // another process went on after half a line
      half, // and one is not finished
    ]);
    addLines(logs, 'hub.log', [good, other]);
    addLines(logs, 'notes.log', [{ atMs: startMs, event: 'of somebody else' }]);
    const elsewhere = path.join(path.dirname(logs), 'secrets.log');
    writeFileSync(elsewhere, `${logText({ atMs: startMs, event: 'behind a link' })}\n`);
    symlinkSync(elsewhere, path.join(logs, 'python_core.log'));
    mkdirSync(path.join(logs, 'save_worker.log'));
    assert.deepEqual(linesOf(logs), ['0 clipboard good', '1 clipboard other']);
    using read = readLogs(logs);
    assert.equal(read.unreadable, 9);
    assert.deepEqual([...read.unreadableIn], [['clipboard.log', 9]]);
  });

  test('damaged ones are the same number, whichever lines are wanted', (t) => {
    const logs = folder(t);
    const whole = logText({ atMs: startMs, level: 'ERROR', fields: { captureId: 3, fragmentId: 4 } });
    addLines(logs, 'clipboard.log', [
      ...[whole, whole.slice(0, -1), whole.replace('"fragmentId":', '"fragmentId"'), whole.replace('"event"', '"even"')].map(
        (text) => `${text}\n`,
      ),
      `${whole.replace('copied', 'co\u0001pied')}\n`,
      `${logText({ atMs: startMs + 1, component: 'hub' })}\n`,
    ]);
    const filters: readonly LogFilter[] = [
      {},
      { components: ['hub'] },
      { level: 'CRITICAL' },
      { text: 'nothing has this' },
      { copy: 4 },
      { sinceMs: startMs + 1 },
    ];
    for (const filter of filters) {
      using read = readLogs(logs, filter, 1);
      assert.deepEqual([[...read.lines()].length <= 1, read.unreadable], [true, 4], JSON.stringify(filter));
    }
  });

  test('without a folder, and in empty files, there are none, which differs from none that is wanted', (t) => {
    const logs = folder(t);
    const hasLines = (filter: LogFilter = {}): boolean => {
      using read = readLogs(logs, filter);
      assert.equal(read.count, 0);
      return read.hasLines;
    };
    assert.equal(hasLines(), false);
    addLines(logs, 'clipboard.log', ['']);
    assert.equal(hasLines(), false);
    addLines(logs, 'clipboard.log', ['damaged\n']);
    assert.equal(hasLines(), true);
    addLines(logs, 'clipboard.log', [{ atMs: startMs }]);
    assert.equal(hasLines({ level: 'ERROR' }), true);
  });

  test('a file that is cut short while it is read costs its lines alone', (t) => {
    const logs = folder(t);
    addLines(logs, 'clipboard.log', [{ atMs: startMs }]);
    addLines(logs, 'python_core.log', [{ atMs: startMs + 1, component: 'python_core' }]);
    using read = readLogs(logs);
    truncateSync(path.join(logs, 'clipboard.log'));
    assert.deepEqual(
      [...read.lines()].map(({ component }) => component),
      ['python_core'],
    );
  });
});

describe('of all lines, those are wanted', () => {
  const lines: readonly TestLine[] = [
    { atMs: startMs, level: 'DEBUG', event: 'told' },
    { atMs: startMs + 1, level: 'WARN', component: 'hub', event: 'Late paint', fields: { ms: 12.5 } },
    { atMs: startMs + 2, level: 'CRITICAL', component: 'python_core', event: 'judge ended', fields: { because: 'Timeout', n: 3 } },
  ];
  const wanted: readonly (readonly [LogFilter, number | undefined, readonly number[]])[] = [
    [{}, undefined, [0, 1, 2]],
    [{ level: 'WARN' }, undefined, [1, 2]],
    [{ level: ['DEBUG', 'CRITICAL'] }, undefined, [0, 2]],
    [{ text: 'level=warn component=hub event="late paint"' }, undefined, [1]],
    [{ text: 'level=war' }, undefined, []],
    [{ components: ['hub', 'clipboard'] }, undefined, [0, 1]],
    [{ text: 'late MS=12.5' }, undefined, [1]],
    [{ text: 'MS=12' }, undefined, []],
    [{ text: 'because=timeout time' }, undefined, [2]],
    [{ text: 'late because' }, undefined, []],
    [{ text: 'critical core' }, undefined, [2]],
    [{ sinceMs: startMs + 1, beforeMs: startMs + 2 }, undefined, [1]],
    [{}, 2, [1, 2]],
    [{ level: 'DEBUG' }, 1, [2]],
  ];
  for (const [filter, most, expected] of wanted)
    test(`${JSON.stringify(filter)}${most === undefined ? '' : `, the newest ${most}`}`, (t) => {
      const logs = folder(t);
      addLines(logs, 'hub.log', lines);
      assert.deepEqual(
        linesOf(logs, filter, most).map((line) => Number.parseInt(line, 10)),
        expected,
      );
    });

  test('the newest of very many are kept in order', (t) => {
    const logs = folder(t);
    const many = Array.from({ length: 30_000 }, (_, n): TestLine => ({ atMs: startMs + ((n * 7_919) % 30_000), event: 'e' }));
    addLines(logs, 'clipboard.log', many);
    using read = readLogs(logs, {}, 10);
    assert.ok(read.isCut);
    assert.deepEqual(
      [...read.lines()].map(({ atMs }) => atMs - startMs),
      [29_990, 29_991, 29_992, 29_993, 29_994, 29_995, 29_996, 29_997, 29_998, 29_999],
    );
  });
});

describe('the lines about one copy', () => {
  const about = (atMs: number, component: string, event: string, fields: TestLine['fields'] = {}): TestLine => ({
    atMs: startMs + atMs,
    component,
    event,
    fields,
  });

  test('are found by the number of a fragment: those that name it, its capture, or only that it was the process’s fifth copy', (t) => {
    const logs = folder(t);
    addLines(logs, 'clipboard.log', [
      about(0, 'clipboard', 'x targets', { ordinal: 4 }),
      about(1, 'clipboard', 'x targets', { ordinal: 5 }),
      about(2, 'clipboard', 'copied', { captureId: 71, fragmentId: 80, fragments: 1, ordinal: 4 }),
      about(3, 'clipboard', 'copied', { captureId: 72, fragmentId: 81, fragments: 2, ordinal: 5 }),
      about(4, 'clipboard', 'x read', { ordinal: 6 }),
      about(8, 'clipboard', 'copied again', { captureId: 72, ordinal: 6 }),
      about(9, 'clipboard', 'x targets', { ordinal: 5 }), // a later one, whose end is not there yet
    ]);
    addLines(logs, 'python_core.log', [
      about(4, 'python_core', 'judged', { captureId: 72, fragmentId: 81 }),
      about(5, 'python_core', 'judged', { captureId: 72, fragmentId: 82 }),
      about(6, 'python_core', 'judged', { captureId: 71, fragmentId: 80 }),
    ]);
    addLines(logs, 'Hub.App.log', [about(7, 'hub', 'pasted', { fragmentId: 82 })]);
    const before = ['1 clipboard x targets', '3 clipboard copied', '4 python_core judged', '4 clipboard x read'];
    const expected = [...before, '5 python_core judged', '7 hub pasted', '8 clipboard copied again'];
    for (const copy of [81, 82]) assert.deepEqual(linesOf(logs, { copy }), expected);
    assert.deepEqual(linesOf(logs, { copy: 82, level: 'INFO' }, 2), expected.slice(-2));
    assert.deepEqual(linesOf(logs, { copy: 71 }), []);
  });

  test('are those with its own number in a log that names no captures', (t) => {
    const logs = folder(t);
    addLines(logs, 'python_core.log', [
      about(4, 'python_core', 'judged', { fragmentId: 81 }),
      about(5, 'python_core', 'judged', { fragmentId: 82 }),
    ]);
    assert.deepEqual(linesOf(logs, { copy: 82 }), ['5 python_core judged']);
  });
});
