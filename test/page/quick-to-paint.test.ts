/** Nothing on the page is slow to paint: neither what each copy changes, nor menus and panels above it. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { copied, files, mail, pageView, picture, windowModel } from './views.ts';

/** The blur radii, in px, of all shadows on the page. */
async function blurs(page: Page): Promise<readonly number[]> {
  const shadows: string[] = await page.evaluate(
    `[...document.querySelectorAll('*')].map((element) => getComputedStyle(element)).flatMap(({ boxShadow, filter }) => [boxShadow, filter])`,
  );
  // The computed value: colour, horizontal and vertical offset, blur; for a box also the spread.
  const found = shadows.join(' ').matchAll(/-?[\d.]+px -?[\d.]+px ([\d.]+)px/g);
  return [...found].map(([, blur]) => Number(blur)).filter((blur) => blur > 0);
}

suite('the page', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('has no shadow on what each copy repaints', async () => {
    const window = windowModel({ ClipboardFragments: [copied, picture, files] });
    await onPage(browser, pageView({ window }), async ({ page, show }) => {
      for (const panel of [0, 1, 2, 3, 4] as const) {
        await show({ panel });
        assert.deepEqual(await blurs(page), [], `panel ${panel}`);
      }
    });
  });

  for (const theme of ['light', 'dark', 'high-contrast-dark'] as const)
    test(`has no narrow blur on what opens, which WebKitGTK paints slowly: ${theme}`, async () => {
      await onPage(browser, pageView({ theme, section: 'history' }), async ({ page }) => {
        await page.getByRole('button', { name: /^Profile/ }).click();
        await page.getByRole('dialog').waitFor();
        const flyout = await blurs(page);
        await page.keyboard.press('Escape');
        await page.getByText(mail.title).first().click({ button: 'right' });
        const menuItem = page.getByRole('menuitem', { name: 'Delete for good…' });
        await menuItem.waitFor();
        const menu = await blurs(page);
        await page.keyboard.press('Escape');
        await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'WorkSpaces' }).hover();
        await page.getByRole('tooltip').waitFor();
        const tip = await blurs(page);
        for (const found of [flyout, menu, tip]) {
          assert.ok(found.length > 0);
          assert.deepEqual(
            found.filter((blur) => blur < 5),
            [],
          );
        }
      });
    });
});
