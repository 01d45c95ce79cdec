/** The lines of the page of the logs, from the program that packs them to the script that filters them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type CopyRun, logPageLevels } from '../../../src/contract/diagnostics/log-page.ts';
import { askedWords } from '../../../src/contract/diagnostics/log-search.ts';
import { CopyNumbers } from '../../../src/logs/copy-numbers.ts';
import { hasWords } from '../../../src/logs/log-filter.ts';
import type { FieldValue, LogLine } from '../../../src/logs/log-line.ts';
import { LineBlocks } from '../../../src/logs/page/line-blocks.ts';
import { CopyNames } from '../../../src/logs/viewer/copy-names.ts';
import { everything, type LineFilter, LineFinder, soughtWords } from '../../../src/logs/viewer/filter-lines.ts';
import { LineStore } from '../../../src/logs/viewer/line-store.ts';
import { timeText, writtenTime } from '../../../src/logs/viewer/shown-times.ts';
import { TimeScale } from '../../../src/logs/viewer/time-scale.ts';
import { leastCpuMs, runs } from '../../harness/effort.ts';

const startMs = Date.UTC(2026, 2, 1, 9);

const ofCopy = { name: '{}', path: '', follow: '' };

/** Packed and unpacked. */
function storeOf(lines: readonly LogLine[]): LineStore {
  const blocks = new LineBlocks();
  const packed = [...lines.map((line) => blocks.add(line)), blocks.end()].filter((block) => block !== null);
  const unpacked = packed.map((block) => {
    const bytes = gunzipSync(Buffer.from(block, 'base64'));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  });
  const head = { language: 'en', madeAtMs: 0, version: '1', lines: blocks.lines, isCut: false, unreadable: [], texts: {} } as const;
  return new LineStore(
    { ...head, ...blocks.known(), texts: { ofCopy, ofCopies: ofCopy, ofCapture: { ...ofCopy, name: 'capture {}' } } as never },
    unpacked,
  );
}

const value: fc.Arbitrary<FieldValue> = fc.oneof(
  fc.integer({ min: -5, max: 20_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constantFrom(
    null,
    'save',
    'Keep',
    'text/html',
    '12 monkeys',
    '12 monkeys and more',
    'Disk is full',
    'say "hi"',
    '',
    '</script>',
    'ä\u2028ß',
    'a=1',
    'İİİİ',
  ),
);
const anyLine = fc.record({
  afterMs: fc.integer({ min: 0, max: 5_000 }),
  level: fc.constantFrom(...logPageLevels),
  component: fc.constantFrom('clipboard', 'python_core', 'hub'),
  pid: fc.constantFrom(0, 7, 8),
  event: fc.constantFrom('copied', 'judge stage', 'Saved'),
  fields: fc.uniqueArray(fc.tuple(fc.constantFrom('ms', 'bytes', 'verdict', 'of', 'OF', 'captureId'), value), {
    selector: ([name]) => name,
    maxLength: 5,
  }),
});
const anyLines = fc.array(anyLine, { maxLength: 40 }).map((drafts) => {
  let atMs = startMs;
  return drafts.map(({ afterMs, ...line }): LogLine => {
    atMs += afterMs;
    return { ...line, atMs };
  });
});

test('each line is in the page as it was logged', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const store = storeOf(lines);
      assert.equal(store.count, lines.length);
      for (const [at, line] of lines.entries()) {
        const { level, fields, capture: _, ...shown } = store.line(at);
        const { level: name, fields: logged, ...expected } = line;
        assert.deepEqual([logPageLevels[level], shown], [name, expected]);
        assert.deepEqual(
          fields,
          logged.map(([field, own]) => [field, String(own).replace('\u2028', '\\u2028')]),
        );
      }
    }),
    { numRuns: runs(200) },
  );
});

test('a filter finds the same lines as hub logs', () => {
  const words = fc.constantFrom(
    '',
    'saved',
    'SAVE',
    'ms=',
    'ms=1',
    'bytes=12 ',
    '1',
    'e',
    'verdict=save copied',
    's=1',
    'core',
    'error',
    '=',
    'of=text/',
    'of=text/html',
    'captureid=1',
    'verdict=12',
    'verdict=12 monkeys',
    'ms=null',
    'a=1',
    '.5',
    'nothing',
    'of="12 monkeys"',
    'verdict="12"',
    'of="disk is full" ms=1',
    '"disk is full"',
    '"judge stage"',
    '"monkeys"',
    'of="say \\"hi\\""',
    '"of=save"',
    'of=""',
    'of="12 monk',
    '=12',
    'level=warn',
    'component=hub level=info',
    'pid=7',
    'pid=0',
    'event=judge',
    'event="judge stage"',
    'event=stage',
  );
  const filters = fc.record({
    text: words,
    level: fc.nat(4),
    without: fc.constantFrom(new Set<number>(), new Set([0])),
    capture: fc.constant(0),
  });
  /** A time between lines, or that of one of them. */
  const bounds = fc.record({ fromMs: fc.option(fc.nat(60_000)), untilMs: fc.option(fc.nat(90_000)), isOfLine: fc.boolean() });
  fc.assert(
    fc.property(anyLines, filters, bounds, (lines, others, { fromMs, untilMs, isOfLine }) => {
      const timeOf = (afterMs: number | null): number | undefined => {
        if (afterMs === null) return undefined;
        return isOfLine && lines.length > 0 ? lines[afterMs % lines.length]?.atMs : startMs + afterMs;
      };
      const filter: LineFilter = {
        ...others,
        fromMs: timeOf(fromMs) ?? Number.NEGATIVE_INFINITY,
        untilMs: timeOf(untilMs) ?? Number.POSITIVE_INFINITY,
      };
      const store = storeOf(lines);
      const finder = new LineFinder(store, logPageLevels);
      const isOtherwiseWanted = (line: LogLine): boolean =>
        logPageLevels.indexOf(line.level) >= filter.level && hasWords(line, askedWords(filter.text));
      const isWanted = (line: LogLine): boolean =>
        !filter.without.has(store.head.components.indexOf(line.component)) && isOtherwiseWanted(line);
      const inTimeOf = (component: string): number =>
        lines.filter((line) => line.component === component && isOtherwiseWanted(line) && inTime(line)).length;
      const inTime = ({ atMs }: LogLine): boolean => atMs >= filter.fromMs && atMs <= filter.untilMs;
      const expected = [...lines.entries()].filter(([, line]) => isWanted(line) && inTime(line)).map(([at]) => at);
      for (let again = 0; again < 2; again++) {
        const found = finder.find(filter, new TimeScale(store.times, 10));
        assert.deepEqual([...found.positions], expected, filter.text);
        assert.deepEqual(found.ofComponents, store.head.components.map(inTimeOf));
        assert.equal(
          found.lines.reduce((sum, count) => sum + count, 0),
          lines.filter(isWanted).length,
        );
        const errors = lines.filter((line) => isWanted(line) && ['ERROR', 'CRITICAL'].includes(line.level));
        assert.equal(
          found.errors.reduce((sum, count) => sum + count, 0),
          errors.length,
        );
      }
    }),
    { numRuns: runs(400) },
  );
});

test('a text that is longer in lower case shifts no line behind it', () => {
  const texts = ['İ'.repeat(40), 'needle', 'hay', 'İ needle', 'hay'];
  const store = storeOf(
    texts.map((text, at): LogLine => ({ atMs: startMs + at, level: 'INFO', component: 'hub', pid: 7, event: 'e', fields: [['of', text]] })),
  );
  const found = (text: string) => [
    ...new LineFinder(store, logPageLevels).find({ ...everything, text }, new TimeScale(store.times, 10)).positions,
  ];
  assert.deepEqual([found('needle'), found('of=hay'), found('of=İ')], [[1, 3], [2, 4], [3]]);
});

test('a word with a name and a value is a field with that whole value, and one in quotes may have several words', () => {
  const line = (event: string, ...fields: LogLine['fields'][number][]): LogLine => ({
    ...{ atMs: startMs, level: 'INFO', component: 'hub', pid: 7, event },
    fields,
  });
  const lines = [
    line('a', ['captureId', 12], ['of', 'x']),
    line('a', ['captureId', 12_980], ['of', 'y']),
    line('a', ['captureId', 112], ['of', 'captureId=12']),
    line('b', ['ofCaptureId', 12], ['reason', 'no room left']),
    line('b', ['ofCaptureId', 13], ['reason', 'nobody']),
  ];
  const finder = new LineFinder(storeOf(lines), logPageLevels);
  const found = (text: string): readonly (readonly number[])[] => [
    [
      ...finder.find(
        { ...everything, text },
        new TimeScale(
          Float64Array.from(lines, ({ atMs }) => atMs),
          10,
        ),
      ).positions,
    ],
    [...lines.entries()].filter(([, each]) => hasWords(each, askedWords(text))).map(([at]) => at),
  ];
  for (const [text, expected] of [
    ['captureId=12', [0]],
    ['CAPTUREID=12', [0]],
    ['captureId=1', []],
    ['captureId=12 of=x', [0]],
    ['reason=no', [3]],
    ['reason="no room left"', [3]],
    ['reason="No Room', []],
    ['reason="no"', []],
    ['"room left"', [3]],
    ['"left room"', []],
    ['left room', [3]],
    ['captureId=', [0, 1, 2, 3, 4]],
    ['12', [0, 1, 2, 3]],
  ] as const)
    assert.deepEqual(found(text), [expected, expected], text);
});

test('a time is read as the page writes it, or a part of it', () => {
  const lastMs = new Date(2026, 2, 1, 18).getTime();
  const written = (text: string, isEnd = false): string => timeText(writtenTime(text, lastMs, isEnd));
  assert.equal(written('2026-02-27 09:05:07'), '2026-02-27 09:05:07');
  assert.equal(written(' 2026-02-27T09:05 '), '2026-02-27 09:05:00');
  assert.equal(written('9:05'), '2026-03-01 09:05:00');
  assert.deepEqual([written('2026-02-27'), written('2026-02-27', true)], ['2026-02-27 00:00:00', '2026-02-27 23:59:59']);
  for (const wrong of ['', 'yesterday', '2026-02-30', '25:00', '09:05 PM', '2026-02-2709:05']) assert.equal(written(wrong), '', wrong);
});

test('the lines of a copy are found, also those whose capture only a later line tells', () => {
  const about = (event: string, fields: LogLine['fields'], pid = 7): LogLine => ({
    atMs: startMs,
    level: 'INFO',
    component: 'clipboard',
    pid,
    event,
    fields,
  });
  const store = storeOf([
    about('x targets', [['ordinal', 5]]),
    about('x targets', [['ordinal', 5]], 8),
    about('copied', [
      ['captureId', 72],
      ['fragmentId', 81],
      ['fragments', 2],
      ['ordinal', 5],
    ]),
    about('pasted', [['fragmentId', 82]]),
    about('told', []),
  ]);
  const { positions } = new LineFinder(store, logPageLevels).find({ ...everything, capture: 72 }, new TimeScale(store.times, 10));
  assert.deepEqual([...positions], [0, 2, 3]);
});

test('more lines than a block holds, and a silence of years, are blocks of their own', () => {
  const lines = Array.from(
    { length: 70_000 },
    (_, n): LogLine => ({ atMs: startMs + n, level: 'INFO', component: 'hub', pid: 1, event: 'e', fields: [['n', n]] }),
  );
  const late: LogLine = { atMs: startMs + 10 * 365 * 86_400_000, level: 'ERROR', component: 'hub', pid: 1, event: 'late', fields: [] };
  const store = storeOf([...lines, late]);
  assert.deepEqual([store.blocks.length, store.count], [4, 70_001]);
  assert.deepEqual([store.line(69_999).fields, store.line(70_000).atMs], [[['n', '69999']], late.atMs]);
  const found = new LineFinder(store, logPageLevels).find({ ...everything, text: '9999' }, new TimeScale(store.times, 10));
  assert.deepEqual([...found.positions], [9_999, 19_999, 29_999, 39_999, 49_999, 59_999, 69_999]);
});

test('of a log with more kinds of lines than can be counted no line is lost', () => {
  const lines = Array.from(
    { length: 60_010 },
    (_, n): LogLine => ({ atMs: startMs + n, level: 'WARN', component: 'hub', pid: 1, event: `event ${n}`, fields: [['ms', n]] }),
  );
  const store = storeOf(lines);
  assert.equal(store.count, lines.length);
  const { level, event, fields } = store.line(60_009);
  assert.deepEqual([logPageLevels[level], event, fields], ['WARN', 'line', [['text', 'event 60009 ms=60009']]]);
});

test('of a log with more components than can be counted each line has one, and the first ones their own', () => {
  const many = 70_000;
  const store = storeOf(
    Array.from(
      { length: many },
      (_, n): LogLine => ({ atMs: startMs + n, level: 'INFO', component: `c${n}`, pid: n + 1, event: 'e', fields: [] }),
    ),
  );
  assert.equal(store.count, many);
  assert.deepEqual(
    [0, 99, 100, 66_000, many - 1].map((at) => store.line(at).component),
    ['c0', 'c99', 'other', 'other', 'other'],
  );
  assert.equal(store.line(50_000).pid, 50_001);
});

test('of a pasted text each word is looked for once, and only the first ones, which is told', () => {
  assert.deepEqual(soughtWords('a b a b A'), { words: askedWords('a b'), isCut: false });
  assert.equal(soughtWords('a b '.repeat(200)).words.length, 2);
  for (const text of ['a b '.repeat(20_000), Array.from({ length: 20_000 }, (_, n) => `w${n}`).join(' '), 'x'.repeat(80_000)]) {
    const { words, isCut } = soughtWords(text);
    assert.ok(isCut && words.length <= 12 && words.every((word) => word.text.length <= 1_000));
  }
});

test('a copy is called by the numbers that the history shows, as far as lines tell them', () => {
  const about = (fields: Readonly<Record<string, number>>): LogLine => ({
    ...{ atMs: startMs, level: 'INFO', component: 'clipboard', pid: 7, event: 'copied' },
    fields: Object.entries(fields),
  });
  const store = storeOf([
    about({ captureId: 30, fragmentId: 31, fragments: 1 }),
    about({ captureId: 31, fragmentId: 32 }),
    about({ captureId: 32, fragmentId: 33, fragments: 2 }),
    about({ captureId: 33, fragmentId: 35, fragments: 4 }),
    about({ captureId: 34, fragmentId: 39 }),
    about({ captureId: 35 }),
    about({ captureId: 36, fragmentId: 50 }),
    about({ captureId: 36, fragmentId: 52 }),
  ]);
  const names = [0, 30, 31, 32, 33, 34, 35, 36].map((capture) => store.copyNames.of(capture).name);
  assert.deepEqual(names, ['', '31', '32', '33, 34', '35–38', '39', 'capture 35', '50, 52']);
  assert.deepEqual(store.head.copies[0], [30, 31, 2, 1], 'copies in a row are one run');
});

test('lines that give one capture ever more numbers make neither its name longer nor its rows slower', () => {
  const named = (numbers: number): CopyNames => {
    const known = new CopyNumbers();
    const fact = { atMs: startMs, pid: 7, ordinal: null, fragments: 1 };
    for (let n = 0; n < numbers; n++) known.learn({ ...fact, capture: 36, fragment: 2 * n + 1 });
    for (let n = 0; n < numbers; n++) known.learn({ ...fact, capture: 37, fragment: 10_000_000 + n });
    return new CopyNames(known.runs(), { ofCopy, ofCopies: ofCopy, ofCapture: { ...ofCopy, name: 'capture {}' } } as never);
  };
  const rowsMs = (names: CopyNames, capture: number): number =>
    leastCpuMs(() => {
      for (let row = 0; row < 2_000; row++) names.of(capture);
    });
  const [some, twice] = [named(100_000), named(200_000)];
  for (const names of [some, twice]) assert.equal(names.of(36).name, '1, 3, 5, 7, 9, 11, 13, 15…');
  for (const capture of [0, 36, 37, 38])
    assert.ok(rowsMs(twice, capture) < 1.5 * Math.max(rowsMs(some, capture), 20), `capture ${capture} takes longer with more lines`);
  assert.equal(named(3).of(37).name, '10000000–10000002');
  assert.equal(named(100).of(37).name, '10000000–10000099');
});

test('among many runs of copies, a row is named as fast as among few, whichever copy it is about', () => {
  const named = (runs: readonly CopyRun[]): CopyNames =>
    new CopyNames(runs, { ofCopy, ofCopies: ofCopy, ofCapture: { ...ofCopy, name: 'capture {}' } } as never);
  const apart = (count: number): CopyNames => {
    const known = new CopyNumbers();
    const fact = { atMs: startMs, pid: 7, ordinal: null, fragments: 1 };
    for (let n = count; n > 0; n--) known.learn({ ...fact, capture: 2 * n, fragment: 3 * n });
    return named(known.runs());
  };
  const [few, many] = [apart(100), apart(50_000)];
  for (const n of [1, 4_000, 49_999])
    assert.deepEqual([many.of(2 * n).name, many.of(2 * n + 1).name], [`${3 * n}`, `capture ${2 * n + 1}`]);
  const rowsMs = (names: CopyNames, most: number): number =>
    leastCpuMs(() => {
      for (let row = 0; row < 20_000; row++) names.of(1 + (row % (2 * most)));
    });
  const [short, long] = [rowsMs(few, 100), rowsMs(many, 50_000)];
  assert.ok(long < 4 * Math.max(short, 20), `${long} ms, and ${short} ms`);
  const overlapping = named([
    [10, 100, 50, 1],
    [12, 300, 1, 2],
    [12, 200, 1, 1],
    [40, 400, 30, 1],
  ]);
  const names = [9, 10, 12, 13, 45, 60, 70].map((capture) => overlapping.of(capture).name);
  assert.deepEqual(names, ['capture 9', '100', '102, 200, 300, 301', '103', '135, 405', '420', 'capture 70']);
});
