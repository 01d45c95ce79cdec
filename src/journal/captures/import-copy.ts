/**
 * Adds copies of another history, with their times and annotations. A content that the history has already gets what is new about it, and is no second
 * entry; so importing the same file twice changes nothing.
 */
import { annotationLimits } from '../../contract/fragment-words.ts';
import type { NewCapture, NewFragment } from '../../contract/journal.ts';
import { adoptBlob } from '../blobs.ts';
import { type EarlierCopy, mostEarlierCopies } from '../fragments/earlier-copies.ts';
import { isSelected } from '../fragments/selections.ts';
import type { Journal, JournalReader } from '../journal.ts';
import type { Annotations } from '../keeping/annotations.ts';
import { contentForms, formsOf, sameMain } from '../keeping/same-content.ts';
import { isSoundId, timeOf, wholeNumber } from '../row-values.ts';
import { insertCapture } from './captures.ts';

/** One fragment, of the origin `import`. */
export interface ImportedCopy {
  readonly capture: NewCapture;
  /** Whether `copiedAtMs` is the time of the copy; otherwise that of the file it comes from. */
  readonly timeIsKnown: boolean;
  readonly copies: number;
  readonly firstCopiedAtMs: number;
  readonly earlier: readonly EarlierCopy[];
  readonly annotations: Annotations;
}

/** `joined`: the history had its content, and has more times, annotations or formats of it now. `known`: it had all of it. */
export type Imported = 'added' | 'joined' | 'known';

/** Adds them, oldest first, in one transaction. The temporary files of contents that are not needed stay with the caller. */
export function importCopies(journal: Journal, copies: readonly ImportedCopy[]): readonly Imported[] {
  return journal.durableTransaction(() => copies.map((copy) => importCopy(journal, copy)));
}

/** Whether the history has this content. */
export function hasContent(journal: JournalReader, { fragments }: Pick<NewCapture, 'fragments'>): boolean {
  return fragmentWith(journal, fragments[0]) !== null;
}

function importCopy(journal: Journal, copy: ImportedCopy): Imported {
  const known = fragmentWith(journal, copy.capture.fragments[0]);
  if (known === null) {
    const [id = 0] = insertCapture(journal, copy.capture).fragmentIds;
    journal
      .statement('UPDATE fragments SET copies = ?, first_copied_at = ? WHERE id = ? AND ?1 > 1')
      .run(Math.max(1, copy.copies), copy.firstCopiedAtMs, id);
    for (const each of copy.earlier.slice(0, mostEarlierCopies)) addTime(journal, id, each);
    addAnnotations(journal, id, copy.annotations);
    return 'added';
  }
  const before = changesSoFar(journal);
  if (copy.timeIsKnown) addTimes(journal, known, copy);
  addAnnotations(journal, known, copy.annotations);
  for (const fragment of copy.capture.fragments.slice(0, 1)) addForms(journal, known, fragment);
  return changesSoFar(journal) === before ? 'known' : 'joined';
}

function changesSoFar(journal: Journal): number {
  return Number(journal.statement('SELECT total_changes() AS changes').get()?.changes);
}

/** The newest fragment with this content that is kept, or waits to be judged. */
function fragmentWith(journal: JournalReader, fragment: NewFragment | undefined): number | null {
  if (fragment === undefined) return null;
  const row = journal
    .statement(
      `SELECT fragments.id FROM ${sameMain} AS main JOIN fragments ON fragments.id = main.fragment_id
       WHERE kind = ? AND NOT ${isSelected} AND state IN ('captured', 'kept', 'saved', 'failed')
         AND ${isSoundId('fragments.id')} AND ${contentForms('fragments.id')} = ? ORDER BY main.place DESC LIMIT 1`,
    )
    .get(fragment.representations[0]?.content.sha256 ?? null, fragment.kind, formsOf(fragment));
  return wholeNumber(row?.id);
}

/** The formats that the program had no time to write for the copy in the history, as when one is copied again. Its files are taken over. */
function addForms(journal: Journal, id: number, { representations }: NewFragment): void {
  const has = new Set(
    journal
      .statement('SELECT media_type FROM representations WHERE fragment_id = ?')
      .all(id)
      .map((row) => row.media_type),
  );
  const missing = representations.filter(({ mediaType }) => !has.has(mediaType));
  for (const { mediaType, content } of missing) {
    if ('file' in content) adoptBlob(journal, content.file, content);
    journal
      .statement(
        `INSERT INTO representations (fragment_id, position, media_type, bytes, sha256, inline)
         SELECT ?1, max(position) + 1, ?2, ?3, ?4, ?5 FROM representations WHERE fragment_id = ?1`,
      )
      .run(id, mediaType, content.bytes, content.sha256, 'inline' in content ? content.inline : null);
  }
  // Whoever shows it is told that it has changed.
  if (missing.length > 0) journal.statement('UPDATE fragments SET state = state WHERE id = ?').run(id);
}

/** The counts are of the same copies if they have a time in common, as when a history is imported that was exported here. */
function addTimes(journal: Journal, id: number, { capture, copies, firstCopiedAtMs, earlier }: ImportedCopy): void {
  const known = knownTimes(journal, id);
  const all: readonly EarlierCopy[] = [{ copiedAtMs: capture.copiedAtMs, source: capture.source }, ...earlier];
  const fresh = all.filter(({ copiedAtMs }) => !known.has(copiedAtMs));
  const row = journal
    .statement(
      'SELECT copies, coalesce(first_copied_at, copied_at) AS first FROM fragments JOIN captures ON captures.id = capture_id WHERE fragments.id = ?',
    )
    .get(id);
  const [had, first] = [wholeNumber(row?.copies) ?? 1, timeOf(row?.first) ?? firstCopiedAtMs];
  const isShared = fresh.length < all.length;
  const now = isShared ? Math.max(had, copies, known.size + fresh.length) : had + copies;
  // What is older than all that are remembered is in the count already.
  const isFull = known.size > mostEarlierCopies;
  if (!isFull) for (const each of fresh) addTime(journal, id, each);
  const firstNow = Math.min(first, firstCopiedAtMs);
  if (now !== had || firstNow !== first)
    journal.statement('UPDATE fragments SET copies = ?, first_copied_at = ? WHERE id = ?').run(now, firstNow, id);
}

function knownTimes(journal: JournalReader, id: number): ReadonlySet<number> {
  const rows = journal
    .statement(
      `SELECT copied_at FROM fragments JOIN captures ON captures.id = capture_id WHERE fragments.id = ?1
       UNION SELECT copied_at FROM earlier_copies WHERE fragment_id = ?1`,
    )
    .all(id);
  return new Set(rows.map((row) => timeOf(row.copied_at) ?? 0));
}

function addTime(journal: Journal, id: number, { copiedAtMs, source }: EarlierCopy): void {
  journal
    .statement(
      `INSERT INTO earlier_copies (fragment_id, number, copied_at, source_type, source_name, source_path, app_name, app_executable)
       VALUES (?, NULL, ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, copiedAtMs, source.type, source.name, source.path, source.app.name, source.app.executable);
}

/** A title and a note of the user's own stay. */
function addAnnotations(journal: Journal, id: number, { tags, pinned, title, note }: Annotations): void {
  const room = Number(
    journal.statement(`SELECT max(0, ${annotationLimits.tagsOfFragment} - count(*)) AS room FROM tags WHERE fragment_id = ?`).get(id)?.room,
  );
  for (const tag of tags.slice(0, room)) journal.statement('INSERT OR IGNORE INTO tags (tag, fragment_id) VALUES (?, ?)').run(tag, id);
  if (!pinned && title === null && note === null) return;
  journal
    .statement(
      `INSERT INTO annotations (fragment_id, pinned, title, note) VALUES (?, ?, ?, ?)
       ON CONFLICT (fragment_id) DO UPDATE SET pinned = max(pinned, excluded.pinned), title = coalesce(title, excluded.title), note = coalesce(note, excluded.note)
       WHERE pinned < excluded.pinned OR (title IS NULL AND excluded.title IS NOT NULL) OR (note IS NULL AND excluded.note IS NOT NULL)`,
    )
    .run(id, pinned ? 1 : 0, title, note);
}
