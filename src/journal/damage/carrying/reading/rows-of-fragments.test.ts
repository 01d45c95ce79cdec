import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '../../../row-values.ts';
import { NeedsTable, RowsOfFragments } from './rows-of-fragments.ts';

/** Two rows of a fragment: the first one is damaged. What reads the table as a whole fails at once. */
function read(sql: string): readonly Row[] {
  if (sql.startsWith('SELECT count(*)')) return [{ n: 2 }];
  if (sql.startsWith('SELECT rowid AS number')) return [{ number: 1 }, { number: 2 }];
  throw new Error('damaged');
}

test('once an index was damaged, a fragment that another page of it finds keeps the rows that can be read', () => {
  const second = { fragment_id: 7, position: 1 };
  let isIndexDamaged = true;
  const rows = new RowsOfFragments({
    highest: 100,
    rows: () => {
      throw new Error('damaged');
    },
    read: (sql, ...given) => {
      if (sql.endsWith('WHERE rowid = ?') && sql.startsWith('SELECT *') && given[0] === 2) return [second];
      if (isIndexDamaged) throw new Error('damaged');
      return read(sql);
    },
  });
  assert.throws(() => rows.of('representations', 9), NeedsTable);
  assert.equal(
    rows.readTable('representations', () => true),
    false,
    'there is no time',
  );
  assert.throws(() => rows.of('representations', 9), NeedsTable, 'and nobody knows');
  isIndexDamaged = false;
  assert.deepEqual(rows.of('representations', 7), [second]);
  assert.equal(rows.mayLack('representations', 7), true);
});
