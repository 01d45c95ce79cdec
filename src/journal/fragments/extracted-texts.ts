/** The texts that were read in pictures and copied files: which wait, which attempts there were, and what became of each. */
import type { ExtractionFailure } from '../../contract/extraction.ts';
import { type ExtractionState, extractionFailures, extractionStates } from '../../contract/fragment-words.ts';
import { type SecretFamily, secretFamilies } from '../../contract/secret-families.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { oneMore, textOf, wholeNumber, wordOf } from '../row-values.ts';
import { currentNumber } from './earlier-copies.ts';

/** A picture that ends whoever reads it is not read by itself more often. */
export const mostAttempts = 2;
/** So much of a text is kept, in UTF-16 units. */
export const keptCharacters = 262_144;

/** What was read in a picture, or in one of the copied files. */
export interface ExtractedRow {
  /** From 0 on; of a picture always 0. */
  readonly file: number;
  readonly state: ExtractionState;
  readonly failure: ExtractionFailure | null;
  /** Of a secret in it: it has no text then, or one that an exception keeps. */
  readonly secret: SecretFamily | null;
  /** Its beginning. */
  readonly text: string | null;
  /** There is more of it than that. */
  readonly isCut: boolean;
}

/** What became of an attempt. `waiting`: there is to be another one; an attempt that was interrupted does not count. */
export type ReadingResult =
  | { readonly state: 'read'; readonly text: string; readonly isCut: boolean; readonly secret: SecretFamily | null }
  | { readonly state: 'empty' }
  | { readonly state: 'waiting'; readonly counts: boolean }
  | { readonly state: 'failed'; readonly reason: ExtractionFailure }
  | { readonly state: 'secret'; readonly secret: SecretFamily | null };

/** Those of a fragment, each with so much of its text. What only waits is not among them; a damaged row is none. */
export function readExtractedTexts(journal: JournalReader, fragmentId: number, characters: number): readonly ExtractedRow[] {
  return journal
    .statement(
      `SELECT file, state, reason, substr(text, 1, ?2) AS text, is_cut OR length(text) > ?2 AS is_cut
       FROM extracted_texts WHERE fragment_id = ?1 AND state <> 'waiting' ORDER BY file`,
    )
    .all(fragmentId, characters)
    .flatMap((row) => {
      const [file, state] = [wholeNumber(row.file), wordOf(extractionStates, row.state)];
      if (file === null || state === null) return [];
      const [failure, secret] = [wordOf(extractionFailures, row.reason), wordOf(secretFamilies, row.reason)];
      return [{ file, state, failure, secret, text: textOf(row.text), isCut: row.is_cut === 1 }];
    });
}

/** The whole text of one of its files, as far as it was kept; null without one. */
export function extractedText(journal: JournalReader, fragmentId: number, file: number): string | null {
  const row = journal.statement('SELECT text FROM extracted_texts WHERE fragment_id = ? AND file = ?').get(fragmentId, file);
  return textOf(row?.text);
}

/** The beginnings of all texts of a fragment, for a search. */
export function searchedTexts(journal: JournalReader, fragmentId: number, characters: number): string {
  const row = journal
    .statement(
      'SELECT group_concat(text, char(10)) AS text FROM (SELECT substr(text, 1, ?2) AS text FROM extracted_texts WHERE fragment_id = ?1 AND text IS NOT NULL ORDER BY file)',
    )
    .get(fragmentId, characters);
  return (textOf(row?.text) ?? '').slice(0, characters);
}

const isKept = "state IN ('kept', 'saved', 'failed')";

/** Counts the beginning of an attempt, and returns how many there are now; null for what is not kept (any more). An earlier text stays until there is another. */
export function beginReading(journal: Journal, fragmentId: number, file: number): number | null {
  return journal.transaction(() => {
    if (journal.statement(`SELECT 1 FROM fragments WHERE id = ? AND ${isKept}`).get(fragmentId) === undefined) return null;
    const row = journal
      .statement(
        `INSERT INTO extracted_texts (fragment_id, file, state, attempts) VALUES (?, ?, 'reading', 1)
         ON CONFLICT (fragment_id, file) DO UPDATE SET state = 'reading', attempts = ${oneMore('attempts')} RETURNING attempts`,
      )
      .get(fragmentId, file);
    return wholeNumber(row?.attempts);
  });
}

/** Records what became of an attempt that has begun; nothing if the fragment was deleted meanwhile. One that was copied again has another number by then. */
export function recordExtracted(journal: Journal, begunAs: number, file: number, result: ReadingResult): void {
  const fragmentId = currentNumber(journal, begunAs);
  const set = (columns: string, ...values: (string | number | null)[]): unknown =>
    journal.statement(`UPDATE extracted_texts SET ${columns} WHERE fragment_id = ? AND file = ?`).run(...values, fragmentId, file);
  journal.transaction(() => {
    switch (result.state) {
      case 'read':
        return set("state = 'read', text = ?, is_cut = ?, reason = ?", result.text, result.isCut ? 1 : 0, result.secret);
      case 'empty':
        return set("state = 'empty', text = NULL, reason = NULL");
      case 'secret':
        return set("state = 'secret', text = NULL, reason = ?", result.secret);
      case 'failed':
        return set("state = iif(text IS NULL, 'failed', 'read'), reason = iif(text IS NULL, ?, reason)", result.reason);
      case 'waiting':
        set("state = iif(text IS NULL, 'waiting', 'read'), attempts = max(attempts - ?, 0)", result.counts ? 0 : 1);
        return giveUp(journal, fragmentId);
    }
  });
}

/** A copied file does not wait: it is read on request. Nor does a picture that has had its attempts. */
function giveUp(journal: Journal, fragmentId: number): void {
  journal
    .statement(
      `UPDATE extracted_texts SET state = 'failed', reason = 'crashed' WHERE fragment_id = ? AND state = 'waiting' AND attempts >= ${mostAttempts}`,
    )
    .run(fragmentId);
  journal
    .statement(
      "DELETE FROM extracted_texts WHERE fragment_id = ?1 AND state = 'waiting' AND EXISTS (SELECT 1 FROM fragments WHERE id = ?1 AND kind <> 'image')",
    )
    .run(fragmentId);
}

/** Call at the start: what was being read when the process ended is tried again, a picture by itself, unless it has had its attempts. */
export function resumeReadings(journal: Journal): void {
  journal.transaction(() => {
    journal.statement("UPDATE extracted_texts SET state = 'read' WHERE state = 'reading' AND text IS NOT NULL").run();
    journal
      .statement(`UPDATE extracted_texts SET state = 'failed', reason = 'crashed' WHERE state = 'reading' AND attempts >= ${mostAttempts}`)
      .run();
    journal
      .statement(
        `DELETE FROM extracted_texts WHERE state = 'reading' AND NOT EXISTS (SELECT 1 FROM fragments WHERE id = fragment_id AND kind = 'image')`,
      )
      .run();
    journal.statement("UPDATE extracted_texts SET state = 'waiting' WHERE state = 'reading'").run();
  });
}

/** Pictures that may be read by themselves: of at most so many pixels, and neither private nor only selected. */
const unread = `extracted_texts INDEXED BY texts_waiting
         JOIN fragments ON fragments.id = fragment_id JOIN captures ON captures.id = capture_id
       WHERE extracted_texts.state = 'waiting' AND pixels <= ? AND fragments.state IN ('kept', 'saved', 'failed')
         AND kind = 'image' AND secret IS NULL AND exempt = 0 AND origin <> 'selection'`;

/** How many pictures may be read by themselves; at most `most` are counted. */
export function countUnread(journal: JournalReader, mostPixels: number, most: number): number {
  const row = journal.statement(`SELECT count(*) AS pictures FROM (SELECT 1 FROM ${unread} LIMIT ?)`).get(mostPixels, most);
  return wholeNumber(row?.pictures) ?? 0;
}

/** The newest picture that may be read by itself. Null without one. */
export function nextUnread(journal: JournalReader, mostPixels: number): { readonly fragmentId: number; readonly attempts: number } | null {
  const row = journal
    .statement(`SELECT fragment_id, extracted_texts.attempts AS tried FROM ${unread} ORDER BY fragment_id DESC LIMIT 1`)
    .get(mostPixels);
  const [fragmentId, attempts] = [wholeNumber(row?.fragment_id), wholeNumber(row?.tried)];
  return fragmentId === null || attempts === null ? null : { fragmentId, attempts };
}

/** The newest has what was read, or is being read, in the earlier one, unless it was read itself. */
export function takeOverExtractedTexts(journal: Journal, into: number, from: number): void {
  journal
    .statement(
      `DELETE FROM extracted_texts WHERE fragment_id = ?1 AND state IN ('waiting', 'reading')
         AND EXISTS (SELECT 1 FROM extracted_texts AS earlier WHERE earlier.fragment_id = ?2 AND earlier.file = extracted_texts.file
           AND earlier.state <> 'waiting' AND (earlier.state <> 'reading' OR extracted_texts.state = 'waiting'))`,
    )
    .run(into, from);
  journal.statement('UPDATE OR IGNORE extracted_texts SET fragment_id = ? WHERE fragment_id = ?').run(into, from);
}
