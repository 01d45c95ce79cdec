/**
 * A browser for the page's tests. Every page that it opens is watched: what the page's policy forbids, what leaves its origin, and what is
 * thrown in it are troubles, and a test ends with none.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { PageView } from '../../src/contract/shell-page.ts';
import { until } from '../harness/until.ts';
import { type ServedPage, servePage } from './serve-page.ts';

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
  readonly show: (change: Partial<PageView>) => Promise<void>;
  /** Fails when there was any trouble; then all is closed. */
  readonly close: () => Promise<void>;
}

const watchPolicy = `
  globalThis.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
`;

function watch(page: Page, origin: string): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    const isRefused = message.text().includes('net::ERR_');
    if (message.type() === 'error' && !isRefused) troubles.push(`console: ${message.text()}`);
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
export async function openPage(browser: Browser, view: PageView, options: BrowserContextOptions = {}, watching = ''): Promise<OpenPage> {
  const served = await servePage(view);
  const context = await browser.newContext({ viewport: { width: 760, height: 640 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const troubles = watch(page, served.url);
  await page.addInitScript(watchPolicy + watching);
  const end = async (): Promise<void> => {
    await context.close();
    await served.die();
  };
  try {
    await page.goto(served.url);
    await untilPainted(page, view.revision);
  } catch (cause) {
    await end();
    throw new Error(`the page was not painted: ${troubles.join('; ')}`, { cause });
  }
  return {
    page,
    served,
    show: async (change) => untilPainted(page, served.show(change).revision),
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
  view: PageView,
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
