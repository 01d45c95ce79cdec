/** How contents look: tables, colours, links, lines. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { FragmentRow } from '../../src/contract/shell-page.ts';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, onPage, seriousFindings } from './page-browser.ts';
import { fragmentRow, pageView, windowModel } from './views.ts';

const historyOf = (row: FragmentRow, expanded: FragmentRow | null = null) =>
  pageView({ section: 'history', history: { rows: [row], hasMore: false }, expanded });

suite('a content', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('that is a table is shown as one, and as its text on request', async () => {
    const table = { head: ['Region', 'Q1'], rows: [['<b>North</b>', '12']], isWhole: false };
    const row = fragmentRow({ title: 'Region Q1', symbol: 'text', toolTip: 'Region\tQ1\n<b>North</b>\t12', table });
    await onPage(browser, historyOf(row, row), async ({ page }) => {
      assert.deepEqual(await page.getByRole('table').getByRole('columnheader').allInnerTexts(), ['Region', 'Q1']);
      assert.deepEqual(await page.getByRole('table').getByRole('cell').allInnerTexts(), ['<b>North</b>', '12']);
      assert.ok(await page.getByText('Only the beginning of the table is shown').isVisible());
      await page.getByRole('button', { name: 'Show as text' }).click();
      await page.getByRole('button', { name: 'Show as a table' }).waitFor();
      assert.equal(await page.getByRole('table').count(), 0);
      assert.equal(await page.getByLabel('Text', { exact: true }).innerText(), row.toolTip);
    });
  });

  test('that is a table has its numbers on the right, and there also what stands for none of them', async () => {
    const rows = [
      ['-', '12'],
      ['Brest', 'n/a'],
      ['Husum', '–'],
      ['List', 'low'],
    ];
    const row = fragmentRow({ title: 'Harbour Tide', symbol: 'text', table: { head: ['Harbour', 'Tide'], rows, isWhole: true } });
    await onPage(browser, historyOf(row, row), async ({ page }) => {
      const cells = page.getByRole('table').getByRole('cell');
      const aligned = await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).textAlign));
      assert.deepEqual(aligned, ['start', 'end', 'start', 'end', 'start', 'end', 'start', 'start']);
    });
  });

  test('with tabs has its cells in columns in each preview, however wide they are, and its text stays the same', async () => {
    const preview = 'Harbour\tTide\tTime\nSaint-Malo-les-Bains\t12.1\t10:20\nBrest\t5.2\t4:05';
    const row = fragmentRow({ title: 'Harbour Tide Time', symbol: 'text', preview, toolTip: preview, contentKind: 'table' });
    const window = windowModel({ ClipboardFragments: [row], Bar2Text: preview });
    const history = { rows: [row], hasMore: false };
    const picker = { opened: 1, into: 'Mousepad', pastes: true };
    for (const view of [
      pageView({ panel: 1, window, history }),
      pageView({ section: 'history', history }),
      pageView({ window, history, picker }),
    ])
      await onPage(browser, view, async ({ page }) => {
        const shown = (await page.evaluate(`[...document.querySelectorAll('span')]
          .filter((each) => getComputedStyle(each).display === 'table')
          .map((each) => ({
            text: each.textContent,
            lefts: [...each.children].map((line) => [...line.children].map((cell) => Math.round(cell.getBoundingClientRect().left))),
          }))`)) as readonly { readonly text: string; readonly lefts: readonly (readonly number[])[] }[];
        assert.ok(shown.length > 0);
        for (const { text, lefts } of shown) {
          assert.ok(preview.startsWith(text), text);
          for (const line of lefts) assert.deepEqual(line, lefts[0]);
          assert.equal(new Set(lefts[0]).size, 3);
        }
      });
  });

  test('that is a colour is shown in it', async () => {
    const row = fragmentRow({ title: '#0f6cbd', symbol: 'text', toolTip: '#0f6cbd', swatches: ['#0f6cbd'] });
    await onPage(browser, historyOf(row, row), async ({ page }) => {
      const colors = `[...document.querySelectorAll('li span')].map((each) => getComputedStyle(each).backgroundColor)`;
      const found = (await page.evaluate(colors)) as readonly string[];
      assert.equal(found.filter((color) => color === 'rgb(15, 108, 189)').length, 2);
    });
  });

  test('that is a link emphasizes the host that it leads to, wherever that is', async () => {
    const link = (title: string, host: string) => historyOf(fragmentRow({ title, toolTip: title, symbol: 'link', host }));
    const strong = `[...document.querySelectorAll('li button span')].filter((each) => each.childElementCount === 0 && getComputedStyle(each).fontWeight === '600').map((each) => each.innerText)`;
    await onPage(browser, link('https://docs.example.org/docs', 'docs.example.org'), async ({ page }) => {
      assert.ok(((await page.evaluate(strong)) as readonly string[]).includes('docs.example.org'));
    });
    const hidden = `https://bank.example${'x'.repeat(100)}@elsewhere.example/`;
    await onPage(browser, link(hidden, 'elsewhere.example'), async ({ page }) => {
      assert.match(await page.locator('[data-fragment]').first().innerText(), /^elsewhere\.example ?https:\/\/bank\.example/);
    });
  });

  test('that is a link shows what a page called it after the host, and is no link or mark of its own', async () => {
    const linkTitle = 'www.bank.example <b>log in</b>';
    const row = fragmentRow({ title: 'https://elsewhere.example/', symbol: 'link', host: 'elsewhere.example', linkTitle });
    await onPage(browser, historyOf(row), async ({ page }) => {
      assert.match(await page.locator('[data-fragment]').first().innerText(), /^elsewhere\.example · www\.bank\.example <b>log in<\/b>/);
    });
  });

  test('of several lines shows the first three in its row, code with its blanks', async () => {
    const row = fragmentRow({ title: 'if x:', preview: 'if x:\n    do()\nelse:\n    pass' });
    await onPage(browser, historyOf(row), async ({ page }) => {
      assert.ok((await page.locator('[data-fragment]').first().innerText()).startsWith('if x:\n    do()\nelse:\n'));
    });
  });

  test('that is code has colours, and stays the same text', async () => {
    const text = 'import os\n\ndef sizes(root):\n    return "<b>&amp;</b>"  # 42\n';
    const row = fragmentRow({ title: 'import os', toolTip: text, language: 'python' });
    const unknown = { ...row, language: 'constructor' };
    const pre = `document.querySelector('section pre')`;
    const colours = `new Set([...${pre}.querySelectorAll('span')].map((each) => getComputedStyle(each).color)).size`;
    await onPage(browser, historyOf(row, row), async ({ page, show }) => {
      await until('the colours', async () => Number(await page.evaluate(colours)) >= 4);
      assert.equal(await page.evaluate(`${pre}.textContent`), text);
      assert.deepEqual(await seriousFindings(page), []);
      await show({ theme: 'dark' });
      assert.deepEqual(await seriousFindings(page), []);
      await show({ expanded: unknown });
      assert.equal(await page.evaluate(`${pre}.textContent`), text);
    });
  });

  test('that is hostile to what colours it does not hold up the page', async () => {
    const texts = [
      '"'.repeat(65_000),
      '<a '.repeat(20_000),
      '/*'.repeat(30_000),
      '{'.repeat(65_000),
      `${'a'.repeat(65_000)}`,
      '$('.repeat(30_000),
    ];
    const languages = ['javascript', 'xml', 'cpp', 'yaml', 'markdown', 'shell'];
    const rowOf = (at: number) => fragmentRow({ title: `Hostile ${at}`, toolTip: texts[at] ?? '', language: languages[at] ?? '' });
    await onPage(browser, historyOf(rowOf(0), rowOf(0)), async ({ page, show }) => {
      for (const at of texts.keys()) {
        await show({ expanded: { ...rowOf(at), id: '1' } });
        assert.equal(Number(await page.evaluate(`document.querySelector('section pre').textContent.length`)), texts[at]?.length);
      }
    });
  });
});
