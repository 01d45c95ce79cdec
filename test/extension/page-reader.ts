/** A Chromium in which the script that the extension puts into pages, as it was built, reads pages of a site, and in which what was saved is opened. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { Found, Result, Task } from '../../extension/page/tasks.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { launchBrowser, noBrowser } from '../page/page-browser.ts';

const script = path.join(import.meta.dirname, '../../.runtime/extension/chrome-mv3/page.js');

export interface SitePage {
  readonly html: string;
  /** Runs in the page before it is read, as a script of the page. */
  readonly script?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What became of a saved file in a browser. */
export interface Opened {
  readonly address: string;
  /** What its scripts would have set. */
  readonly ran: unknown;
  /** What it asked the site for. */
  readonly asked: readonly string[];
  readonly page: Page;
}

export interface PageReader extends AsyncDisposable {
  readonly address: string;
  /** Other files of the site, by their path. */
  readonly files: Map<string, { readonly type: string; readonly body: string | Buffer }>;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  visit(page: SitePage, at?: string): Promise<Page>;
  /** As the background asks for it. */
  carryOut(page: Page, task: Task, excluded?: readonly string[]): Promise<Result>;
  /** The text of the whole page's file. */
  wholePage(page: SitePage): Promise<string>;
  /** The Markdown of the body's selection, without its facts and the link to its place. */
  markdown(html: string): Promise<string>;
  /** Opens a file from the disk, and waits until whatever it does by itself has happened. */
  open(html: string, settledAfterMs?: number): Promise<Opened>;
}

/** One reader for all tests of a file, which are skipped where there is no browser. `prepare` is called once with it. */
export function usePageReader(prepare: (reader: PageReader) => void = () => {}): () => PageReader {
  let reader: PageReader | undefined;
  if (noBrowser === false) {
    before(async () => {
      reader = await openPageReader();
      prepare(reader);
    });
    after(async () => await reader?.[Symbol.asyncDispose]());
  }
  return () => {
    if (reader === undefined) throw new Error('the tests have not begun');
    return reader;
  };
}

async function openPageReader(): Promise<PageReader> {
  await using parts = new AsyncDisposableStack();
  const folder = temporaryHome({ after: (remove) => parts.defer(remove) });
  const files: PageReader['files'] = new Map();
  const asked: string[] = [];
  let shown: SitePage = { html: '' };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/page') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...shown.headers });
      return void response.end(shown.html);
    }
    if (pathname !== '/favicon.ico') asked.push(pathname);
    const file = files.get(pathname);
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? 'text/plain' });
    return void response.end(file?.body ?? 'nothing');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parts.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const browser = await launchBrowser();
  parts.defer(async () => await browser.close());
  const context = await browser.newContext();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const code = readFileSync(script, 'utf8');

  const visit = async (page: SitePage, at = `${address}/page`): Promise<Page> => {
    shown = page;
    const visited = await context.newPage();
    await visited.goto(at);
    if (page.script !== undefined) await visited.evaluate(`(() => { ${page.script} })()`);
    return visited;
  };
  const carryOut = async (page: Page, task: Task, excluded: readonly string[] = []): Promise<Result> => {
    await page.evaluate(`${code}; undefined`);
    return (await page.evaluate(
      `hubPage(${JSON.stringify(task)}, ${JSON.stringify({ at: page.url(), excluded: { own: excluded, hubs: [] } })})`,
    )) as Result;
  };
  const found = async (page: SitePage, task: Task, before = ''): Promise<Found> => {
    const visited = await visit(page);
    if (before !== '') await visited.evaluate(before);
    const result = await carryOut(visited, task);
    await visited.close();
    if (!result.ok) throw new Error(`nothing was read: ${result.reason}`);
    return result.value;
  };
  const owned = parts.move();
  let opened = 0;
  return {
    address,
    files,
    asked,
    visit,
    carryOut,
    wholePage: async (page) => {
      const value = await found(page, { do: 'page' });
      return value.kind === 'file' ? Buffer.from(value.content, 'base64').toString() : '';
    },
    markdown: async (html) => {
      const value = await found(
        { html: `<!doctype html><title>T</title><body>${html}` },
        { do: 'selection' },
        'getSelection().selectAllChildren(document.body)',
      );
      return value.kind === 'selection' ? value.text.replace(/^---\n.*?\n---\n\n/s, '').replace(/\n\n— \[T\]\([^\n]*\)\n$/, '') : '';
    },
    open: async (html, settledAfterMs = 300) => {
      opened += 1;
      const file = path.join(folder, `${opened}.html`);
      writeFileSync(file, html);
      const askedBefore = asked.length;
      const page = await context.newPage();
      await page.goto(pathToFileURL(file).href);
      // A file that leaves by itself has left by now: its own timer was set before this one, and for no later time.
      await page.waitForTimeout(settledAfterMs);
      return {
        address: page.url() === pathToFileURL(file).href ? 'the file' : page.url(),
        ran: await page.evaluate('globalThis.ran'),
        asked: asked.slice(askedBefore),
        page,
      };
    },
    [Symbol.asyncDispose]: async () => await owned.disposeAsync(),
  };
}
