/** Rows of a damaged journal are read as long as there is time, and no longer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdJournal } from '../../../../test/doubles/temporary-journal.ts';
import { openJournal } from '../../journal.ts';
import { DamagedJournal } from './damaged-journal.ts';
import { RowCopier } from './row-copier.ts';

test('where the time or the new journal ends it, no statement on the damaged journal stays open', (t) => {
  const [from, place] = [createdJournal(t), createdJournal(t)];
  {
    using damaged = openJournal(from);
    for (let n = 1; n <= 3; n += 1) damaged.statement('INSERT INTO counters VALUES (?, 1)').run(`c${n}`);
  }
  using journal = openJournal(place);
  using old = new DamagedJournal(from.file);
  const { rows } = old;
  let open = 0;
  old.rows = function* (sql) {
    open += 1;
    try {
      yield* rows(sql);
    } finally {
      open -= 1;
    }
  };
  const copier = new RowCopier(old, journal);
  assert.equal(copier.table('counters', 0), false);
  assert.equal(open, 0);
  t.mock.method(journal, 'statement', () => {
    throw new Error('the disk is full');
  });
  assert.throws(() => copier.table('counters', Number.POSITIVE_INFINITY), /full/);
  assert.equal(open, 0);
});
