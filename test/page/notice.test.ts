/** How long a notice is shown. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Notice } from '../../src/contract/shell-page.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { pageView } from './views.ts';

const copied: Notice = { id: 3, intent: 'success', text: 'Copied' };
const second: Notice = { id: 4, intent: 'info', text: 'Saved' };
/** As long as a notice is shown if nobody touches it. */
const shownMs = 6_000;

const bar = (page: Page) => page.getByRole('status').getByText(copied.text);
const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss' });

suite('a notice', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('disappears by itself, even if the previous one was under the pointer when it disappeared', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.clock.install();
      await show({ notice: copied });
      await bar(page).hover();
      await show({ notice: null });
      await page.mouse.move(20, 300);
      await show({ notice: second });
      await page.clock.fastForward(shownMs);
      assert.deepEqual(await served.command(0), { kind: 'dismiss-notice', id: second.id });
    });
  });

  test('disappears by itself, even if the previous one had the focus when it disappeared', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.clock.install();
      await show({ notice: copied });
      await dismiss(page).focus();
      await show({ notice: second });
      await page.clock.fastForward(shownMs);
      assert.deepEqual(await served.command(0), { kind: 'dismiss-notice', id: second.id });
    });
  });

  test('stays while the focus is on it, even if the pointer leaves it, and disappears after that', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.clock.install();
      await show({ notice: copied });
      await dismiss(page).focus();
      await bar(page).hover();
      await page.mouse.move(20, 300);
      await page.clock.fastForward(2 * shownMs);
      await page.getByRole('combobox').focus();
      await page.clock.fastForward(shownMs - 1_000);
      await page.keyboard.type('x');
      assert.deepEqual(await served.command(0), { kind: 'search', query: 'x' }, 'nothing was dismissed before');
      await page.clock.fastForward(1_000);
      assert.deepEqual(await served.command(1), { kind: 'dismiss-notice', id: copied.id });
    });
  });
});
