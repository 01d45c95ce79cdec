/**
 * A browser for the page's tests. It watches every page that it opens: a violation of the page's policy, a request to another
 * origin, or an uncaught exception fails the test.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { type ServedPage, servePage } from './serve-page.ts';
import type { TestView } from './views.ts';

export const chromiumPath = process.env.HUB_TEST_CHROMIUM ?? '/usr/bin/chromium';
const patienceMs = 20_000;

/** Why the tests of the page can't run here, or false. */
export const noBrowser: string | false = existsSync(chromiumPath) ? false : `there is no ${chromiumPath}`;

/** Opens the browser; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: chromiumPath, args: isRoot ? ['--no-sandbox'] : [], timeout: patienceMs });
}

export interface OpenPage {
  readonly page: Page;
  readonly served: ServedPage;
  /** Shows another view, and waits until it is painted. */
  readonly show: (change: Partial<TestView>) => Promise<void>;
  /** Reports changes of lists, and waits until they are painted. */
  readonly tell: ServedPage['tell'] extends (changes: infer Changes) => unknown ? (changes: Changes) => Promise<void> : never;
  /** Closes everything, and fails if there was any violation. */
  readonly close: () => Promise<void>;
}

/**
 * The violations of the page's policy, and how many parts of lists it is waiting for. Counted in the page, from the request until its answer is shown,
 * because the server does not know of a request that was only just sent.
 */
const watchPage = `
  globalThis.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
  globalThis.rowsAwaited = 0;
  const fetchRows = fetch;
  globalThis.fetch = async (address, ...options) => {
    if (!String(address).startsWith('rows')) return fetchRows(address, ...options);
    rowsAwaited += 1;
    try {
      const answer = await fetchRows(address, ...options);
      return new Response(await answer.arrayBuffer(), answer);
    } finally {
      setTimeout(() => setTimeout(() => (rowsAwaited -= 1)));
    }
  };
`;

function watch(page: Page, origin: string): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    const isRefused = message.text().includes('net::ERR_');
    // A test can look at `refused` instead.
    const isUnavailable = message.text().includes('status of 503');
    if (message.type() === 'error' && !isRefused && !isUnavailable) troubles.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) troubles.push(`left its origin: ${request.url()}`);
  });
  return troubles;
}

async function untilPainted(page: Page, revision: number): Promise<void> {
  // The page's policy forbids the code that Playwright's own waiting would evaluate later.
  await until(
    `revision ${revision} on the screen`,
    async () => Number(await page.evaluate('document.documentElement.dataset.revision')) >= revision,
  );
}

/** The page with a first view, painted. `watching` is a script that runs in it before its own. */
export async function openPage(browser: Browser, view: TestView, options: BrowserContextOptions = {}, watching = ''): Promise<OpenPage> {
  const served = await servePage(view);
  const context = await browser.newContext({ viewport: { width: 760, height: 640 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const troubles = watch(page, served.url);
  await page.addInitScript(watchPage + watching);
  const end = async (): Promise<void> => {
    await context.close();
    await served.die();
  };
  /** Painted, with the rows that were requested. */
  const untilShown = async (revision: number): Promise<void> => {
    await untilPainted(page, revision);
    await until('rows', async () => (await page.evaluate('rowsAwaited')) === 0);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  };
  try {
    await page.goto(served.url);
    await untilShown(view.revision);
  } catch (cause) {
    await end();
    throw new Error(`the page was not painted: ${troubles.join('; ')}`, { cause });
  }
  return {
    page,
    served,
    show: async (change) => untilShown(served.show(change).revision),
    tell: async (changes) => untilShown(served.tell(changes).revision),
    close: async () => {
      try {
        const violations = (await page.evaluate('violations')) as string[];
        assert.deepEqual({ troubles, violations, refused: served.refused }, { troubles: [], violations: [], refused: [] });
      } finally {
        await end();
      }
    },
  };
}

/** Opens the page, does something with it, and closes it; fails if there was any violation. */
export async function onPage(
  browser: Browser,
  view: TestView,
  use: (opened: OpenPage) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const opened = await openPage(browser, view, options);
  try {
    await use(opened);
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
  await opened.close();
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The serious and critical findings of axe, one per line. The hidden elements by which Fluent (tabster) notices that the focus enters or leaves the page
 * are left out, because they pass the focus on at once.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return (await page.evaluate(`axe.run({ exclude: ['[data-tabster-dummy]'] }, { resultTypes: ['violations'] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? node.all[0]?.message ?? ''))))`)) as string[];
}
