/** For tests: the copy of SQLite's schema beside a journal, as it is and as anybody may write it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
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

/** Makes it one that an earlier Hub has left, without a number of its own (SQLite file format, §1.3), with its copy. Nobody may have it open. */
export function forgetNumber(place: JournalPlace): void {
  const copy = copyOf(place);
  writeFileSync(place.file, readFileSync(place.file).fill(0, 68, 72));
  writeCopy(place, { ...copy, journal: 0 });
}
