/**
 * Finds out which copies of a damaged journal were not carried over. The indexes tell which there were, also of those whose rows are on damaged pages: each
 * has the ids of all copies. Where none can be read as a whole, what no index and no row tells is unsure. One without a copy that was carried over, or without
 * any although some were not, is damaged too, in a way that SQLite does not notice: what is in it counts, and what is not tells nothing.
 */
import { commonSpans, highestId, joinedSpans, type Loss, type Span, spansOf, withoutSpans } from '../../../domain/retention/lost-copies.ts';
import type { JournalReader } from '../../journal.ts';
import { wholeNumber } from '../../row-values.ts';
import type { DamagedJournal } from './damaged-journal.ts';
import { earlierHere } from './number-here.ts';
import { readableIds } from './reading/readable-ids.ts';

/** Of the damaged journal and its rows, and what became of them. */
interface Sought {
  readonly old: Pick<DamagedJournal, 'read' | 'rows' | 'tryRead'>;
  /** The ids that are asked for: all others are of no concern. */
  readonly among: Span;
  readonly carried: ReadonlySet<number>;
  /** The ids of rows that were found, and could not be carried over. */
  readonly failed: ReadonlySet<number>;
  /** The ids that may be on damaged pages of the copies, or were not looked at, from the highest to the lowest. */
  readonly unread: readonly Span[];
  /** Whether it is one of several slices, in which there may be no copy at all: an index is empty then only if it is as a whole. */
  readonly isSlice?: boolean;
  /** How many numbers of earlier copies are asked about at most; a second's work unless given. */
  readonly mostEarlier?: number;
}

/** Only their own pages are read, and none of a table. What is deleted is none. The first is by far the smallest. */
const indexes = [
  "SELECT max(id) AS id FROM fragments INDEXED BY fragments_shown WHERE state <> 'deleted' AND id BETWEEN 1 AND ?",
  'SELECT max(fragment_id) AS id FROM representations WHERE fragment_id BETWEEN 1 AND ?',
] as const;

/** The processes that need the new journal are waiting. What was not looked at until then is unsure. */
const withinMs = 1_000;

/** `journal`: the new one. Never throws: what is carried over counts; null if the new one can't be read. */
export function tryFindLoss(journal: JournalReader, sought: Sought): Loss | null {
  try {
    const deleted = journal.statement("SELECT id FROM fragments WHERE state = 'deleted' AND id BETWEEN ? AND ?").all(...sought.among);
    const indexed = sought.carried.difference(new Set(deleted.map(({ id }) => Number(id))));
    return findLoss(sought, indexed, (missing, unsure) => earlierHere(sought.old, journal, { missing, unsure, most: sought.mostEarlier }));
  } catch {
    return null;
  }
}

type EarlierOf = (missing: ReadonlySet<number>, unsure: readonly Span[]) => ReturnType<typeof earlierHere>;

/** `indexed`: the ids that each index has. `earlierOf`: those that became part of a copy that was carried over. */
function findLoss({ old, among, carried, failed, unread, isSlice }: Sought, indexed: ReadonlySet<number>, earlierOf: EarlierOf): Loss {
  const endMs = performance.now() + withinMs;
  const isOver = (): boolean => performance.now() >= endMs;
  let [known, unsure]: [Set<number>, readonly Span[]] = [new Set(failed), unread];
  for (const sql of indexes) {
    const found = idsOf(among, (below) => wholeNumber(old.read(sql, below - 1)[0]?.id), isOver);
    const missing = withoutSpans(spansOf(indexed.difference(found.ids)), found.unread);
    const isEmpty = found.ids.size === 0 && failed.size + unread.length > 0 && !(isSlice && hasAny(old, sql));
    const isSound = missing.length === 0 && !isEmpty;
    const isWhole = isSound && found.unread.length === 0;
    // A row that the whole index lacks is that of a deleted copy.
    known = isWhole ? found.ids : known.union(found.ids);
    if (isSound) unsure = commonSpans(unsure, found.unread);
    if (isWhole) break;
  }
  const missing = known.difference(carried);
  const { here, unknown } = earlierOf(missing, unsure);
  const kept = carried.union(new Set(here));
  const ids = missing.difference(new Set([...here, ...unknown]));
  const lost = spansOf(ids);
  const pinned = pinnedOf(old, isOver);
  const maybe = joinedSpans([...unsure, ...spansOf(unknown)]);
  return { lost, unsure: withoutSpans(withoutSpans(maybe, lost), spansOf(kept)), pinned: ids.intersection(pinned).size };
}

function hasAny({ read }: Sought['old'], sql: string): boolean {
  try {
    return wholeNumber(read(sql, highestId)[0]?.id) !== null;
  } catch {
    return true;
  }
}

function idsOf([first, highest]: Span, nextBelow: (number: number) => number | null, isOver: () => boolean) {
  const ids = new Set<number>();
  const unread: Span[] = [];
  let below = highest + 1;
  for (const found of readableIds(highest, nextBelow)) {
    const [id, last] = typeof found === 'number' ? [found, found] : found;
    if (last < first) break;
    if (typeof found !== 'number') unread.push([Math.max(first, id), last]);
    // Around a damaged page: nothing is known of these ids.
    else if (id < below) ids.add(id);
    below = Math.min(below, id);
    if (isOver()) {
      if (below > first) unread.push([first, below - 1]);
      break;
    }
  }
  return { ids, unread };
}

/** Those that are found in time, and before a damaged page. */
function pinnedOf({ rows }: Sought['old'], isOver: () => boolean): ReadonlySet<number> {
  const pinned = new Set<number>();
  try {
    for (const row of rows('SELECT fragment_id FROM annotations INDEXED BY annotations_pinned WHERE pinned = 1')) {
      if (isOver()) break;
      pinned.add(Number(row.fragment_id));
    }
  } catch {}
  return pinned;
}
