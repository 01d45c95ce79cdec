/** The browsers in the settings of the page: those that are paired, and the code for another one. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noBrowser, onPage, seriousFindings } from '../page-browser.ts';
import { pageStates } from '../page-states.ts';
import { pageView, type TestView } from '../views.ts';

const shown = pageView(pageStates['settings-browsers'] as Partial<TestView>);
const card = (page: Page) => page.getByRole('region', { name: 'Browsers' });

suite('the browsers in the settings', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('are listed, and a pairing is ended', async () => {
    await onPage(browser, shown, async ({ page, served }) => {
      const [first, second] = await card(page).getByRole('listitem').allInnerTexts();
      assert.match(first ?? '', /^Chromium\s+connected · chromium/);
      assert.match(second ?? '', /^Firefox\s+firefox-esr/);
      await card(page).getByRole('button', { name: 'End the pairing with Firefox' }).click();
      assert.deepEqual(await served.command(0), { kind: 'revoke-pairing', id: '0badcaff' });
      assert.deepEqual(await seriousFindings(page), []);
    });
  });

  test('have a code for another one, which is asked for', async () => {
    const browsers = { rows: [], code: null, trouble: '' };
    await onPage(browser, { ...shown, browsers }, async ({ page, served, show }) => {
      await card(page).getByRole('button', { name: 'Pair a browser' }).click();
      assert.deepEqual(await served.command(0), { kind: 'pair-browser' });
      await show({ browsers: { ...browsers, code: { text: 'K7QW-3MXR', until: '14:05' } } });
      await card(page).getByText('K7QW-3MXR').waitFor();
      await card(page).getByText('It pairs once, and until 14:05.').waitFor();
      await card(page).getByRole('button', { name: 'Another code' }).waitFor();
      await show({ browsers: { ...browsers, trouble: 'the web listener did not answer; see Diagnostics' } });
      await card(page).getByText('see Diagnostics').waitFor();
      assert.equal(await card(page).getByText('K7QW-3MXR').count(), 0);
    });
  });
});
