/** What is found in a text: each thing a button that copies it alone, by pointer and keyboard; only where a copy is shown in full. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { FoundInText } from '../../../src/contract/page-rows/found-in-text.ts';
import { foundIn } from '../../../src/domain/view/looks/found-in-text.ts';
import { launchBrowser, noBrowser, onPage, seriousFindings } from '../page-browser.ts';
import { copied, extractedView, pageView, picture, windowModel } from '../views.ts';

const text = 'See https://a.example/b, or ask jana@a.example by 03/04/2026: 12,50 €.\nTel.: +49 30 1234567\n~~~\nnpm run tide\n~~~\n';
const found = foundIn(text, { isWhole: true, isProse: true });
const letter = { ...copied, toolTip: text, preview: text, found };
const many: FoundInText = {
  things: Array.from({ length: 60 }, (_, at) => ({
    kind: 'link',
    text: `https://a.example/${at}`,
    span: { from: at * 30, to: at * 30 + 20 },
  })),
  more: 5,
};

suite('what is found in a text', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  const open = (row: typeof letter): ReturnType<typeof pageView> =>
    pageView({ section: 'history', history: { rows: [row], hasMore: false }, expanded: row });
  const inPanel = (panel: 1 | 2): ReturnType<typeof pageView> => pageView({ panel, window: windowModel({ ClipboardFragments: [letter] }) });

  test('is offered by its kind and words, and copied alone by its place', async () => {
    await onPage(browser, open(letter), async ({ page, served }) => {
      const things = page.getByRole('group', { name: 'In this text' }).getByRole('button');
      assert.deepEqual(await things.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))), [
        'Copy the link https://a.example/b',
        'Copy the email address jana@a.example',
        'Copy the date 03/04/2026',
        'Copy the amount 12,50 €',
        'Copy the phone number +49 30 1234567',
        'Copy the code npm run tide',
      ]);
      assert.equal(await things.nth(2).textContent(), '03/04/2026');
      await things.nth(1).click();
      assert.deepEqual(await served.command(0), { kind: 'copy-part', fragmentId: letter.id, span: { from: 32, to: 46 } });
      await things.nth(2).focus();
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(1), { kind: 'copy-part', fragmentId: letter.id, span: { from: 50, to: 60 } });
      assert.deepEqual(await seriousFindings(page), []);
    });
  });

  test('a table is copied as it is written, or in another form', async () => {
    const table = '| Place | Height |\n| --- | --- |\n| Husum | 4.2 |\n';
    const row = { ...copied, toolTip: table, preview: table, found: foundIn(`${table}\nmore`, { isWhole: true, isProse: true }) };
    await onPage(browser, open(row as typeof letter), async ({ page, served }) => {
      const things = page.getByRole('group', { name: 'In this text' }).getByRole('button');
      assert.deepEqual(await things.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))), [
        'Copy the table Place · Height',
        ...['CSV', 'TSV', 'JSON'].map((form) => `Copy the table Place · Height as ${form}`),
      ]);
      await things.nth(1).click();
      const span = { from: 0, to: table.length - 1 };
      assert.deepEqual(await served.command(0), { kind: 'copy-part', fragmentId: row.id, span, as: 'csv' });
      assert.deepEqual(await seriousFindings(page), []);
    });
  });

  test('is in the first panel from the state on that shows the content', async () => {
    await onPage(browser, inPanel(1), async ({ page, show }) => {
      assert.equal(await page.getByRole('group', { name: 'In this text' }).count(), 0);
      await show(inPanel(2));
      await page.getByRole('button', { name: 'Copy the date 03/04/2026' }).waitFor();
    });
  });

  test('of many, twelve are shown at first, and as many as there are on request', async () => {
    await onPage(browser, open({ ...letter, found: many }), async ({ page }) => {
      const group = page.getByRole('group', { name: 'In this text' });
      assert.equal(await group.getByRole('button').count(), 13);
      await group.getByRole('button', { name: 'and 53 more' }).press('Enter');
      assert.equal(await group.getByRole('button').count(), 61);
      await group.getByText('and 5 more').waitFor();
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Show fewer', 'the focus stays');
      await page.keyboard.press('Enter');
      assert.equal(await group.getByRole('button').count(), 13);
    });
  });

  test('in what was read in a picture is copied with the number of the file', async () => {
    const row = { ...picture, extracted: [extractedView({ state: 'read', text, found })] };
    await onPage(browser, open(row), async ({ page, served }) => {
      await page.getByRole('region', { name: 'Text in this picture' }).getByRole('button', { name: 'Copy the amount 12,50 €' }).click();
      assert.deepEqual(await served.command(0), { kind: 'copy-part', fragmentId: picture.id, span: { from: 62, to: 69 }, file: 0 });
    });
  });

  test('fits a narrow window, and is in the language of the window', async () => {
    const long = { kind: 'link', text: `https://a.example/${'b'.repeat(42)}`, span: { from: 0, to: 60 } } as const;
    const row = { ...letter, found: { things: [long, ...found.things], more: 0 } };
    for (const [language, title] of [
      ['de', 'In diesem Text'],
      ['zh-CN', '此文本中'],
    ] as const)
      await onPage(browser, { ...open(row), language }, async ({ page }) => {
        await page.setViewportSize({ width: 320, height: 640 });
        const group = page.getByRole('group', { name: title });
        await group.waitFor();
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
        const right = await group
          .getByRole('button')
          .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)));
        const edge = (await group.boundingBox()) ?? { x: 0, width: 0 };
        assert.ok(right <= edge.x + edge.width + 1, `${right} > ${edge.x + edge.width}`);
      });
  });

  test('is not in the rows of a list', async () => {
    await onPage(browser, pageView({ section: 'history', history: { rows: [letter], hasMore: false } }), async ({ page }) => {
      await page.getByText('walk_sizes.py').first().waitFor();
      assert.equal(await page.getByRole('group', { name: 'In this text' }).count(), 0);
    });
  });
});
