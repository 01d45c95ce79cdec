/** Which copies a rule of the retention policy is about, page by page and newest first, and which of them are beyond its limits. Reads only. */
import type { ActivePolicy, ActiveRule } from '../../domain/retention/rules.ts';
import { isSelected } from '../fragments/selections.ts';
import type { JournalReader } from '../journal.ts';
import { digestOf, isSoundId, type Row, timeOf, wholeNumber } from '../row-values.ts';
import { searchPage } from '../search/search.ts';
import { type OnHold, onHold } from './holds-in-force.ts';

/** Where a run is: the place of the rule in the policy, the number before which it goes on, and what it has left so far. */
export interface RulePlace {
  readonly rule: number;
  readonly before: number;
  readonly count: number;
  readonly bytes: number;
}

export const ruleStart = (rule: number): RulePlace => ({ rule, before: Number.MAX_SAFE_INTEGER, count: 0, bytes: 0 });

/** A copy that is to be deleted, with the SHA-256 of its content. */
export interface Doomed {
  readonly id: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** `after`: null if there is nothing more for this rule. */
export interface CandidatePage {
  readonly doomed: readonly Doomed[];
  readonly onHold: readonly OnHold[];
  readonly after: RulePlace | null;
}

const budgetMs = 10;
const rowsAtOnce = 500;
/** On a busy machine, so that a step gets somewhere. */
const fewestLooked = 50;

/**
 * Looks at the next copies of a rule, until so many are to be deleted. Of those that are beyond its limits, those that are in use or on hold stay, and pinned
 * ones unless the policy says so. `isGone`: these count as deleted already.
 */
export function nextCandidates(
  journal: JournalReader,
  { rules, deletesPinned }: ActivePolicy,
  place: RulePlace,
  { most, isGone = () => false }: { readonly most: number; readonly isGone?: (id: number) => boolean },
): CandidatePage {
  const rule = rules[place.rule];
  if (rule === undefined || !hasLimit(rule)) return { doomed: [], onHold: [], after: null };
  const endMs = performance.now() + budgetMs;
  const { ids, next } = idsOf(journal, rule, place.before, endMs);
  const doomed: Doomed[] = [];
  const kept: OnHold[] = [];
  let { count, bytes, before } = place;
  for (const [looked, id] of ids.entries()) {
    if (doomed.length >= most || (looked >= fewestLooked && performance.now() >= endMs + budgetMs))
      return { doomed, onHold: kept, after: { ...place, before, count, bytes } };
    before = id;
    const copy = isGone(id) ? null : readCopy(journal, id);
    if (copy === null || (copy.isSelected && rule.sinceMs === null)) continue;
    count += copy.isSelected ? 0 : 1;
    bytes += copy.bytes;
    if (!isBeyond(rule, copy, { count, bytes }) || copy.isInUse || (copy.isPinned && !deletesPinned)) continue;
    const hold = onHold(journal, id);
    if (hold === null) doomed.push(copy);
    else kept.push(hold);
  }
  return { doomed, onHold: kept, after: next === null ? null : { ...place, before: next, count, bytes } };
}

function hasLimit({ sinceMs, maxCount, maxBytes }: ActiveRule): boolean {
  return sinceMs !== null || maxCount !== null || maxBytes !== null;
}

/** Pure, and exported for its test: whether a copy is too old, or behind the newest ones that may stay. `left`: with this copy. */
export function isBeyond(
  { sinceMs, maxCount, maxBytes }: Pick<ActiveRule, 'sinceMs' | 'maxCount' | 'maxBytes'>,
  { copiedAtMs }: { readonly copiedAtMs: number | null },
  left: { readonly count: number; readonly bytes: number },
): boolean {
  if (sinceMs !== null && copiedAtMs !== null && copiedAtMs < sinceMs) return true;
  return (maxCount !== null && left.count > maxCount) || (maxBytes !== null && left.bytes > maxBytes);
}

/** Those before a number, newest first. `next`: the number before which there may be more; null at the end. */
function idsOf(journal: JournalReader, { query, sinceMs, maxCount, maxBytes }: ActiveRule, before: number, endMs: number) {
  if (query.length === 0) {
    const rows = journal
      .statement(`SELECT id FROM fragments WHERE ${isSoundId('id')} AND id < ? ORDER BY id DESC LIMIT ${rowsAtOnce}`)
      .all(before);
    const ids = rows.map(({ id }) => Number(id));
    return { ids, next: rows.length < rowsAtOnce ? null : (ids.at(-1) ?? null) };
  }
  const isForAgeAlone = sinceMs !== null && maxCount === null && maxBytes === null;
  const old = { isNegated: false, any: [{ is: 'time', from: Number.NEGATIVE_INFINITY, before: sinceMs ?? 0 } as const] };
  const page = searchPage(
    journal,
    { query: isForAgeAlone ? [...query, old] : query, before, limit: rowsAtOnce },
    () => performance.now() >= endMs,
  );
  return { ids: page.found.map(({ id }) => id), next: page.next };
}

interface Copy extends Doomed {
  readonly copiedAtMs: number | null;
  readonly isPinned: boolean;
  readonly isSelected: boolean;
  /** It waits to be judged or saved, or is on the clipboard now. */
  readonly isInUse: boolean;
}

/** How many copies wait to be judged: a run leaves them alone, and a hold with a query covers them, because nobody knows yet what they are. */
export function unjudgedCopies(journal: JournalReader): number {
  return wholeNumber(journal.statement("SELECT count(*) AS n FROM fragments WHERE state = 'captured'").get()?.n) ?? 0;
}

/** The SQL for: a run must leave it alone. */
export const inUse = `(state IN ('captured', 'deleted') OR wants_save = 1 OR EXISTS (SELECT 1 FROM present WHERE present.capture_id = fragments.capture_id))`;

const copyRow = `SELECT fragments.id, copied_at, ${inUse} AS in_use, ${isSelected} AS selected,
    EXISTS (SELECT 1 FROM annotations WHERE fragment_id = fragments.id AND pinned = 1) AS pinned,
    (SELECT sum(bytes) FROM representations WHERE fragment_id = fragments.id) AS bytes,
    (SELECT sha256 FROM representations WHERE fragment_id = fragments.id AND position = 0) AS sha256
  FROM fragments JOIN captures ON captures.id = capture_id WHERE fragments.id = ? AND state <> 'deleted'`;

function readCopy(journal: JournalReader, id: number): Copy | null {
  const row: Row | undefined = journal.statement(copyRow).get(id);
  if (row === undefined) return null;
  return {
    id,
    bytes: wholeNumber(row.bytes) ?? 0,
    sha256: digestOf(row.sha256) ?? '',
    copiedAtMs: timeOf(row.copied_at),
    isPinned: row.pinned === 1,
    isSelected: row.selected === 1,
    isInUse: row.in_use === 1,
  };
}
