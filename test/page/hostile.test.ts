/** The page shows copied content as text, whatever it says and however long it is. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { files, fragmentRow, pageView, picture, type TestView, windowModel } from './views.ts';

const planted = '<script>globalThis.wasRun = 1</script><img src=x onerror="globalThis.wasRun = 1"><b>bold</b>{{7*7}}';

/** A view with this text everywhere where text can come from outside the program. */
function viewOf(text: string, change: Partial<TestView> = {}): TestView {
  const fragment = fragmentRow({
    id: '100',
    title: text,
    detail: text,
    badge: text.slice(0, 12),
    preview: text,
    toolTip: text,
    outcome: { kind: 'failed', text },
  });
  const listed = { ...fragment, id: '101' };
  return pageView({
    window: windowModel({
      Bar0Text: text,
      Bar1Text: text,
      Bar2Text: text,
      Bar2ToolTip: text,
      Bar3DetectedExtension: text.slice(0, 20),
      Bar3DetectedGroup: text.slice(0, 20),
      Bar3DetectedTypeId: text.slice(0, 20),
      Bar3EmbeddedFilename: text,
      ClipboardFragments: [fragment, { ...files, preview: `${text}\n${text}` }],
      CurrentUserDisplayName: text,
      CurrentUserEmailOrUpn: text,
    }),
    history: { rows: [listed, { ...picture, title: text }], hasMore: false },
    search: { query: text.slice(0, 500), verbs: [], rows: [listed], hasMore: false },
    workspace: { name: text, path: text },
    workspaces: [{ id: 'a', name: text, path: text, exists: false, isActive: true }],
    components: [{ id: 'hub', title: text, state: 'failed', reason: text, restarts: 1, failures: 0, lastFailure: text }],
    capture: { state: 'blind', text, mend: text, captured: 1, missed: 1 },
    raw: [{ title: 'Raw', json: text }],
    notice: { id: 1, intent: 'error', text: text.slice(0, 300) },
    panel: 4,
    typeName: text.slice(0, 40),
    kindName: text.slice(0, 40),
    ...change,
  });
}

const isTooWide = `(() => {
  const main = document.getElementById('main');
  return document.documentElement.scrollWidth > innerWidth || main.scrollWidth > main.clientWidth;
})()`;

const outside = `[...document.querySelectorAll('button, h1, h2, img, table, pre, li')].filter((element) => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
}).map((element) => element.outerHTML.slice(0, 100))`;

const sections = ['now', 'history', 'workspaces', 'diagnostics', 'settings'] as const;

async function noMarkupCameOf(page: Page): Promise<void> {
  assert.equal(await page.evaluate('globalThis.wasRun'), undefined);
  // Tooltips are in the document outside the page's root.
  assert.equal(await page.locator('body b, body script, img[src="x"]').count(), 0);
}

suite('a text that was copied', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('is shown as text if it is markup, in every section', async () => {
    await onPage(browser, viewOf(planted), async ({ page, show }) => {
      for (const section of sections) {
        await show({ section });
        if (section !== 'settings') assert.ok(await page.getByText(planted).first().isVisible(), section);
        await noMarkupCameOf(page);
      }
    });
  });

  test('stays text in tooltips, the flyout, an expanded row with its menu, and search results', async () => {
    await onPage(browser, viewOf(planted, { panel: 0 }), async ({ page, show }) => {
      await page.setViewportSize({ width: 480, height: 640 });
      const card = page.getByRole('region', { name: 'On the clipboard' });
      const tip = page.getByRole('tooltip');
      for (const place of ['the source', 'its address', 'the copy'].keys()) {
        await card.getByText(planted).nth(place).hover();
        await until(`tip ${place}`, async () => (await tip.count()) === 1 && (await tip.textContent()) === planted);
        await noMarkupCameOf(page);
        await page.mouse.move(1, 1);
        await tip.waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: /^Profile/ }).click();
      await page.getByRole('dialog', { name: 'Profile' }).getByRole('heading', { name: planted }).waitFor();
      await noMarkupCameOf(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await show({ section: 'history', search: pageView().search });
      await page.locator('[data-fragment]').first().getByRole('button').first().click();
      await page.getByRole('region', { name: 'Text' }).getByText(planted).waitFor();
      await page.locator('[data-fragment]').first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Copy', exact: true }).waitFor();
      await noMarkupCameOf(page);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.getByRole('combobox').fill('x');
      await show({ search: { ...viewOf(planted).search, query: 'x' } });
      await page.getByRole('option').filter({ hasText: planted }).waitFor();
      await noMarkupCameOf(page);
    });
  });

  test('is shown character by character, whatever ligatures a font has', async () => {
    const withSigns = `[...document.querySelectorAll('body *')].filter((element) => {
      const { fontVariantLigatures, fontFeatureSettings } = getComputedStyle(element);
      return fontVariantLigatures !== 'none' || !/"calt" 0/.test(fontFeatureSettings);
    }).map((element) => element.outerHTML.slice(0, 100))`;
    await onPage(browser, viewOf('a <= b != c -> d'), async ({ page, show }) => {
      for (const section of sections) {
        await show({ section });
        assert.deepEqual(await page.evaluate(withSigns), [], section);
      }
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
      assert.deepEqual(await page.evaluate(withSigns), [], 'the search');
    });
  });

  const long = {
    'one line of 10,000 characters': 'x'.repeat(10_000),
    'right to left': 'نص طويل جدا '.repeat(400),
    'Chinese, Japanese, Korean': '剪贴板クリップボード클립보드'.repeat(300),
    'emoji of many parts': '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(500),
    'ten thousand lines': 'line\n'.repeat(10_000),
  };
  for (const [name, text] of Object.entries(long)) {
    test(`never breaks the layout from 360 to 1200 points: ${name}`, async () => {
      await onPage(browser, viewOf(text), async ({ page, show }) => {
        for (const width of [360, 600, 1200]) {
          await page.setViewportSize({ width, height: 700 });
          for (const section of sections) {
            await show({ section });
            assert.equal(await page.evaluate(isTooWide), false, `${section} at ${width}`);
            assert.deepEqual(await page.evaluate(outside), [], `${section} at ${width}`);
          }
        }
      });
    });
  }
});
