/** For tests: a journal whose copies are known, to be damaged, and what comes over of it. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { nothingLost } from '../../../src/domain/retention/lost-copies.ts';
import { blobPath } from '../../../src/journal/blobs.ts';
import { recordCapture } from '../../../src/journal/captures/captures.ts';
import { readLoss } from '../../../src/journal/damage/loss-file.ts';
import { openJournalOrFresh } from '../../../src/journal/damage/quarantine.ts';
import { readSchemaCopy } from '../../../src/journal/damage/schema/schema-copy.ts';
import { pageBytes } from '../../../src/journal/damage/schema/schema-pages.ts';
import { contentPlaces } from '../../../src/journal/fragments/fragments.ts';
import type { Journal, JournalPlace } from '../../../src/journal/journal.ts';
import { annotate } from '../../../src/journal/keeping/annotations.ts';
import { seeded } from '../../harness/secret-examples.ts';
import { capture, journalPlace, spooledContent, textCapture, textFragment } from '../temporary-journal.ts';

export const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);
export const copies = 60;
export const seed = randomInt(2 ** 31);
export const random = seeded(seed);
export const noise = (): Buffer => Buffer.from(Array.from({ length: pageBytes }, () => Math.floor(random() * 256)));
const textOf = (id: number): string => `copy number${id} ${'of words '.repeat(40)}`;
const noteOf = (id: number): string => `note of ${id}`;
const large = Buffer.alloc(200_000, 'large ');

/** Copies, every fifth of them with a note, and a large one, in a journal whose schema is kept as at each start. */
function fill(place: JournalPlace): void {
  using journal = openJournalOrFresh(place, atMs).journal;
  for (let id = 1; id < copies; id += 1) {
    recordCapture(journal, textCapture(textOf(id), { copiedAtMs: 1_000 + id }));
    if (id % 5 === 0) annotate(journal, id, { note: noteOf(id), addTags: ['tide'] });
  }
  recordCapture(journal, capture([textFragment(spooledContent(place, large))]));
}

let filled: JournalPlace | null = null;

export function filledJournal(t: TestContext): JournalPlace {
  const place = journalPlace(t);
  if (filled === null) {
    filled = {
      file: path.join(`${path.dirname(place.file)}-filled`, 'hub.db'),
      blobs: path.join(`${path.dirname(place.file)}-filled`, 'blobs'),
    };
    mkdirSync(filled.blobs, { recursive: true });
    fill(filled);
  }
  cpSync(path.dirname(filled.file), path.dirname(place.file), { recursive: true });
  return place;
}

test.after(() => {
  if (filled !== null) rmSync(path.dirname(filled.file), { recursive: true });
});

export type Damage = readonly [page: number, bytes: Buffer];

export function damage(place: JournalPlace, damages: readonly Damage[]): Buffer {
  const bytes = readFileSync(place.file);
  for (const [page, by] of damages) by.copy(bytes, (page - 1) * pageBytes);
  writeFileSync(place.file, bytes);
  return bytes;
}

export interface Outcome {
  readonly carried: number;
  /** The ids of copies that did not come over. */
  readonly gone: readonly number[];
  readonly aside: string;
}

/** Starts with the damaged journal. What came over is as it was copied, and what did not is told as lost or waiting, whatever was damaged. */
export function started(place: JournalPlace, label: string): Outcome {
  using journal = openJournalOrFresh(place, atMs).journal;
  const ids = journal.statement('SELECT id FROM fragments ORDER BY id').all();
  for (const { id } of ids) assertAsCopied(journal, Number(id), label);
  for (const { fragment_id, note } of journal.statement('SELECT fragment_id, note FROM annotations').all())
    assert.equal(note, noteOf(Number(fragment_id)), label);
  for (const { tag, fragment_id } of journal.statement('SELECT tag, fragment_id FROM tags').all())
    assert.deepEqual([tag, Number(fragment_id) % 5], ['tide', 0], label);
  const there = new Set(ids.map(({ id }) => Number(id)));
  const gone = Array.from({ length: copies }, (_, at) => at + 1).filter((id) => !there.has(id));
  const aside = `${place.file}.bad-2026-03-01T09-05-07-042Z`;
  const loss = existsSync(aside) ? readLoss(aside) : nothingLost;
  assert.ok(loss !== null, label);
  const isTold = (id: number): boolean =>
    id < (loss.waitsBelow ?? 0) || [...loss.lost, ...loss.unsure].some(([first, last]) => id >= first && id <= last);
  for (const id of gone) assert.ok(isTold(id), `${label}: ${id} is told`);
  return { carried: there.size, gone, aside };
}

function assertAsCopied(journal: Journal, id: number, label: string): void {
  const [content] = contentPlaces(journal, id);
  assert.ok(content !== undefined && id >= 1 && id <= copies, `${label}: ${id}`);
  const bytes = 'inline' in content ? Buffer.from(content.inline) : readFileSync(blobPath(journal, content.sha256));
  assert.ok(bytes.equals(id === copies ? large : Buffer.from(textOf(id))), `${label}: ${id}`);
}

/** The first page of the file, and those with the rows of the schema. */
export function schemaPages(place: JournalPlace): readonly number[] {
  const copy = readSchemaCopy(place.file);
  assert.ok(copy !== null);
  return [1, ...copy.leaves.map(({ page }) => page)];
}
