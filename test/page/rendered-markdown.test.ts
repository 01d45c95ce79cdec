/** Copied Markdown as it reads: nothing of it runs, loads or leads anywhere. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, noBrowser, onPage, seriousFindings } from './page-browser.ts';
import { fragmentRow, pageView } from './views.ts';

const place = `document.querySelector('section[aria-label="Formatted text"]')`;

suite('copied Markdown', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('is its source first, reads as a text on request, and requests nothing from elsewhere', async () => {
    const markdown = [
      '# Title\n\nOne **bold** [word](https://user@docs.example.org/x).\n\n- a\n- b\n',
      '![A house](https://elsewhere.example/a.png)\n\n|A|\n|-|\n|1|\n\n<img src=x onerror="globalThis.wasRun=1">\n\n[run](javascript:globalThis.wasRun=1)',
    ].join('\n');
    const row = fragmentRow({ title: 'Markdown', toolTip: markdown, language: 'markdown' });
    const view = pageView({ section: 'history', history: { rows: [row], hasMore: false }, expanded: row });
    await onPage(browser, view, async ({ page }) => {
      const own = new URL(page.url()).host;
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        const address = new URL(request.url());
        if (address.protocol.startsWith('http') && address.host !== own) elsewhere.push(request.url());
      });
      assert.equal(await page.evaluate(`document.querySelector('section pre').textContent`), markdown);
      await page.getByRole('button', { name: 'Show formatted' }).click();
      await page.locator('section[aria-label="Formatted text"] table').waitFor();
      const text = String(await page.evaluate(`${place}.innerText`));
      assert.match(text, /^Title\s+One bold word \(docs\.example\.org\)\.\s+a\s+b\s+\[A house\]\s+A\s+1\s+<img src=x/);
      assert.deepEqual(
        await page.evaluate(`[...${place}.firstElementChild.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())`),
        [],
      );
      assert.equal(await page.evaluate(`${place}.querySelectorAll('a,img').length`), 0);
      assert.equal(await page.evaluate('globalThis.wasRun'), undefined);
      assert.deepEqual(elsewhere, []);
      assert.deepEqual(await seriousFindings(page), []);
    });
  });
});
