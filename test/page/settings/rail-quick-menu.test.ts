/** The menu of the quick settings in the rail: whatever is done next closes it. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { launchBrowser, noBrowser, onPage } from '../page-browser.ts';
import { pageView } from '../views.ts';

suite('the quick settings in the rail', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('their menu closes by a choice, a click elsewhere and Escape, and opens again', async () => {
    await onPage(browser, pageView(), async ({ page, served }) => {
      const button = page.getByRole('button', { name: 'Quick settings' });
      const menu = page.getByRole('menu', { name: 'Quick settings' });
      for (const close of [
        () => page.keyboard.press('Escape'),
        () => page.mouse.click(600, 400),
        () => page.mouse.click(20, 300),
        () => menu.getByRole('menuitem').first().click(),
        () => page.keyboard.press('Enter'),
      ]) {
        await button.click();
        await menu.waitFor();
        assert.equal(await button.getAttribute('aria-expanded'), 'true');
        await close();
        await menu.waitFor({ state: 'hidden' });
        await until('closed menu', async () => (await button.getAttribute('aria-expanded')) === 'false', 3_000);
        assert.equal(await page.locator('dialog').count(), 0);
      }
      assert.equal(served.commands.filter(({ kind }) => kind === 'act').length, 2);
    });
  });
});
