/** Requests that failed while the core was away are repeated. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { mail, pageView, picture } from './views.ts';

/** A picture that the page has drawn once is not requested again. */
const withoutPicture = pageView({ section: 'workspaces' });
const lost = { state: 'lost', text: 'The core does not answer', mend: 'It is started again.' } as const;
const connected = { state: 'connected', text: '', mend: '' } as const;

suite('what failed', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('rows that can’t be read are reported, and are tried again automatically and once the core is back', async () => {
    await onPage(browser, pageView({ section: 'workspaces' }), async ({ page, served, show }) => {
      served.rows.fails = true;
      await show({ section: 'history' });
      const said = page.getByText('These copies could not be read');
      await said.waitFor();
      const already = served.rows.asked.length;
      await until('another try', () => served.rows.asked.length > already);
      await show({ connection: lost });
      served.rows.fails = false;
      await show({ connection: connected });
      await page.getByText(mail.title).waitFor();
      assert.equal(await said.count(), 0);
      served.refused.splice(0);
    });
  });

  /** A picture that cannot be drawn until the test allows it; counts the requests for it. */
  async function breakPicture(page: Page): Promise<{ isBroken: boolean; asked: number }> {
    const state = { isBroken: true, asked: 0 };
    await page.route(`**${picture.imageUrl}`, async (route) => {
      state.asked += 1;
      await (state.isBroken ? route.fulfill({ contentType: 'text/plain', body: 'not now' }) : route.continue());
    });
    return state;
  }

  test('a picture is drawn once the core is back', async () => {
    await onPage(browser, withoutPicture, async ({ page, show }) => {
      const state = await breakPicture(page);
      await show({ section: 'history', history: { rows: [picture], hasMore: false }, connection: lost });
      await until('the question', () => state.asked > 0);
      await page.locator('li img').waitFor({ state: 'detached' });
      state.isBroken = false;
      await show({ connection: connected });
      await page.locator('li img').waitFor();
    });
  });

  test('a picture is drawn even if the core was away so briefly that this was not reported', async () => {
    await onPage(browser, withoutPicture, async ({ page, show }) => {
      const state = await breakPicture(page);
      await show({ section: 'history', history: { rows: [picture], hasMore: false } });
      await until('the second question', () => state.asked === 2);
      state.isBroken = false;
      await page.locator('li img').waitFor();
    });
  });
});
