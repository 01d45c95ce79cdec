/** A journal that was in use, with copies in its log alone, and is damaged in its schema. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { olderJournal } from '../../../../test/doubles/journals/older-journal.ts';
import { journalPlace } from '../../../../test/doubles/temporary-journal.ts';
import { contentPlaces } from '../../fragments/fragments.ts';
import { listFragments } from '../../fragments/listing.ts';
import { journalForm } from '../../journal-form.ts';
import { openJournalOrFresh } from '../quarantine.ts';
import { readSchemaCopy } from './schema-copy.ts';
import { pageBytes } from './schema-pages.ts';

const program = path.join(import.meta.dirname, '../../../../test/harness/journal/killed-user-program.ts');
const copies = 30;

test('a journal whose process was killed after a migration loses no copy with a page of the schema, those in its log included', (t) => {
  const killed = journalPlace(t);
  const older = olderJournal(killed, journalForm - 3);
  spawnSync(process.execPath, [program, killed.file, killed.blobs, String(copies)], { stdio: 'inherit', timeout: 60_000 });
  const copy = readSchemaCopy(killed.file);
  assert.ok(copy !== null && copy.form === journalForm && copy.version > older.version);
  assert.ok(statSync(`${killed.file}-wal`).size > copies * pageBytes);
  for (const page of [1, ...copy.leaves.map((leaf) => leaf.page)])
    for (const by of [Buffer.alloc(pageBytes), randomBytes(pageBytes)]) {
      const place = journalPlace(t);
      cpSync(path.dirname(killed.file), path.dirname(place.file), { recursive: true });
      const bytes = readFileSync(place.file);
      by.copy(bytes, (page - 1) * pageBytes);
      writeFileSync(place.file, bytes);
      const { journal, putAside } = openJournalOrFresh(place, Date.now());
      using _journal = journal;
      // The log has a first page, which is the one that counts.
      assert.equal(putAside !== null, page !== 1, `page ${page}`);
      const texts = listFragments(journal, { limit: 100 }).map(({ id }) => {
        const [content] = contentPlaces(journal, id);
        return content !== undefined && 'inline' in content ? Buffer.from(content.inline).toString() : null;
      });
      assert.deepEqual(
        texts,
        Array.from({ length: copies }, (_, at) => `copy ${copies - at}`),
        `page ${page}`,
      );
    }
});
