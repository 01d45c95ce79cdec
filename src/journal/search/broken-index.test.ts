/** What is wrong in the indexes costs time, and hides no fragment. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { foundIds, searchQuery } from '../../../test/doubles/found-fragments.ts';
import { journalPlace, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { type Journal, type JournalReader, openJournal } from '../journal.ts';
import { indexBlocksStep } from './index-blocks.ts';
import { searchPage } from './search.ts';

function fill(journal: Journal, count: number): void {
  for (let n = 1; n <= count; n += 1) recordCapture(journal, textCapture(`words ${n}`, { copiedAtMs: n * 1_000 }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
}

function indexAll(journal: Journal): void {
  for (let steps = 0; indexBlocksStep(journal, 1_000) === 'more'; steps += 1) assert.ok(steps < 1_000, 'it comes to an end');
}

/** Changes rows past the types of their table, as a damaged page does. */
function damage(file: string, table: string, sql: string): void {
  using database = new DatabaseSync(file, { defensive: false });
  const form = String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.sql);
  for (const [as, change] of [
    [form.replace(/ STRICT$/, ''), sql],
    [form, ''],
  ] as const) {
    database.exec('PRAGMA writable_schema = ON');
    database.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(as, table);
    database.exec(`PRAGMA writable_schema = RESET; ${change}`);
  }
}

test('a block whose row is damaged is indexed, and so are those before it', (t) => {
  const place = journalPlace(t);
  using journal = openJournal(place);
  fill(journal, 100);
  damage(place.file, 'unindexed_blocks', "UPDATE unindexed_blocks SET times = 'words' WHERE block = 2");
  indexAll(journal);
  assert.deepEqual(
    journal
      .statement('SELECT block FROM unindexed_blocks')
      .all()
      .map(({ block }) => block),
    [3],
  );
});

test('with a damaged row of a day, all of its copies are found', (t) => {
  const place = journalPlace(t);
  using journal = openJournal(place);
  fill(journal, 100);
  indexAll(journal);
  for (const [column, value] of [
    ['highest', "'words'"],
    ['lowest', "'words'"],
    ['lowest', '9223372036854775807'],
  ]) {
    damage(place.file, 'index_days', `UPDATE index_days SET lowest = 1, highest = 95; UPDATE index_days SET ${column} = ${value}`);
    assert.equal(foundIds(journal, 'words on:1970-01-01').length, 100, `${column} is ${value}`);
  }
});

test('a program is found that has no number of its own, because there are too many', (t) => {
  const journal = testJournal(t);
  fill(journal, 40);
  journal.statement("UPDATE captures SET app_name = 'Krita' WHERE id = 7").run();
  journal
    .statement(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
       INSERT INTO index_facts (field, value) SELECT 'app', 'hostile' || n FROM numbers`,
    )
    .run();
  indexAll(journal);
  assert.deepEqual(foundIds(journal, 'app:krita'), [7]);
});

test('a search reads only those unindexed blocks that it gets to', (t) => {
  const journal = testJournal(t);
  fill(journal, 40);
  journal
    .statement(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
       INSERT INTO fragments (id, capture_id, kind, state) SELECT 100 + 32 * n, 1, 'image', 'kept' FROM numbers`,
    )
    .run();
  recordCapture(journal, textCapture('words at last'));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  let rows = 0;
  const counting: JournalReader = {
    ...journal,
    damaged: 0,
    statement: (sql) => {
      const statement = journal.statement(sql);
      if (!sql.includes('unindexed_blocks')) return statement;
      return {
        ...statement,
        all: (...given) => {
          const all = statement.all(...given);
          rows += all.length;
          return all;
        },
        rows: function* (...given) {
          for (const row of statement.rows(...given)) {
            rows += 1;
            yield row;
          }
        },
      };
    },
  };
  const page = searchPage(counting, { query: searchQuery('words'), limit: 1 }, () => true);
  assert.equal(page.found.length, 1);
  assert.ok(rows < 10, `${rows}`);
});
