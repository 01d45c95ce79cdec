/** Does a task in the page. It never throws: what went wrong is a reason. */
import { extensionLimits } from '../../src/contract/extension-messages.ts';
import { fetchableAddress } from './addresses.ts';
import { readArticle } from './article.ts';
import { base64, type FetchElsewhere, tryFetch } from './fetching.ts';
import { fileNameFromTitle, fileNameOf } from './file-name.ts';
import { readSelection } from './selection.ts';
import { type Missing, type PageTrouble, pageLimits, type Result, type Task } from './tasks.ts';
import { titleOf } from './title.ts';
import { readWholePage } from './whole-page.ts';

const longestDetail = 200;

export async function carryOut(task: Task, fetchElsewhere: FetchElsewhere): Promise<Result> {
  try {
    return await tryToCarryOut(task, fetchElsewhere);
  } catch (cause) {
    // A page can be made of more than the stack or a string of the browser holds.
    if (cause instanceof RangeError) return { ok: false, reason: 'too-large' };
    return { ok: false, reason: 'failed', detail: String(cause).slice(0, longestDetail).toWellFormed() };
  }
}

async function tryToCarryOut(task: Task, fetchElsewhere: FetchElsewhere): Promise<Result> {
  const url = fetchableAddress(location.href, location.href) ?? location.href;
  // A picture or a document that the tab shows by itself is a file already.
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)$/.test(document.contentType);
  const named = titleOf(document) || (isHtml ? location.hostname : fileNameOf(url, { mediaType: document.contentType }));
  const title = named.slice(0, extensionLimits.title).toWellFormed();
  if (!isHtml && (task.do === 'page' || task.do === 'article')) return await fetchFile(url, title);
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
      const page = await readWholePage(document, url, fetchElsewhere);
      if (!page.ok) return page;
      const { text, missing } = page.value;
      const file = { mediaType: 'text/html', bytes: new TextEncoder().encode(text), ...(missing === undefined ? {} : { missing }) };
      return asFile(title, fileNameFromTitle(title, '.html'), file);
    }
    case 'fetch':
      return await fetchFile(task.address, title);
  }
}

async function fetchFile(address: string, title: string): Promise<Result> {
  const file = await tryFetch(address, extensionLimits.fileBytes, AbortSignal.timeout(pageLimits.fetchMs));
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
