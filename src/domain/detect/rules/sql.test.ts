import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleOf } from '../text-sample.ts';
import { claimSql } from './sql.ts';

function isSql(text: string): boolean {
  const sample = sampleOf(text);
  return sample !== null && claimSql(sample) !== null;
}

describe('a query', () => {
  const queries = [
    'SELECT name FROM users;',
    'select id, name from users where age > 30;',
    'select a, b\nfrom t\nwhere c = 1\norder by d',
    '-- how many\nSELECT COUNT(*) AS n\nFROM "my table" t\nJOIN b ON b.id = t.id',
    'select * from a',
    'DELETE FROM t WHERE id = 1',
    "UPDATE users SET name = 'Bob' WHERE id = 3;",
    'insert into t (a, b) values (1, 2)',
    'create table if not exists t (\n  id int\n)',
    'ALTER TABLE t ADD COLUMN x INT;',
    'WITH last AS (\n  SELECT 1\n)\nSELECT * FROM last',
  ];
  for (const text of queries) test(`is recognized: ${JSON.stringify(text)}`, () => assert.ok(isSql(text)));

  const others = [
    'select a seat from the plan',
    'Select one from the list.',
    'select ?s from <http://example.org/> where { ?s ?p ?o }',
    'update the report set for Friday',
    'create table reservations for Sunday',
    'delete from my phone',
    'insert into the slot',
    'with love as always (select friends)',
    'drop table reservations please',
  ];
  for (const text of others) test(`is not recognized in a sentence: ${JSON.stringify(text)}`, () => assert.ok(!isSql(text)));

  test('without an end is checked at once', { timeout: 20_000 }, () => {
    for (const piece of ['select ', 'a, ', ' from ', '(', 'with a as (', '-- \n', ' \n']) {
      assert.equal(typeof isSql(`select ${piece.repeat(50_000)}`), 'boolean');
      assert.equal(typeof isSql(piece.repeat(50_000)), 'boolean');
    }
  });
});
