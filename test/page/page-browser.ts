/**
 * A browser for the page's tests. Every page that it opens is watched: what the page's policy forbids, what leaves its origin, and what is
 * thrown in it are troubles, and a test ends with none.
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

/** The caller closes it. */
export function launchBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: chromiumPath, args: isRoot ? ['--no-sandbox'] : [], timeout: patienceMs });
}

export interface OpenPage {
  readonly page: Page;
  readonly served: ServedPage;
  /** Shows another view, and waits until it is painted. */
  readonly show: (change: Partial<TestView>) => Promise<void>;
  /** Tells what happened to lists, and waits until that is painted. */
  readonly tell: ServedPage['tell'] extends (changes: infer Changes) => unknown ? (changes: Changes) => Promise<void> : never;
  /** Fails when there was any trouble; then all is closed. */
  readonly close: () => Promise<void>;
}

/**
 * What the page's policy forbids, and how many parts of lists it waits for. It is counted in the page, from its asking until what it was answered is shown:
 * the server does not know yet of what was only just asked for.
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
    // A test that wants it looks at `refused`.
    const isUnavailable = message.text().includes('status of 503');
    if (message.type() === 'error' && !isRefused && !isUnavailable) troubles.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) troubles.push(`left its origin: ${request.url()}`);
  });
  return troubles;
}

async function untilPainted(page: Page, revision: number): Promise<void> {
  // The page's policy forbids what Playwright's own waiting would evaluate later.
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
  /** Painted, with the rows that were asked for then. */
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

/** Opens the page, does something with it, and closes it; fails when there was any trouble. */
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
 * What axe finds that is serious or critical, a line each. Left out are the elements by which Fluent (tabster) notices that the focus enters or
 * leaves the page: they are hidden, and hand the focus on at once.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return (await page.evaluate(`axe.run({ exclude: ['[data-tabster-dummy]'] }, { resultTypes: ['violations'] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? node.all[0]?.message ?? ''))))`)) as string[];
}
