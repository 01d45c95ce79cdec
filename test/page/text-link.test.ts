/** From a text to the picture that it was taken out of, and back. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, noBrowser, onPage, seriousFindings } from './page-browser.ts';
import { fragmentRow, pageView, windowModel } from './views.ts';

suite('a text that was taken out of a picture', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  for (const panel of [0, 2] as const)
    test(`says so, and leads to the picture in the history, in panel ${panel}`, async () => {
      const text = fragmentRow({ id: '8', title: 'umbrellas', link: { id: '7', text: 'Text of a picture', opens: 'Show the picture' } });
      await onPage(browser, pageView({ panel, window: windowModel({ ClipboardFragments: [text] }) }), async ({ page, served }) => {
        await page.getByText('Text of a picture', { exact: true }).waitFor();
        assert.deepEqual(await seriousFindings(page), []);
        await page.getByRole('button', { name: 'Show the picture' }).click();
        assert.deepEqual(await served.command(0), { kind: 'search', query: '' });
        assert.deepEqual(await served.command(1), { kind: 'show', section: 'history' });
      });
    });
});
