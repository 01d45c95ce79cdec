/** For tests: the copy of SQLite's schema beside a journal, as it is and as anybody may write it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readSchemaCopy, type SchemaCopy, schemaEnding } from '../../../src/journal/damage/schema/schema-copy.ts';
import type { JournalPlace } from '../../../src/journal/journal.ts';

/** As Hub writes it, whoever does. */
export function writeCopy(place: JournalPlace, copy: unknown): void {
  const json = JSON.stringify(copy);
  writeFileSync(`${place.file}${schemaEnding}`, `${createHash('sha256').update(json).digest('hex')}\n${json}\n`);
}

export function copyOf(place: JournalPlace): SchemaCopy {
  const copy = readSchemaCopy(place.file);
  assert.ok(copy !== null);
  return copy;
}
