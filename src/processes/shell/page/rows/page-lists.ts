/** The lists of the page: the history, and the results of the last query. They outlive the sections that show them. */

import type { RowNews, RowsAnswer } from '../../../../contract/page-rows/rows.ts';
import type { PageView } from '../../../../contract/shell-page.ts';
import type { RowsQuestion } from './next-rows-question.ts';
import { RowList } from './row-list.ts';

/** Longer than the shell waits for the core. */
const rowsWithinMs = 8_000;
/** Of a search: what is in sight of the picker, so that it is there soon after the letter; and each time that there is more to be seen. */
const foundAtFirst = 10;
const foundAtOnce = 25;

async function tryRead(q: string, question: RowsQuestion): Promise<RowsAnswer | null> {
  const limit = question.before === undefined ? foundAtFirst : foundAtOnce;
  const words = new URLSearchParams(q === '' ? {} : { q, limit: String(limit) });
  for (const [name, value] of Object.entries(question)) words.set(name, String(value));
  try {
    const answer = await fetch(`rows?${words.toString()}`, { signal: AbortSignal.timeout(rowsWithinMs), cache: 'no-store' });
    return answer.ok ? ((await answer.json()) as RowsAnswer) : null;
  } catch {
    return null;
  }
}

export const historyRows = new RowList({ read: (question) => tryRead('', question), hasAll: true });

interface Found {
  readonly query: string;
  readonly list: RowList;
}

let found: Found | null = null;

/** The results for a query; those of another query are dropped. */
export function foundRows(query: string): RowList {
  if (found?.query === query) return found.list;
  found?.list.end();
  found = { query, list: new RowList({ read: (question) => tryRead(query, question), hasAll: false }) };
  return found.list;
}

let wasConnected = false;

/** Passes the changes since the previous view to the lists. */
export function tellLists({ connection, search, capture, picker }: PageView, news: RowNews): void {
  const isConnected = connection.state === 'connected';
  const isBack = isConnected && !wasConnected;
  wasConnected = isConnected;
  // The picker asks for rows before the shell is told of the search.
  if (search.query === '' && picker === null && found !== null) {
    found.list.end();
    found = null;
  }
  for (const list of [historyRows, ...(found === null ? [] : [found.list])]) {
    list.hear(news);
    if (isBack) list.tryAgain();
    // A view that lacks it shows as an error, and must not end the page's requests.
    if (capture?.state === 'private') list.empty();
  }
}
