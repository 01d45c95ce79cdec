/** For tests: a journal in a temporary folder, and captures to put into it. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Absence, CounterName, JournalContent, NewCapture, NewFragment } from '../../src/contract/journal.ts';
import type { Loss } from '../../src/domain/retention/lost-copies.ts';
import { recordNote } from '../../src/journal/captures/copy-notes.ts';
import { writeProgress } from '../../src/journal/damage/carrying/progress.ts';
import { writeRest } from '../../src/journal/damage/carrying/rest.ts';
import { writeLoss } from '../../src/journal/damage/loss-file.ts';
import type { Judgement } from '../../src/journal/fragments/fragment-states.ts';
import { type Journal, type JournalPlace, openJournal } from '../../src/journal/journal.ts';
import type { WriteOutcome } from '../../src/journal/writing/write-outcome.ts';
import { runWrite } from '../../src/journal/writing/write-table.ts';
import type { JournalWriter } from '../../src/journal/writing/writer.ts';
import { temporaryHome } from '../harness/temporary-home.ts';

export function journalPlace(t: TestContext): JournalPlace {
  const folder = temporaryHome(t);
  const place = { file: path.join(folder, 'hub.db'), blobs: path.join(folder, 'blobs') };
  mkdirSync(place.blobs);
  return place;
}

/** The file of an empty journal: migrating each one would take the longest part of many tests. */
let emptyJournal: Uint8Array | null = null;

/** The same with an empty journal in it, as `openJournal` creates it. */
export function createdJournal(t: TestContext): JournalPlace {
  const place = journalPlace(t);
  if (emptyJournal === null) {
    openJournal(place)[Symbol.dispose]();
    emptyJournal = readFileSync(place.file);
  } else writeFileSync(place.file, emptyJournal, { mode: 0o600 });
  return place;
}

export function testJournal(t: TestContext, place: JournalPlace = createdJournal(t)): Journal {
  const journal = openJournal(place);
  t.after(() => journal[Symbol.dispose]());
  return journal;
}

export function inlineContent(content: string | Uint8Array): JournalContent {
  const bytes = Buffer.from(content);
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), inline: bytes };
}

/** A content in a temporary file, as the content spool leaves it. */
export function spooledContent(
  { blobs }: { readonly blobs: string },
  content: string | Uint8Array,
): JournalContent & { readonly file: string } {
  const { bytes, sha256 } = inlineContent(content);
  const file = path.join(blobs, `.~hub-${randomBytes(8).toString('hex')}.tmp`);
  writeFileSync(file, content, { mode: 0o600 });
  return { bytes, sha256, file };
}

export function textFragment(content: JournalContent, mediaType = 'text/plain'): NewFragment {
  return { kind: mediaType.startsWith('image/') ? 'image' : 'text', representations: [{ mediaType, content }] };
}

export function capture(fragments: readonly NewFragment[], others: Partial<NewCapture> = {}): NewCapture {
  const app = { name: 'Editor', executable: '/usr/bin/editor', pid: 7, windowTitle: 'a title' };
  return {
    origin: 'clipboard',
    copiedAtMs: 1_000,
    source: { type: 'local', name: 'Editor', path: '', app },
    givenName: null,
    fragments,
    ...others,
  };
}

export function textCapture(text: string, others: Partial<NewCapture> = {}): NewCapture {
  return capture([textFragment(inlineContent(text))], others);
}

/** Records what the monitor records when the clipboard holds nothing to show. */
export function recordNothingPresent(journal: Journal, atMs: number, absence: Absence, counter?: CounterName): void {
  recordNote(journal, { counts: counter === undefined ? {} : { [counter]: 1 }, present: { absence, atMs } });
}

/** A writer without a thread, which has done each write when it returns. */
export function directWriter(journal: Journal): JournalWriter {
  return {
    write: async (name, ...given) => runWrite(() => journal, { name, given, again: false }) as WriteOutcome<never>,
  };
}

/** What the judge said of a fragment in which it detected nothing. */
export function judged(verdict: Judgement['verdict']): Judgement {
  return { detection: null, embeddedFilename: null, pictureSize: null, verdict };
}

export interface WrittenDown {
  readonly copies: number;
  readonly incomplete: number;
  /** Null: nobody knows. */
  readonly loss: Loss | null;
  /** Whether what belongs to the copies came over; it did unless given. */
  readonly isRestThere?: boolean;
}

/** Writes down what was carried over from a journal that was put aside under this name. What can't be written is left out. */
export function writeCarriedOver(journal: Journal, file: string, { copies, incomplete, loss, isRestThere = true }: WrittenDown): void {
  try {
    if (loss !== null) writeLoss(path.join(path.dirname(journal.blobs), file), loss);
  } catch {}
  journal.transaction(() => {
    writeProgress(journal, file, { copies, incomplete, below: 1, begun: 0 });
    if (isRestThere) writeRest(journal, file);
  });
}
