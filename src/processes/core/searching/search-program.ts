/**
 * The search thread: finds the fragments of a page, or files of the index, one question at a time, on connections of its own. It must never write: whoever finds it late
 * ends it where it is. It imports no schemas and no log, for which a heap of its own has no room to spare.
 */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { releaseMemory } from '../../../base/memory.ts';
import { indexSummary, readIndex } from '../../../file-index/index-summary.ts';
import { searchFiles } from '../../../file-index/search-files.ts';
import { type JournalReader, openSameJournal } from '../../../journal/journal.ts';
import { type SearchPageQuery, searchPage } from '../../../journal/search/search.ts';
import type { FoundFragments, FromSearchThread, IndexAnswers, IndexQuestion, SearchThreadData, ToSearchThread } from './search-thread.ts';

const { place, indexFile, opened, pageWithinMs } = workerData as SearchThreadData;
let journal: JournalReader | null = null;
/** Those that the core was not told of yet. */
let damaged: unknown[] = [];

/** Null if the core's journal is gone. What was found when it went may be from another one. */
function find(query: SearchPageQuery): FoundFragments | null {
  journal ??= openSameJournal(place, opened, (id) => damaged.push(id));
  if (journal === null || journal.isGone()) return null;
  const untilMs = performance.now() + pageWithinMs;
  const page = searchPage(journal, query, () => performance.now() > untilMs);
  if (journal.isGone()) return null;
  const found = { ...page, damaged };
  damaged = [];
  return found;
}

function readFiles(question: IndexQuestion): IndexAnswers[keyof IndexAnswers] {
  if (question.about === 'status') return indexSummary(indexFile);
  return readIndex(indexFile, (index) => searchFiles(index, question.query, question.limit));
}

const say = (message: FromSearchThread): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToSearchThread) => {
  if (message === 'end') {
    journal?.[Symbol.dispose]();
    parentPort?.close();
    return;
  }
  const { id, query } = message;
  try {
    say('about' in query ? { id, indexed: readFiles(query) } : { id, found: find(query) });
  } catch (error) {
    say({ id, threw: error instanceof Error ? error : new Error('no error was thrown') });
  }
});
releaseMemory(3_000);
flushCompileCache(); // stripping the sources of their types again would cost each thread 15 MB
