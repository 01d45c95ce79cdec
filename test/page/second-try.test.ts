/** What failed while the core was away is tried again. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, type OpenPage, onPage } from './page-browser.ts';
import { fragmentRow, pageView, picture } from './views.ts';

const lost = { state: 'lost', text: 'The core does not answer', mend: 'It is started again.' } as const;
const connected = { state: 'connected', text: '', mend: '' } as const;

const rowsFrom = (newest: number) =>
  Array.from({ length: 60 }, (_, index) => fragmentRow({ id: String(newest - index), title: `Copy ${newest - index}` }));

async function scrollTo(page: Page, title: string): Promise<void> {
  await page.getByText(title, { exact: true }).scrollIntoViewIfNeeded();
}

/** What was asked for so far; told by a command that comes after it. */
async function askedFor({ page, served }: OpenPage): Promise<readonly string[]> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  const already = served.commands.length;
  await page.getByRole('button', { name: 'Pause' }).click();
  await until('the command after', () => served.commands.slice(already).some(({ kind }) => kind === 'act'));
  return served.commands.map(({ kind }) => kind).filter((kind) => kind !== 'act');
}

suite('what failed', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('more of a list is asked for again once the core is back, and not while it is away', async () => {
    const history = { rows: rowsFrom(1_000), hasMore: true };
    await onPage(browser, pageView({ section: 'history', history }), async (opened) => {
      const { page, served, show } = opened;
      await scrollTo(page, 'Copy 941');
      await served.command(0);
      await show({ connection: lost });
      assert.deepEqual(await askedFor(opened), ['more']);
      await show({ connection: connected });
      await until('the second time', () => served.commands.filter(({ kind }) => kind === 'more').length === 2);
      assert.deepEqual(await askedFor(opened), ['more', 'more']);
    });
  });

  test('more of a list is asked for again once it has moved on, though it is as long as before', async () => {
    const history = { rows: rowsFrom(1_000), hasMore: true };
    await onPage(browser, pageView({ section: 'history', history }), async (opened) => {
      const { page, served, show } = opened;
      await scrollTo(page, 'Copy 941');
      await served.command(0);
      await show({ history: { rows: rowsFrom(1_001), hasMore: true } });
      await scrollTo(page, 'Copy 942');
      await until('the second time', () => served.commands.length === 2);
      const busy = rowsFrom(1_001).map((row) => ({ ...row, outcome: { kind: 'busy', text: '' } }) as const);
      await show({ history: { rows: busy, hasMore: true } });
      assert.deepEqual(await askedFor(opened), ['more', 'more'], 'a row that says another thing moves nothing');
    });
  });

  /** A picture that can't be drawn until the test says so; how often it was asked for. */
  async function breakPicture(page: Page): Promise<{ isBroken: boolean; asked: number }> {
    const state = { isBroken: true, asked: 0 };
    await page.route(`**${picture.imageUrl}`, async (route) => {
      state.asked += 1;
      await (state.isBroken ? route.fulfill({ contentType: 'text/plain', body: 'not now' }) : route.continue());
    });
    return state;
  }

  test('a picture is drawn once the core is back', async () => {
    await onPage(browser, pageView(), async ({ page, show }) => {
      const state = await breakPicture(page);
      await show({ section: 'history', history: { rows: [picture], hasMore: false }, connection: lost });
      await until('the question', () => state.asked > 0);
      await page.locator('li img').waitFor({ state: 'detached' });
      state.isBroken = false;
      await show({ connection: connected });
      await page.locator('li img').waitFor();
    });
  });

  test('a picture is drawn though the core was away so shortly that nobody said so', async () => {
    await onPage(browser, pageView(), async ({ page, show }) => {
      const state = await breakPicture(page);
      await show({ section: 'history', history: { rows: [picture], hasMore: false } });
      await until('the second question', () => state.asked === 2);
      state.isBroken = false;
      await page.locator('li img').waitFor();
    });
  });
});
