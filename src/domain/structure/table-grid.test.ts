import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { leastCpuMs } from '../../../test/harness/effort.ts';
import { structureLimits, type Table, type TableCell } from '../../contract/extraction/structured-text.ts';
import { TableGrid, type TableRoom, tableRoom } from './table-grid.ts';

function texts(table: Table | null | undefined): readonly (readonly string[])[] {
  return (table?.rows ?? []).map((row) => row.map(({ text }) => text));
}

test('a merged text stands in each cell that it spans, and a merged number once', () => {
  const grid = new TableGrid(tableRoom());
  grid.beginRow();
  grid.cell('Place', 1, 2);
  grid.cell('Height', 2);
  grid.endRow(true);
  grid.beginRow();
  grid.cell('high');
  grid.cell('low');
  grid.endRow(true);
  grid.beginRow();
  grid.cell('Husum', 1, 2);
  grid.cell('4.2', 1, 2);
  grid.cell('1.1');
  grid.beginRow();
  grid.cell('1.3');
  const table = grid.table({ name: null, page: null, offset: null });
  assert.deepEqual(texts(table), [
    ['Place', 'Height', 'Height'],
    ['Place', 'high', 'low'],
    ['Husum', '4.2', '1.1'],
    ['Husum', '', '1.3'],
  ]);
  assert.equal(table?.headings, 2);
  assert.deepEqual(table?.merged, [
    { row: 0, column: 0, rows: 2, columns: 1 },
    { row: 0, column: 1, rows: 1, columns: 2 },
    { row: 2, column: 0, rows: 2, columns: 1 },
    { row: 2, column: 1, rows: 2, columns: 1 },
  ]);
});

test('a merged cell that only its column makes a number or a date stands once', () => {
  for (const [merged, below] of [
    ['1.234', '2.5'],
    ['03/04/2026', '13/04/2026'],
  ] as const) {
    const grid = new TableGrid(tableRoom());
    grid.beginRow();
    grid.cell(merged, 1, 2);
    grid.cell('a');
    grid.beginRow();
    grid.cell('b');
    grid.beginRow();
    grid.cell(below);
    const table = grid.table({ name: null, page: null, offset: null });
    assert.deepEqual(
      table?.rows.map(([cell]) => cell?.text),
      [merged, '', below],
    );
    assert.notEqual(table?.rows[0]?.[0]?.type, 'text');
  }
});

/** So many rows of empty cells, below a first cell with this text. */
function emptyGrid(room: TableRoom, rows: number, columns: number, text: string): TableGrid {
  const grid = new TableGrid(room);
  for (let row = 0; row < rows; row += 1) {
    grid.beginRow();
    for (let column = 0; column < columns; column += 1) grid.cell(row + column === 0 ? text : '');
  }
  grid.endRow();
  return grid;
}

test('what is merged afterwards takes room for each copy, and for each cell that is looked at', () => {
  const room = tableRoom();
  const grid = emptyGrid(room, 90, 999, 'x'.repeat(structureLimits.cellCharacters));
  grid.merge({ row: 0, column: 0, rows: 90, columns: 999 });
  const written = texts(grid.table({ name: null, page: null, offset: null })).flat();
  assert.ok(written.reduce((sum, text) => sum + text.length, 0) <= structureLimits.characters);
  assert.deepEqual([room.isCut, room.characters >= 0], [true, true]);

  const again = tableRoom();
  const same = emptyGrid(again, 50, 1_000, 'x');
  for (let count = 0; count < 10_000; count += 1) same.merge({ row: 0, column: 0, rows: 50, columns: 1_000 });
  assert.deepEqual([same.table({ name: null, page: null, offset: null })?.merged.length, again.isCut], [2, true]);
});

test('of a table with more cells than there is room for its beginning is kept, also if its rows are not as long as each other', () => {
  for (const lengths of [[2], [1, 4, 4, 4], [4, 1]]) {
    const room = tableRoom();
    const grid = new TableGrid(room);
    for (let row = 0; row < 90_000; row += 1) {
      grid.beginRow();
      for (let column = 0; column < (lengths[row % lengths.length] ?? 0); column += 1) grid.cell(`${row}`);
    }
    const rows = texts(grid.table({ name: null, page: null, offset: null }));
    const [width, most] = [Math.max(...lengths), structureLimits.cells];
    assert.ok(rows.length * (width + 1) <= most && rows.length * (width + 1) > most * 0.6, `${rows.length}`);
    assert.deepEqual([rows[0]?.[0], rows.at(-1)?.[0], room.isCut], ['0', `${rows.length - 1}`, true]);
  }
});

test('texts of cells take room for each cell that they span', () => {
  const room = tableRoom();
  const grid = new TableGrid(room);
  grid.beginRow();
  grid.cell('x'.repeat(structureLimits.cellCharacters), 100);
  assert.equal(structureLimits.characters - room.characters, structureLimits.cellCharacters * 100);
  grid.cell('y'.repeat(structureLimits.cellCharacters), 100);
  assert.deepEqual([room.isCut, Math.floor(room.characters / structureLimits.cellCharacters)], [true, 0]);
});

test('a cell for which there is no room costs nothing', () => {
  let steps = 0;
  const cell: TableCell = {
    get text() {
      steps += 1;
      return 'x';
    },
    type: 'text',
  };
  const grid = new TableGrid(tableRoom());
  for (let row = 0; row < 5_000; row += 1) {
    grid.beginRow();
    grid.cell(cell, 1_000, 1_000);
  }
  grid.endRow();
  // Each cell with room is looked at a few times, and each of the others too.
  assert.ok(steps < 3 * structureLimits.cells, `${steps}`);
});

test('a grid of any spans is bounded, and each of its rows has as many cells', () => {
  const cell = fc.tuple(anyText({ maxLength: 3 }), fc.integer({ min: -1, max: 70_000 }), fc.integer({ min: -1, max: 70_000 }));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 30 }), (rows) => {
      const room = tableRoom();
      const grid = new TableGrid(room);
      for (const row of rows) {
        grid.beginRow();
        for (const [text, wide, high] of row) grid.cell(text, wide, high);
      }
      const table = grid.table({ name: null, page: null, offset: null });
      const widths = new Set((table?.rows ?? []).map((row) => row.length));
      assert.ok(widths.size <= 1);
      assert.ok((table?.rows ?? []).reduce((sum, row) => sum + row.length, 0) <= structureLimits.cells + structureLimits.columns);
      for (const { row, column, rows: high, columns: wide } of table?.merged ?? [])
        assert.ok(row + high <= (table?.rows.length ?? 0) && column + wide <= (table?.rows[0]?.length ?? 0));
    }),
    { numRuns: 50 },
  );
});

test('twice as many empty rows above twice as many merged cells take no more than about twice as long', () => {
  const costOf = (count: number): number =>
    leastCpuMs(() => {
      const grid = new TableGrid(tableRoom());
      for (let row = 0; row < count; row += 1) grid.beginRow();
      // Beyond the last column there are none.
      for (let cell = 0; cell < count * 2; cell += 1) grid.cell('', 2, 2);
      for (let row = 0; row < count / 2; row += 1) {
        grid.beginRow();
        grid.cell('', 2);
      }
      assert.equal(grid.takeTitle(), 0);
      assert.ok((grid.table({ name: null, page: null, offset: null })?.merged.length ?? 0) <= count);
    });
  const [once, twice] = [costOf(15_000), costOf(30_000)];
  assert.ok(twice < Math.max(250, 3 * once), `${once} ms, then ${twice} ms`);
});

test('cells beyond the last column are not held as merged ones, and take no room from others', () => {
  const grid = new TableGrid(tableRoom());
  grid.beginRow();
  for (let cell = 0; cell < structureLimits.columns + structureLimits.things; cell += 1)
    grid.cell('x', cell < structureLimits.columns ? 1 : 2);
  grid.endRow();
  grid.merge({ row: 0, column: 0, rows: 1, columns: 2 });
  assert.deepEqual(grid.table({ name: null, page: null, offset: null })?.merged, [{ row: 0, column: 0, rows: 1, columns: 2 }]);
});
