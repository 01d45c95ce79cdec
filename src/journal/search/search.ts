/**
 * Finds the fragments that a query asks for, page by page and newest first. The indexes propose fragments in the order of their numbers, and each one is
 * compared itself; of blocks that are not indexed, every fragment is. So a page costs what it looks at, not what there is.
 *
 * A step of FTS5 goes on to the next fragment with all looked-up terms, which nothing can interrupt, and a query may have many candidates and few
 * matches. So no event loop may search; the core does it in a thread.
 */
import { foldedText } from '../../domain/search/folding.ts';
import { cheapestFirst, isForSelectedAlone, isMatch, type MatchedLine, markedTexts, matchedLine } from '../../domain/search/match.ts';
import { phraseOf, type SearchQuery } from '../../domain/search/query.ts';
import { isSelected } from '../fragments/selections.ts';
import type { JournalReader } from '../journal.ts';
import { isSoundId, type Row, wholeNumber } from '../row-values.ts';
import { blockSize, newestBlock } from './index-blocks.ts';
import { type Lookup, lookupOf } from './index-terms.ts';
import { type ReadFragment, searchedFragment } from './searched-fragment.ts';

/** `before` and `after` are ids of fragments: only older or newer ones are found. */
export interface SearchPageQuery {
  readonly query: SearchQuery;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
  /** Of those whose content has the words of the query next to each other, in this order, so many of the newest are found apart. */
  readonly phrases?: number | undefined;
}

/** A found fragment, and the line that shows why: of its text, else of its names. Null if it has no such line. */
export interface FoundFragment {
  readonly id: number;
  readonly line: MatchedLine | null;
}

/** `next`: the next page's `before` (or `after`, if only that was given); null on the last page. A page with fewer fragments may also have one. */
export interface FoundPage {
  readonly found: readonly FoundFragment[];
  readonly next: number | null;
  /** Those that were to be found apart, newest first. They are among the others too, on this page or a later one. */
  readonly first?: readonly FoundFragment[];
}

/**
 * A page of matches, newest first, without damaged ones. With only `after`, these are the ones nearest to it, otherwise the newest.
 *
 * @param isOver returns whether the page should end early. It is called before each candidate except the first.
 */
export function searchPage(journal: JournalReader, asked: SearchPageQuery, isOver: () => boolean = () => false): FoundPage {
  const page = matchesOf(journal, asked, isOver);
  const phrase = phraseOf(asked.query);
  const most = asked.phrases ?? 0;
  if (most === 0 || phrase === null) return page;
  return { ...page, first: journal.snapshot(() => phraseMatches(journal, { query: asked.query, phrase, most, page }, isOver)) };
}

interface PhraseQuery {
  readonly query: SearchQuery;
  readonly phrase: string;
  readonly most: number;
  readonly page: FoundPage;
}

/** A page with all that was found has these too; otherwise the index proposes them. */
function phraseMatches(journal: JournalReader, { query, phrase, most, page }: PhraseQuery, isOver: () => boolean): FoundFragment[] {
  const clause = { isNegated: false, any: [{ is: 'text' as const, text: phrase }] };
  const found = page.next === null ? page.found : matchesOf(journal, { query: [...query, clause], limit: most }, isOver).found;
  return found
    .flatMap(({ id }) => {
      const fragment = searchedFragment(journal, id);
      return fragment?.text().includes(phrase) === true ? [{ id, line: lineOf(fragment, [phrase]) }] : [];
    })
    .slice(0, most);
}

function matchesOf(journal: JournalReader, { query, before, after, limit }: SearchPageQuery, isOver: () => boolean): FoundPage {
  const isUpward = before === undefined && after !== undefined;
  const ordered = cheapestFirst(query);
  const wanted = markedTexts(query);
  const found: FoundFragment[] = [];
  return journal.snapshot(() => {
    const page = (next: number | null): FoundPage => ({ found: isUpward ? found.toReversed() : found, next });
    let lookedAt: number | null = null;
    const span = { above: after ?? 0, below: before ?? Number.MAX_SAFE_INTEGER, isUpward };
    const ids = isForSelectedAlone(query) ? selectedOnes(journal, span) : candidates(journal, lookupOf(journal, ordered), span);
    for (const id of ids) {
      if (lookedAt !== null && isOver()) return page(lookedAt);
      const fragment = searchedFragment(journal, id);
      if (fragment !== null && isMatch(ordered, fragment)) {
        if (found.length >= limit) return page(found.at(-1)?.id ?? null);
        found.push({ id, line: lineOf(fragment, wanted) });
      }
      lookedAt = id;
    }
    return page(null);
  });
}

function lineOf(fragment: ReadFragment, wanted: readonly string[]): MatchedLine | null {
  if (wanted.length === 0) return null;
  const line = matchedLine(fragment.original(), fragment.text(), wanted);
  if (line !== null) return line;
  const read = matchedLine(fragment.originalExtracted(), fragment.extracted(), wanted);
  if (read !== null) return { ...read, of: fragment.kind === 'image' ? 'picture' : 'document' };
  for (const [of, name] of fragment.originalNames()) {
    const named = matchedLine(name, foldedText(name), wanted);
    if (named !== null) return { ...named, of };
  }
  return null;
}

/** The numbers between two others, both exclusive, and the direction to read them in. */
interface IdSpan {
  readonly above: number;
  readonly below: number;
  readonly isUpward: boolean;
}

/** They are few, and no index of texts is needed to find them. */
function* selectedOnes(journal: JournalReader, { above, below, isUpward }: IdSpan): Generator<number> {
  const rows = journal
    .statement(`SELECT id FROM fragments WHERE ${isSelected} AND id > ? AND id < ? ORDER BY id ${isUpward ? 'ASC' : 'DESC'}`)
    .rows(above, below);
  for (const { id } of rows) yield Number(id);
}

/** The looked-up fragments and those that are not indexed, together in order. */
function* candidates(journal: JournalReader, lookup: Lookup, span: IdSpan): Generator<number> {
  const newest = newestBlock(journal);
  const isUnindexed = unindexedOnes(journal, newest);
  const indexed = indexedCandidates(journal, lookup, span);
  const others = fragmentsOfBlocks(journal, unindexedBlocks(journal, newest, span), span);
  try {
    let [one, other] = [indexed.next(), others.next()];
    while (!one.done || !other.done) {
      const isFirst = other.done || (!one.done && (span.isUpward ? one.value <= other.value : one.value >= other.value));
      if (isFirst && !one.done) {
        if (!isUnindexed(Math.floor(one.value / blockSize))) yield one.value;
        one = indexed.next();
      } else if (!other.done) {
        yield other.value;
        other = others.next();
      }
    }
  } finally {
    indexed.return(undefined);
    others.return(undefined);
  }
}

/** Whether a block is one of them; remembers the last answer, because neighbours ask one after the other. */
function unindexedOnes(journal: JournalReader, newest: number): (block: number) => boolean {
  let [last, isOne] = [-1, false];
  return (block) => {
    if (block !== last)
      isOne = block === newest || journal.statement('SELECT 1 FROM unindexed_blocks WHERE block = ?').get(block) !== undefined;
    last = block;
    return isOne;
  };
}

/**
 * In the order of the span, read as they are needed: after an update, all blocks of a long history are among them. The block of the newest fragment always
 * is one, even if its row is damaged.
 */
function* unindexedBlocks(journal: JournalReader, newest: number, { above, below, isUpward }: IdSpan): Generator<number> {
  const [first, last] = [Math.floor(above / blockSize), Math.floor(below / blockSize)];
  const isNewestIn = newest >= first && newest <= last;
  if (isNewestIn && !isUpward) yield newest;
  const rows = journal
    .statement(`SELECT block FROM unindexed_blocks WHERE block BETWEEN ? AND ? ORDER BY block ${isUpward ? 'ASC' : 'DESC'}`)
    .rows(first, Math.min(last, newest - 1));
  for (const { block } of rows) yield Number(block);
  if (isNewestIn && isUpward) yield newest;
}

function* fragmentsOfBlocks(journal: JournalReader, blocks: Iterable<number>, { above, below, isUpward }: IdSpan): Generator<number> {
  for (const block of blocks) {
    const rows = journal
      .statement(`SELECT id FROM fragments WHERE id >= ? AND id < ? ORDER BY id ${isUpward ? 'ASC' : 'DESC'}`)
      .all(Math.max(above + 1, block * blockSize), Math.min(below, (block + 1) * blockSize));
    for (const row of rows) yield Number(row.id);
  }
}

function indexedCandidates(journal: JournalReader, { fragments, blocks, days }: Lookup, span: IdSpan): Generator<number> {
  const within = days === null ? span : spanOfDays(journal, days, span);
  if (within === null) return none();
  if (fragments !== null) return fragmentsInBoth(journal, { fragments, blocks }, within);
  if (blocks === null) return idsOf(new Stream((each) => tableRows(journal, each), within));
  return fragmentsOfBlocks(journal, idsOf(new Stream((each) => indexRows(journal, 'short_index', blocks, each), blocksOf(within))), within);
}

function* none(): Generator<number> {}

/** Null if no indexed fragment was copied then. */
function spanOfDays(journal: JournalReader, { from, to }: NonNullable<Lookup['days']>, span: IdSpan): IdSpan | null {
  const row = journal
    .statement(
      `SELECT min(lowest) AS lowest, max(highest) AS highest, count(*) AS days, count(*) FILTER (WHERE ${isSoundId('lowest')} AND ${isSoundId('highest')}) AS sound
       FROM index_days WHERE day BETWEEN ? AND ?`,
    )
    .get(from, to);
  if (row?.days === 0) return null;
  const [lowest, highest] = [wholeNumber(row?.lowest), wholeNumber(row?.highest)];
  if (lowest === null || highest === null || row?.days !== row?.sound) return span; // a damaged row: look everywhere
  return { ...span, above: Math.max(span.above, lowest - 1), below: Math.min(span.below, highest + 1) };
}

function blocksOf({ above, below, isUpward }: IdSpan): IdSpan {
  return { above: Math.floor(above / blockSize) - 1, below: Math.floor(below / blockSize) + 1, isUpward };
}

function tableRows(journal: JournalReader, { above, below, isUpward }: IdSpan): Iterable<Row> {
  return journal.statement(`SELECT id FROM fragments WHERE id > ? AND id < ? ORDER BY id ${isUpward ? 'ASC' : 'DESC'}`).rows(above, below);
}

/** The bounds are `BigInt`s, because Node binds a number as a floating-point value, and FTS5 would then start at its first entry. */
function indexRows(
  journal: JournalReader,
  index: 'text_index' | 'short_index',
  query: string,
  { above, below, isUpward }: IdSpan,
): Iterable<Row> {
  return journal
    .statement(
      `SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ? AND rowid > ? AND rowid < ? ORDER BY rowid ${isUpward ? 'ASC' : 'DESC'}`,
    )
    .rows(query, BigInt(above), BigInt(Math.min(below, Number.MAX_SAFE_INTEGER)));
}

/** The looked-up fragments in the looked-up blocks. */
function* fragmentsInBoth(
  journal: JournalReader,
  { fragments, blocks }: { readonly fragments: string; readonly blocks: string | null },
  span: IdSpan,
): Generator<number> {
  using ids = new Stream((each) => indexRows(journal, 'text_index', fragments, each), span);
  if (blocks === null) return yield* idsOf(ids);
  using inBlocks = new Stream((each) => indexRows(journal, 'short_index', blocks, each), blocksOf(span));
  while (ids.id !== null && inBlocks.id !== null) {
    const block = Math.floor(ids.id / blockSize);
    if (block === inBlocks.id) {
      yield ids.id;
      ids.step();
    } else if (span.isUpward ? block < inBlocks.id : block > inBlocks.id)
      ids.goTo(span.isUpward ? inBlocks.id * blockSize : (inBlocks.id + 1) * blockSize - 1);
    else inBlocks.goTo(block);
  }
}

function* idsOf(given: Stream): Generator<number> {
  using stream = given;
  for (; stream.id !== null; stream.step()) yield stream.id;
}

/** A stream catches up with another one by at most this many steps; if that is not enough, it is opened again at the target. */
const stepsAtOnce = 200;

/** The ids of a span, in its order. */
class Stream implements Disposable {
  readonly #open: (span: IdSpan) => Iterable<Row>;
  readonly #span: IdSpan;
  #rows: Iterator<Row>;
  /** The current id; null at the end. */
  id: number | null = null;

  constructor(open: (span: IdSpan) => Iterable<Row>, span: IdSpan) {
    this.#open = open;
    this.#span = span;
    this.#rows = open(span)[Symbol.iterator]();
    this.step();
  }

  step(): void {
    const next = this.#rows.next();
    this.id = next.done ? null : wholeNumber(next.value.id);
  }

  /** Moves to this id, or to the first one after it. */
  goTo(id: number): void {
    const { isUpward } = this.#span;
    const isBefore = (): boolean => this.id !== null && (isUpward ? this.id < id : this.id > id);
    for (let steps = 0; steps < stepsAtOnce && isBefore(); steps += 1) this.step();
    if (!isBefore()) return;
    this.#rows.return?.();
    this.#rows = this.#open(isUpward ? { ...this.#span, above: id - 1 } : { ...this.#span, below: id + 1 })[Symbol.iterator]();
    this.step();
  }

  [Symbol.dispose](): void {
    this.#rows.return?.();
  }
}
