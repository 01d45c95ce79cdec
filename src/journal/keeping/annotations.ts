/** Reads and changes what users add to fragments: pin, tags, title, note. */
import type { AnnotationChange } from '../../contract/annotation.ts';
import { annotationLimits } from '../../contract/fragment-words.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { textOf } from '../row-values.ts';

export interface Annotations {
  readonly pinned: boolean;
  /** In alphabetical order. */
  readonly tags: readonly string[];
  readonly title: string | null;
  readonly note: string | null;
}

/** The annotations of a fragment; a damaged value counts as none. */
export function readAnnotations(journal: JournalReader, fragmentId: number): Annotations {
  const row = journal.statement('SELECT pinned, title, note FROM annotations WHERE fragment_id = ?').get(fragmentId);
  const tags = journal
    .statement('SELECT tag FROM tags WHERE fragment_id = ? ORDER BY tag LIMIT ?')
    .all(fragmentId, annotationLimits.tagsOfFragment);
  return {
    pinned: row?.pinned === 1,
    tags: tags.map(({ tag }) => textOf(tag)).filter((tag) => tag !== null),
    title: textOf(row?.title),
    note: textOf(row?.note),
  };
}

/** `unknown`: there is no such fragment. `too-many-tags`: nothing was changed. */
export type Annotated = 'done' | 'unknown' | 'too-many-tags';

/** Changes the annotations of a fragment. Survives a power cut; doing it twice changes nothing more. */
export function annotate(journal: Journal, fragmentId: number, change: AnnotationChange): Annotated {
  return journal.durableTransaction(() => {
    if (journal.statement("SELECT 1 FROM fragments WHERE id = ? AND state <> 'deleted'").get(fragmentId) === undefined) return 'unknown';
    const before = readAnnotations(journal, fragmentId);
    const tags = tagsAfter(before.tags, change);
    if (tags.size > annotationLimits.tagsOfFragment) return 'too-many-tags';
    writeTags(journal, fragmentId, { before: new Set(before.tags), tags });
    writeRest(journal, fragmentId, before, change);
    return 'done';
  });
}

function tagsAfter(before: readonly string[], { tags, addTags = [], removeTags = [] }: AnnotationChange): ReadonlySet<string> {
  const after = new Set(tags ?? before);
  const removed = new Set(removeTags);
  // Tags used to keep the `#` that was written before them.
  for (const tag of [...after]) if (removed.has(tag) || removed.has(tag.replace(/^#+/, ''))) after.delete(tag);
  for (const tag of addTags) after.add(tag);
  return after;
}

interface TagChange {
  readonly before: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
}

function writeTags(journal: Journal, fragmentId: number, { before, tags }: TagChange): void {
  for (const tag of before)
    if (!tags.has(tag)) journal.statement('DELETE FROM tags WHERE fragment_id = ? AND tag = ?').run(fragmentId, tag);
  for (const tag of tags)
    if (!before.has(tag)) journal.statement('INSERT OR IGNORE INTO tags (tag, fragment_id) VALUES (?, ?)').run(tag, fragmentId);
}

function writeRest(journal: Journal, fragmentId: number, before: Annotations, change: AnnotationChange): void {
  const pinned = change.pinned ?? before.pinned;
  const title = change.title === undefined ? before.title : change.title;
  const note = change.note === undefined ? before.note : change.note;
  if (pinned === before.pinned && title === before.title && note === before.note) return;
  if (!pinned && title === null && note === null) journal.statement('DELETE FROM annotations WHERE fragment_id = ?').run(fragmentId);
  else
    journal
      .statement(
        `INSERT INTO annotations (fragment_id, pinned, title, note) VALUES (?, ?, ?, ?)
         ON CONFLICT (fragment_id) DO UPDATE SET pinned = excluded.pinned, title = excluded.title, note = excluded.note`,
      )
      .run(fragmentId, pinned ? 1 : 0, title, note);
}
