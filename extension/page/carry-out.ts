/** Does a task in the page. It never throws: what went wrong is a reason. */
import { extensionLimits } from '../../src/contract/extension-messages.ts';
import { fetchableAddress } from './addresses.ts';
import { readArticle } from './article.ts';
import { OutOfTime, openBudget } from './budget.ts';
import type { ExcludedHosts } from './excluded.ts';
import { base64, type FetchElsewhere, tryFetch } from './fetching.ts';
import { fileNameFromTitle, fileNameOf } from './file-name.ts';
import { isSamePage, placeOfDocument } from './place.ts';
import { readSelection } from './selection.ts';
import { type Bounds, type Missing, type PageTrouble, pageLimits, type Result, type Task } from './tasks.ts';
import { titleOf } from './title.ts';
import { readWholePage } from './whole/whole-page.ts';

const longestDetail = 200;

export async function carryOut(task: Task, bounds: Bounds, fetchElsewhere: FetchElsewhere): Promise<Result> {
  try {
    return await tryToCarryOut(task, bounds, fetchElsewhere);
  } catch (cause) {
    // A page can be made of more than the stack or a string of the browser holds.
    if (cause instanceof OutOfTime) return { ok: false, reason: 'too-slow' };
    if (cause instanceof RangeError) return { ok: false, reason: 'too-large' };
    return { ok: false, reason: 'failed', detail: String(cause).slice(0, longestDetail).toWellFormed() };
  }
}

async function tryToCarryOut(task: Task, { at, excluded }: Bounds, fetchElsewhere: FetchElsewhere): Promise<Result> {
  if (task.do === 'article' || task.do === 'page') await parsed(pageLimits.parsingMs);
  // A page may change its address without another document.
  if (!isSamePage(placeOfDocument(), at)) return { ok: false, reason: 'page-left' };
  const url = fetchableAddress(location.href, location.href) ?? location.href;
  // A picture or a document that the tab shows by itself is a file already.
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)$/.test(document.contentType);
  const named = titleOf(document) || (isHtml ? location.hostname : fileNameOf(url, { mediaType: document.contentType }));
  const title = named.slice(0, extensionLimits.title).toWellFormed();
  if (!isHtml && (task.do === 'page' || task.do === 'article')) return await fetchFile(url, title, excluded);
  switch (task.do) {
    case 'selection': {
      const text = readSelection(document, url, title);
      return text.ok ? { ok: true, value: { kind: 'selection', title, text: text.value } } : text;
    }
    case 'article': {
      const article = readArticle(document, url);
      return article.ok
        ? {
            ok: true,
            value: { kind: 'article', ...article.value, title: article.value.title.slice(0, extensionLimits.title).toWellFormed() },
          }
        : article;
    }
    case 'page': {
      const page = await readWholePage(document, { url, excluded, fetchElsewhere, budget: openBudget(pageLimits.pageMs) });
      if (!page.ok) return page;
      const { text, missing } = page.value;
      const file = { mediaType: 'text/html', bytes: new TextEncoder().encode(text), ...(missing === undefined ? {} : { missing }) };
      return asFile(title, fileNameFromTitle(title, '.html'), file);
    }
    case 'fetch':
      return await fetchFile(task.address, title, excluded);
  }
}

/** Waits until the page has all of its markup, and no longer than this: one that never ends is read as far as it is there. */
async function parsed(withinMs: number): Promise<void> {
  if (document.readyState !== 'loading') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  document.addEventListener('readystatechange', () => resolve(), { once: true });
  const deadline = setTimeout(resolve, withinMs);
  await promise.finally(() => clearTimeout(deadline));
}

async function fetchFile(address: string, title: string, excluded: ExcludedHosts): Promise<Result> {
  const file = await tryFetch(address, { mostBytes: extensionLimits.fileBytes, signal: AbortSignal.timeout(pageLimits.fetchMs), excluded });
  return typeof file === 'string' ? { ok: false, reason: file } : asFile(title, fileNameOf(address, file), file);
}

interface ReadFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly missing?: Missing;
}

function asFile(title: string, name: string, { mediaType, bytes, missing }: ReadFile): Result {
  const reason: PageTrouble | null = bytes.length > extensionLimits.fileBytes ? 'too-large' : null;
  if (reason !== null) return { ok: false, reason };
  return {
    ok: true,
    value: { kind: 'file', title, name, mediaType, content: base64(bytes), ...(missing === undefined ? {} : { missing }) },
  };
}
