/** For tests: a journal as an earlier Hub left it. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type KeptJournal, keepSchema, readSchemaCopy, type SchemaCopy } from '../../../src/journal/damage/schema/schema-copy.ts';
import type { JournalPlace } from '../../../src/journal/journal.ts';
import { migrations } from '../../../src/journal/migrations.ts';

/** Creates it in this form; with some receipts in it, the tables of later forms begin on other pages. Returns the copy of its schema that is beside it. */
export function olderJournal(place: JournalPlace, form: number, receipts = 0): SchemaCopy {
  using database = new DatabaseSync(place.file);
  database.exec('PRAGMA journal_mode = WAL');
  for (const migration of migrations.slice(0, form)) database.exec(migration);
  const insert = database.prepare('INSERT INTO receipts VALUES (?, ?, ?, 1)');
  for (let row = 0; row < receipts; row += 1) insert.run('/w', createHash('sha256').update(String(row)).digest('hex'), '/w/x');
  database.exec(`PRAGMA user_version = ${form}`);
  const journal: KeptJournal = {
    statement: (sql) => database.prepare(sql),
    snapshot: (work) => work(),
    // It gave journals no numbers of their own.
    transaction: () => {
      throw new Error('an earlier Hub');
    },
    tryEmptyLog: () => true,
  };
  keepSchema(journal, place.file);
  const copy = readSchemaCopy(place.file);
  if (copy === null) throw new Error('no copy of the schema was kept');
  return copy;
}
