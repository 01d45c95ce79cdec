/**
 * Makes one fragment of the copies of a content: the newest takes over the times, the annotations, the file and the number of the earlier ones, and
 * the formats that it lacks. `same-content.ts` says what is the same. A copy is recorded and judged by itself first, so a copy that is not kept never becomes part of another.
 */
import { annotationLimits } from '../../contract/fragment-words.ts';
import type { Origin } from '../../contract/journal.ts';
import { mostEarlierCopies } from '../fragments/earlier-copies.ts';
import { withoutErasing } from '../fragments/erasing.ts';
import { takeOverExtractedTexts } from '../fragments/extracted-texts.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { onHold } from '../retention/holds-in-force.ts';
import { isSoundId, oneMore, wholeNumber } from '../row-values.ts';
import { contentForms, mostAtOnce, sameMain } from './same-content.ts';

/** A fragment among those with one content. */
export interface SameContent {
  readonly id: number;
  readonly captureId: number;
  readonly origin: Origin | string;
  readonly wantsSave: boolean;
  /** The number of the WorkSpace that it waits for; null: for the active one. */
  readonly workspace: number | null;
  readonly isSaved: boolean;
  /** Its text must not become the name of a file, and nobody else may read that. */
  readonly isPrivate: boolean;
}

/**
 * Whether an earlier copy may be merged into the newest. One that waits for its file stays until it has it, unless the newest waits for the same. The things in
 * one copy stay apart. And a private one does not take over a file with a name that shows it: it stays apart until it has a file of its own. Exported for its test.
 */
export function mayJoin(earlier: SameContent, newest: SameContent): boolean {
  if (earlier.captureId === newest.captureId) return false;
  if (newest.isPrivate && !newest.isSaved && earlier.isSaved && !earlier.isPrivate) return false;
  const waitForTheSame = newest.wantsSave && newest.workspace === earlier.workspace && earlier.origin !== 'bridge';
  return !earlier.wantsSave || waitForTheSame;
}

/** Judged and kept. A save over the bridge may be withdrawn until it has its file. */
const isKept = "state IN ('kept', 'saved', 'failed') AND (origin <> 'bridge' OR state = 'saved')";

/** Merges the copies of this fragment's content, as far as that is possible now. Call it in the transaction that has changed its state. */
export function mergeCopies(journal: Journal, fragmentId: number): void {
  const [newest, ...earlier] = copiesOf(journal, fragmentId);
  if (newest === undefined) return;
  for (const each of earlier) {
    if (!mayJoin(each, newest)) continue;
    const losesForms = isWrittenAnew(journal, newest.id, each.id);
    const isLoss = losesWords(journal, newest.id, each.id);
    // A copy on hold loses nothing: it stays apart.
    if ((losesForms || isLoss) && onHold(journal, each.id) !== null) continue;
    if (isLoss) join(journal, newest, each);
    else withoutErasing(journal, () => join(journal, newest, each));
    // The indexes have nothing of these.
    if (losesForms) journal.statement('UPDATE erasure SET in_log = in_log + 1').run();
  }
}

/** Whether a title, a note or a tag of the earlier one is dropped: its words must not stay in an index, as those of the content do. */
function losesWords(journal: JournalReader, into: number, from: number): boolean {
  const row = journal
    .statement(
      `SELECT EXISTS (SELECT 1 FROM annotations AS own, annotations AS earlier
         WHERE own.fragment_id = ?1 AND earlier.fragment_id = ?2 AND (own.title <> earlier.title OR own.note <> earlier.note)) AS text,
       (SELECT count(DISTINCT tag) FROM tags WHERE fragment_id IN (?1, ?2)) AS tags,
       EXISTS (SELECT 1 FROM extracted_texts AS own JOIN extracted_texts AS earlier USING (file)
         WHERE own.fragment_id = ?1 AND earlier.fragment_id = ?2 AND own.text <> earlier.text) AS extracted`,
    )
    .get(into, from);
  return row?.text !== 0 || row.extracted !== 0 || Number(row.tags) > annotationLimits.tagsOfFragment;
}

/** Whether an RTF or a picture of the earlier one is dropped, because the newest has another. */
function isWrittenAnew(journal: JournalReader, into: number, from: number): boolean {
  const row = journal
    .statement(
      `SELECT EXISTS (SELECT 1 FROM representations AS own JOIN representations AS earlier USING (media_type)
         WHERE own.fragment_id = ? AND earlier.fragment_id = ? AND own.sha256 <> earlier.sha256) AS anew`,
    )
    .get(into, from);
  return row?.anew !== 0;
}

/** Newest first; with the fragment itself. Empty if it is not kept. What was selected is no copy: a copy keeps its place when its text is selected. */
function copiesOf(journal: JournalReader, fragmentId: number): readonly SameContent[] {
  const own = journal
    .statement(
      `SELECT kind, sha256, origin = 'selection' AS selected, ${contentForms('fragments.id')} AS forms FROM fragments JOIN captures ON captures.id = capture_id
       JOIN representations ON fragment_id = fragments.id AND position = 0 WHERE fragments.id = ? AND ${isKept}`,
    )
    .get(fragmentId);
  if (own === undefined) return [];
  return journal
    .statement(
      `SELECT fragments.id, capture_id, origin, wants_save, workspace, state = 'saved' AS is_saved, (exempt = 1 OR secret IS NOT NULL) AS is_private
       FROM ${sameMain} AS main JOIN fragments ON fragments.id = main.fragment_id JOIN captures ON captures.id = capture_id
       WHERE kind = ? AND ${isKept} AND ${isSoundId('fragments.id')} AND ${contentForms('fragments.id')} = ? AND (origin = 'selection') = ?
       ORDER BY main.place DESC LIMIT ?`,
    )
    .all(own.sha256 ?? null, own.kind ?? null, own.forms ?? null, own.selected ?? null, mostAtOnce)
    .map((row) => ({
      id: Number(row.id),
      captureId: Number(row.capture_id),
      origin: String(row.origin),
      wantsSave: row.wants_save === 1,
      workspace: wholeNumber(row.workspace),
      isSaved: row.is_saved === 1,
      isPrivate: row.is_private === 1,
    }))
    .sort((one, other) => other.id - one.id);
}

function join(journal: Journal, newest: SameContent, earlier: SameContent): void {
  takeOverTimes(journal, newest.id, earlier.id);
  takeOverAnnotations(journal, newest.id, earlier.id);
  takeOverFile(journal, newest.id, earlier.id);
  takeOverForms(journal, newest.id, earlier.id);
  // The same words, copied again out of a program, are still the text of that picture.
  journal
    .statement('UPDATE captures SET text_of = coalesce(text_of, (SELECT text_of FROM captures WHERE id = ?2)) WHERE id = ?1')
    .run(newest.captureId, earlier.captureId);
  takeOverExtractedTexts(journal, newest.id, earlier.id);
  // A file that is in the trash is brought back for the copy that its own has become part of.
  journal.statement('UPDATE OR IGNORE trashed_files SET fragment_id = ? WHERE fragment_id = ?').run(newest.id, earlier.id);
  const isPresent = 'EXISTS (SELECT 1 FROM present WHERE capture_id = ?2) AND NOT EXISTS (SELECT 1 FROM fragments WHERE capture_id = ?2)';
  journal.statement('DELETE FROM fragments WHERE id = ?').run(earlier.id);
  journal.statement(`UPDATE present SET capture_id = ?1 WHERE ${isPresent}`).run(newest.captureId, earlier.captureId);
  journal
    .statement('DELETE FROM captures WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM fragments WHERE capture_id = ?1)')
    .run(earlier.captureId);
}

function takeOverTimes(journal: Journal, into: number, from: number): void {
  journal
    .statement(
      `UPDATE fragments SET copies = ${oneMore('fragments.copies', 'earlier.copies')},
         first_copied_at = min(coalesce(fragments.first_copied_at, own.copied_at), coalesce(earlier.first_copied_at, earlier.copied_at))
       FROM captures AS own, (SELECT copies, first_copied_at, copied_at FROM fragments JOIN captures ON captures.id = capture_id WHERE fragments.id = ?2) AS earlier
       WHERE fragments.id = ?1 AND own.id = fragments.capture_id`,
    )
    .run(into, from);
  journal.statement('UPDATE earlier_copies SET fragment_id = ? WHERE fragment_id = ?').run(into, from);
  addEarlierCopy(journal, { into, from, number: from });
}

/** The copy that `from` is now becomes an earlier one of `into`. */
function addEarlierCopy(
  journal: Journal,
  { into, from, number }: { readonly into: number; readonly from: number; readonly number: number | null },
): void {
  journal
    .statement(
      `INSERT INTO earlier_copies (fragment_id, number, copied_at, source_type, source_name, source_path, app_name, app_executable)
       SELECT ?1, ?2, copied_at, source_type, source_name, source_path, app_name, app_executable
       FROM fragments JOIN captures ON captures.id = capture_id WHERE fragments.id = ?3`,
    )
    .run(into, number, from);
  journal
    .statement(
      `DELETE FROM earlier_copies WHERE id IN
         (SELECT id FROM earlier_copies WHERE fragment_id = ? ORDER BY copied_at DESC, id DESC LIMIT -1 OFFSET ${mostEarlierCopies})`,
    )
    .run(into);
}

/** Before a repeat gives the capture its time: counts it for each of its fragments. Call it within a transaction. */
export function countRepeat(journal: Journal, fragmentIds: readonly number[]): void {
  for (const id of fragmentIds) {
    addEarlierCopy(journal, { into: id, from: id, number: null });
    journal
      .statement(
        `UPDATE fragments SET copies = ${oneMore('copies')},
           first_copied_at = coalesce(first_copied_at, (SELECT copied_at FROM captures WHERE id = capture_id)) WHERE id = ?`,
      )
      .run(id);
  }
}

/** The formats that the program had no time to write for the newest. */
function takeOverForms(journal: Journal, into: number, from: number): void {
  journal
    .statement(
      `UPDATE representations SET fragment_id = ?1, position = position + (SELECT max(position) FROM representations WHERE fragment_id = ?1)
       WHERE fragment_id = ?2 AND media_type NOT IN (SELECT media_type FROM representations WHERE fragment_id = ?1)`,
    )
    .run(into, from);
}

/** Of a title and a note, the newest stay. */
function takeOverAnnotations(journal: Journal, into: number, from: number): void {
  journal
    .statement(
      `INSERT OR IGNORE INTO tags (tag, fragment_id) SELECT tag, ?1 FROM tags WHERE fragment_id = ?2 ORDER BY tag
       LIMIT max(0, ${annotationLimits.tagsOfFragment} - (SELECT count(*) FROM tags WHERE fragment_id = ?1))`,
    )
    .run(into, from);
  journal
    .statement(
      `INSERT INTO annotations (fragment_id, pinned, title, note) SELECT ?1, pinned, title, note FROM annotations WHERE fragment_id = ?2
       ON CONFLICT (fragment_id) DO UPDATE SET pinned = max(pinned, excluded.pinned), title = coalesce(title, excluded.title), note = coalesce(note, excluded.note)`,
    )
    .run(into, from);
}

/** The newest may have no file of its own, because the save policy or the limit per program is against it; or not have it yet. */
function takeOverFile(journal: Journal, into: number, from: number): void {
  const earlier = journal.statement("SELECT saved_path, duplicate FROM fragments WHERE id = ? AND state = 'saved'").get(from);
  if (earlier === undefined) return;
  const [path, duplicate] = [earlier.saved_path ?? null, earlier.duplicate ?? 0];
  journal
    .statement(
      "UPDATE fragments SET state = 'saved', reason = NULL, saved_path = ?, duplicate = ? WHERE id = ? AND state <> 'saved' AND wants_save = 0",
    )
    .run(path, duplicate, into);
  journal.statement('UPDATE fragments SET saved_path = ? WHERE id = ? AND saved_path IS NULL').run(path, into);
}
