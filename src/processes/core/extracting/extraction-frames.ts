/** The text of a document as an answer of the bridge: cut to what fits into one, or as events with progress before it. */
import { mostJsonBytes } from '../../../contract/bridge.ts';
import type { StructuredText } from '../../../contract/extraction/structured-text.ts';
import type { ExtractedText } from '../../../contract/extraction.ts';
import { problemOf } from '../../../contract/problem.ts';
import type { Extractor } from '../../../extraction/extractor.ts';
import type { ReadingOrder } from '../../../extraction/reader-messages.ts';
import { eventFrame } from '../../../http/events.ts';

/** A slow client gets the latest progress alone. Ending the iteration cancels the extraction. */
export function extractionFrames(extractor: Pick<Extractor, 'extract'>, order: ReadingOrder): AsyncIterable<string> {
  return { [Symbol.asyncIterator]: () => begin(extractor, order) };
}

/** Not a generator, which could not end while it waits for its next frame. */
function begin(extractor: Pick<Extractor, 'extract'>, order: ReadingOrder): AsyncIterator<string> {
  const caller = new AbortController();
  let progress: string | null = null;
  let last: string | null = null;
  let isOver = false;
  let wake = (): void => {};
  const reading = {
    order,
    signal: caller.signal,
    progress: (now: object) => {
      progress = eventFrame('progress', JSON.stringify(now));
      wake();
    },
  };
  void extractor.extract(reading).then((extracted) => {
    last = extracted.ok
      ? eventFrame('text', JSON.stringify(cutToFit(extracted.value, mostJsonBytes)))
      : eventFrame('problem', JSON.stringify(problemOf(`extraction-${extracted.reason}`)));
    wake();
  });
  const next = async (): Promise<IteratorResult<string>> => {
    for (;;) {
      if (isOver) return { done: true, value: undefined };
      const frame = last ?? progress;
      isOver = last !== null;
      progress = null;
      if (frame !== null) return { done: false, value: frame };
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      await woken.promise;
    }
  };
  const end = async (): Promise<IteratorResult<string>> => {
    isOver = true;
    caller.abort();
    wake();
    return { done: true, value: undefined };
  };
  return { next, return: end };
}

/** Cut so that it is no longer as JSON. */
export function cutToFit(whole: ExtractedText, mostBytes: number): ExtractedText {
  // Half of the room is for each, if it needs as much.
  const structure = whole.structure === undefined ? undefined : withinBytes(whole.structure, mostBytes / 2);
  const extracted = structure === whole.structure || structure === undefined ? whole : { ...whole, structure };
  const { text, ...facts } = extracted;
  const room = mostBytes - jsonBytes({ ...facts, text: '', isCut: false, cutBy: 'answer' });
  let cut = text;
  for (let bytes = jsonBytes(cut) - 2; bytes > room && cut !== ''; bytes = jsonBytes(cut) - 2)
    cut = text.slice(0, Math.floor(cut.length * Math.min(0.99, Math.max(0, room) / bytes))).toWellFormed();
  return cut === text ? extracted : { ...extracted, text: cut, isCut: true, cutBy: 'answer' };
}

/** With the beginnings of all its lists, and of the rows of its tables. */
function withinBytes(structure: StructuredText, mostBytes: number): StructuredText {
  let cut = structure;
  for (let bytes = jsonBytes(cut); bytes > mostBytes; bytes = jsonBytes(cut)) {
    const share = Math.min(0.9, mostBytes / bytes);
    const first = <One>(all: readonly One[]): One[] => all.slice(0, Math.floor(all.length * share));
    const tables =
      cut.tables.length > 1
        ? first(cut.tables)
        : cut.tables.filter(({ rows }) => rows.length > 1).map((table) => ({ ...table, rows: first(table.rows) }));
    cut = {
      tables,
      keyValues: first(cut.keyValues),
      lists: first(cut.lists),
      code: first(cut.code),
      links: first(cut.links),
      addresses: first(cut.addresses),
      dates: first(cut.dates),
      amounts: first(cut.amounts),
      isCut: true,
    };
  }
  return cut;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
