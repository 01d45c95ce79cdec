/** The fragments that the indexes propose for a search, in the order of their numbers, and those of blocks that are not indexed. */
import { isSelected } from '../fragments/selections.ts';
import type { JournalReader } from '../journal.ts';
import { isSoundId, type Row, wholeNumber } from '../row-values.ts';
import { blockSize, newestBlock } from './index-blocks.ts';
import type { Lookup } from './index-terms.ts';

/** The numbers between two others, both exclusive, and the direction to read them in. */
export interface IdSpan {
  readonly above: number;
  readonly below: number;
  readonly isUpward: boolean;
}

/** They are few, and no index of texts is needed to find them. */
export function* selectedOnes(journal: JournalReader, { above, below, isUpward }: IdSpan): Generator<number> {
  const rows = journal
    .statement(`SELECT id FROM fragments WHERE ${isSelected} AND id > ? AND id < ? ORDER BY id ${isUpward ? 'ASC' : 'DESC'}`)
    .rows(above, below);
  for (const { id } of rows) yield Number(id);
}

/** The looked-up fragments and those that are not indexed, together in order. */
export function* candidates(journal: JournalReader, lookup: Lookup, span: IdSpan): Generator<number> {
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
