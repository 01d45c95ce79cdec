import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLostMarks } from './lost-marks.ts';

/** `#` is ink. A digit is a block here, 20 pixels high, so the base line is below row 19; between two of them stand these rows, from one on. */
const digitsWith = (from: number, ...between: readonly string[]): readonly string[] =>
  Array.from({ length: 26 }, (_, row) => {
    const block = row < 20 ? '##########' : '..........';
    return `${block}..${between[row - from] ?? '......'}..${block}`;
  });
const empty = digitsWith(0);
const point = digitsWith(17, '.###..', '.###..', '.###..');
const comma = digitsWith(17, '.###..', '.###..', '.###..', '...#..', '..##..');

/** What becomes of the two signs that were read there. */
function read(rows: readonly string[], text = '42'): string {
  const width = rows[0]?.length ?? 0;
  const pixels = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 0 : 255));
  const [first = '', second = ''] = text;
  const symbols = [
    { text: first, left: 0, right: 12, certainty: 1 },
    { text: second, left: 12, right: width, certainty: 0.9 },
  ];
  const word = { top: 0, bottom: 20, certainty: 1, symbols };
  const [line] = withLostMarks({ width, height: rows.length, pixels }, [{ top: 0, bottom: 20, words: [word] }]);
  return line?.words[0]?.symbols.map((symbol) => symbol.text).join('') ?? '';
}

test('a point or comma between two digits that was not read is put back', () => {
  assert.deepEqual([read(point), read(comma), read(empty)], ['4.2', '4,2', '42']);
});

test('nothing is put between other signs, nor for what is no single mark on the base line', () => {
  for (const text of ['4m', 'x2', '--']) assert.equal(read(point, text), text);
  const high = digitsWith(6, '.###..', '.###..', '.###..');
  const twice = digitsWith(18, '##..##', '##..##');
  const speck = digitsWith(19, '..#...');
  const wide = digitsWith(18, '######', '######').map((row) => row.replace('..######..', '##########'));
  const below = digitsWith(21, '.###..', '.###..', '.###..');
  for (const rows of [high, twice, speck, wide, below]) assert.equal(read(rows), '42');
});

test('three digits in the place of two, or none, say nothing', () => {
  const third = empty.map((row, at) => (at < 20 ? row.replace('..........', '...####...') : row));
  assert.equal(read(third), '42');
  assert.equal(read(empty.map((row) => row.replaceAll('#', '.'))), '42');
});

test('the time that a picture takes grows with its size', () => {
  const cpuMs = (count: number): number => {
    const rows = comma.map((row) => row.repeat(count));
    const pixels = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 0 : 255));
    const width = rows[0]?.length ?? 0;
    const symbols = Array.from({ length: 2 * count }, (_, at) => ({ text: '1', left: at * 15, right: at * 15 + 15, certainty: 1 }));
    const word = { top: 0, bottom: 20, certainty: 1, symbols };
    const before = process.threadCpuUsage().user;
    withLostMarks({ width, height: rows.length, pixels }, [{ top: 0, bottom: 20, words: [word] }]);
    return (process.threadCpuUsage().user - before) / 1_000;
  };
  cpuMs(100);
  const [once, twice] = [1_000, 2_000].map((count) => Math.min(...Array.from({ length: 5 }, () => cpuMs(count))));
  assert.ok((twice ?? 0) < (once ?? 0) * 3 + 5, `${once} ms, then ${twice} ms`);
});

test('a minus sign before a digit is put back, and not what is no dash or may go on', () => {
  const negative = (dash: string, row = 11, from = 30): string => {
    const rows = Array.from(
      { length: 24 },
      (_, y) => `${' '.repeat(from)}${y >= row && y < row + 3 ? dash.padEnd(8) : '        '}  ##########  `,
    );
    const width = rows[0]?.length ?? 0;
    const pixels = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 0 : 255));
    const symbols = [{ text: '5', left: from + 9, right: width, certainty: 1 }];
    const word = { top: 0, bottom: 24, certainty: 1, symbols };
    const [line] = withLostMarks({ width, height: rows.length, pixels }, [{ top: 0, bottom: 24, words: [word] }]);
    return line?.words[0]?.symbols.map((symbol) => symbol.text).join('') ?? '';
  };
  assert.equal(negative('#######'), '-5');
  for (const none of [
    negative(''),
    negative('##'),
    negative('#######', 1),
    negative('#######', 21),
    negative('## ####'),
    negative('########', 11, 0),
  ])
    assert.equal(none, '5');
});
