/**
 * Which hold a copy is on, as the journal knows the copy at this moment. What can't be told (a copy that is not judged yet, a damaged row, earlier
 * copies that are forgotten) counts as on hold: such a copy may be deleted later, and a deleted one never comes back.
 */
import type { Hold } from '../../domain/retention/holds.ts';
import { foldedText } from '../../domain/search/folding.ts';
import { isMatch, type SearchedFragment } from '../../domain/search/match.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import { readEarlierCopies } from '../fragments/earlier-copies.ts';
import { contentDigestOf } from '../fragments/fragments.ts';
import type { JournalReader } from '../journal.ts';
import { isOfProgram } from '../program-names.ts';
import { type Row, textOf, timeOf, wholeNumber } from '../row-values.ts';
import { searchedFragment } from '../search/searched-fragment.ts';
import { keyedDigestIn, retentionFolder } from './digest-key.ts';

/** The id of the first hold that a fragment is on; null if it is on none, or does not exist. */
export function holdOn(journal: JournalReader, holds: readonly Hold[], id: number): string | null {
  const [first] = eachHoldOn(journal, holds, id);
  return first ?? null;
}

/** The ids of all holds that a fragment is on. */
export function holdsOn(journal: JournalReader, holds: readonly Hold[], id: number): readonly string[] {
  return [...eachHoldOn(journal, holds, id)];
}

function* eachHoldOn(journal: JournalReader, holds: readonly Hold[], id: number): Generator<string> {
  if (holds.length === 0) return;
  const row = journal
    .statement(
      `SELECT fragments.id, state, copies, first_copied_at, copied_at, app_name, app_executable FROM fragments JOIN captures ON captures.id = capture_id
       WHERE fragments.id = ?`,
    )
    .get(id);
  if (row === undefined) return;
  const copy = copyOf(journal, id, row);
  for (const hold of holds) if (isNamed(journal, copy, hold) || meetsConditions(journal, copy, hold)) yield hold.id;
}

/** When and where a content was copied; null in the place of what is not known. */
interface Occasion {
  readonly atMs: number | null;
  readonly app: string;
}

interface Copy {
  readonly id: number;
  readonly state: string;
  /** The digest of its content with the key of this name; null if that is another one by now, or the content is not known. */
  readonly digest: (key: string) => string | null;
  /** What a search sees of it; null if it has no row that can be read. */
  readonly searched: () => SearchedFragment | null;
  /** The numbers of copies that were merged into it. */
  readonly merged: () => readonly number[];
  /** Those of it and of the copies that were merged into it. */
  readonly occasions: () => readonly Occasion[];
  /** The time in which earlier copies were made that only count by now; null if there are none. */
  readonly forgotten: () => { readonly fromMs: number; readonly untilMs: number } | null;
}

function copyOf(journal: JournalReader, id: number, row: Row): Copy {
  const earlier = once(() => readEarlierCopies(journal, id));
  const sha256 = once(() => {
    const main = journal.statement('SELECT sha256 FROM representations WHERE fragment_id = ? AND position = 0').get(id);
    return contentDigestOf(main?.sha256);
  });
  // All holds of a home have the same key, as a rule.
  const digests = new Map<string, () => string | null>();
  return {
    id,
    state: textOf(row.state) ?? '',
    digest: (key) => {
      const known = digests.get(key) ?? once(() => keyedDigestIn(retentionFolder(journal), key, sha256()));
      digests.set(key, known);
      return known();
    },
    searched: once(() => searchedFragment(journal, id, 'any')),
    merged: once(() =>
      journal
        .statement('SELECT number FROM earlier_copies WHERE fragment_id = ? AND number IS NOT NULL')
        .all(id)
        .map(({ number }) => Number(number)),
    ),
    occasions: () => [
      { atMs: timeOf(row.copied_at), app: appOf(textOf(row.app_name), textOf(row.app_executable)) },
      ...earlier().map(({ copiedAtMs, source: { app } }) => ({ atMs: copiedAtMs, app: appOf(app.name, app.executable) })),
    ],
    forgotten: () => {
      if ((wholeNumber(row.copies) ?? 1) <= earlier().length + 1) return null;
      return {
        fromMs: timeOf(row.first_copied_at) ?? 0,
        untilMs: earlier().at(-1)?.copiedAtMs ?? timeOf(row.copied_at) ?? Number.MAX_SAFE_INTEGER,
      };
    },
  };
}

function appOf(name: string | null, executable: string | null): string {
  const program = executable ?? '';
  return `${foldedText(name ?? '')}\n${foldedText(program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1))}`;
}

/**
 * There may be many holds with many numbers each, and each copy that is deleted is compared with all of them. Where a hold knows a content, that decides: after
 * a damaged journal, a number may be that of another copy, and the content may have another number. Copies are merged only if their main contents are the same.
 */
function isNamed(journal: JournalReader, { id, merged, forgotten, digest }: Copy, { copies, contents }: Hold): boolean {
  if (copies.size === 0) return false;
  const known = contents === null ? null : digest(contents.key);
  if (known !== null && contents?.all.has(known)) return true;
  const isOther = (number: number): boolean => known !== null && contents?.byNumber.has(number) === true;
  const isMeant = (number: number): boolean => copies.has(number) && !isOther(number);
  if (isMeant(id) || merged().some(isMeant)) return true;
  return forgotten() !== null && hasUnknown(journal, [...copies].filter(isMeant), id);
}

/** Whether nothing has one of these numbers any more, among those before this one. */
function hasUnknown(journal: JournalReader, numbers: readonly number[], before: number): boolean {
  const earlier = numbers.filter((number) => number < before);
  if (earlier.length === 0) return false;
  const row = journal
    .statement(
      `SELECT 1 FROM json_each(?1) WHERE value < ?2 AND NOT EXISTS (SELECT 1 FROM fragments WHERE id = value)
         AND NOT EXISTS (SELECT 1 FROM earlier_copies WHERE number = value) LIMIT 1`,
    )
    .get(JSON.stringify(earlier), before);
  return row !== undefined;
}

function meetsConditions(journal: JournalReader, copy: Copy, { conditions }: Hold): boolean {
  if (conditions === null) return false;
  const { fromMs, beforeMs, app, query } = conditions;
  const isOccasion = copy
    .occasions()
    .some(
      (each) =>
        (each.atMs === null || (each.atMs >= fromMs && each.atMs < beforeMs)) && (app === '' || isOfProgram(journal, each.app, app)),
    );
  const gone = isOccasion ? null : copy.forgotten();
  const mayHaveBeen = gone !== null && gone.untilMs >= fromMs && gone.fromMs < beforeMs;
  return (isOccasion || mayHaveBeen) && (query.length === 0 || isFound(copy, query));
}

/** Filtered ones have no content. One that waits for its judgement has one that nobody may search yet. */
function isFound({ state, searched }: Copy, query: SearchQuery): boolean {
  if (state === 'filtered') return false;
  const fragment = searched();
  if (fragment === null || fragment.state === 'captured') return true;
  // What was only selected is found as well.
  return isMatch(query, fragment) || (fragment.isSelected && isMatch(query, { ...fragment, isSelected: false }));
}

function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | null = null;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
