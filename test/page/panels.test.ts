/** What the section Now shows in each state of its panel. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { PanelState } from '../../src/contract/shell-page.ts';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { copied, files, fragmentRow, pageView, picture, windowModel } from './views.ts';

/** Which of the parts that depend on the panel state are on the screen. */
async function shown(page: Page) {
  const has = (locator: ReturnType<Page['getByText']>) => locator.first().isVisible();
  return {
    source: await has(page.getByText('Directory walking — Python 3 documentation', { exact: true })),
    address: await has(page.getByText('docs.python.org/3/library/os.html#os.walk', { exact: true })),
    copied: await has(page.getByText('import os')),
    detection: await has(page.getByText('97%')),
    inFull: await has(page.getByText("for base, size in sizes('.')")),
    earlier: await has(page.getByRole('group', { name: 'Earlier' })),
    raw: await has(page.getByRole('region', { name: 'Raw values' })),
  };
}

const rows = { source: true, address: true, copied: true, detection: false, inFull: false, earlier: false, raw: false };
const expected: Readonly<Record<PanelState, typeof rows>> = {
  0: rows,
  1: { ...rows, detection: true },
  2: { ...rows, detection: true, inFull: true },
  3: { ...rows, detection: true, inFull: true, earlier: true },
  4: { ...rows, detection: true, inFull: true, earlier: true, raw: true },
};

suite('the panel', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('a tooltip does not come after a click, over what the click has opened', async () => {
    await onPage(browser, pageView(), async ({ page }) => {
      await page.clock.install();
      const labels = page.getByRole('button', { name: /(Hide|Show) the labels/ });
      await labels.hover();
      await page.clock.fastForward(5_000);
      await page.getByRole('tooltip').waitFor();
      await page.mouse.move(400, 300);
      await page.clock.fastForward(5_000);
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
      await labels.click();
      await page.clock.fastForward(5_000);
      assert.equal(await page.getByRole('tooltip').count(), 0);
    });
  });

  test('shows everything of the previous state, and more, in each state', async () => {
    await onPage(browser, pageView({ panel: 0 }), async ({ page, show }) => {
      for (const panel of [0, 1, 2, 3, 4] as const) {
        await show({ panel });
        assert.deepEqual(await shown(page), expected[panel], `state ${panel}`);
      }
    });
  });

  test('keeps the lines of code, and wraps only one that is endless', async () => {
    await onPage(browser, pageView({ panel: 2 }), async ({ page, show }) => {
      const scrolledSideways = async (toolTip: string) => {
        await show({ window: windowModel({ ClipboardFragments: [fragmentRow({ id: '7', toolTip })] }) });
        const text = page.getByRole('region', { name: 'Text' });
        return await text.evaluate((element) => element.scrollWidth - element.clientWidth);
      };
      assert.ok((await scrolledSideways(`yield ${'word '.repeat(40)}`)) > 0);
      assert.equal(await scrolledSideways(`{"all":[${'"of it",'.repeat(200)}]}`), 0);
    });
  });

  test('shows the type, the embedded name and the outcome', async () => {
    await onPage(browser, pageView({ panel: 1 }), async ({ page, show }) => {
      assert.equal(await page.getByRole('meter').getAttribute('aria-valuenow'), '97');
      for (const text of ['.py', 'Python', 'walk_sizes.py', 'saved in code']) {
        assert.ok(await page.getByText(text, { exact: true }).first().isVisible(), text);
      }
      await show({ kindName: 'Colour' });
      assert.ok(await page.getByText('Colour', { exact: true }).isVisible());
      assert.deepEqual(
        [await page.getByRole('meter').count(), await page.getByText('Python', { exact: true }).count()],
        [0, 0],
        'no guess',
      );
      await show({ kindName: '' });
      const busy = fragmentRow({ id: '100', outcome: { kind: 'busy', text: 'being saved' } });
      await show({ window: windowModel({ Bar3HasDetectedFiletype: false, ClipboardFragments: [busy], Busy: true }) });
      assert.ok(await page.getByText('No type recognized').isVisible());
      await show({ window: windowModel({ Bar3HasDetectedFiletype: false, ClipboardFragments: [files] }) });
      assert.equal(await page.getByText('No type recognized').count(), 0, 'files are what they are');
      await show({ window: windowModel({ Bar3HasDetectedFiletype: false, ClipboardFragments: [busy], Busy: true }) });
      assert.ok(await page.getByRole('progressbar', { name: 'Working' }).isVisible());
    });
  });

  test('shows a thumbnail in the row, and each fragment in full once it is expanded', async () => {
    const window = windowModel({
      Bar2Text: 'Picture 1920 × 1080',
      Bar2Image: '/content/99',
      Bar2ImageVisibility: 'Visible',
      ClipboardFragments: [picture, files],
    });
    await onPage(browser, pageView({ panel: 0, window }), async ({ page, show }) => {
      const thumbnail = page.getByRole('img', { name: 'What was copied' });
      await thumbnail.waitFor();
      assert.equal(await page.evaluate("[...document.images].find(({ alt }) => alt !== '').decode().then(() => 'drawn')"), 'drawn');
      await show({ panel: 2 });
      assert.ok(await page.getByText('saved in image').isVisible());
      assert.ok(await page.getByRole('img', { name: 'Picture 1920 × 1080' }).isVisible());
      for (const name of ['report.pdf', 'notes.md', 'figures.xlsx']) assert.ok(await page.getByText(name, { exact: true }).isVisible());
      assert.ok(await page.getByText('in the history only: files stay where they are').isVisible());
    });
  });

  test('shows each of several fragments without an id, once, and offers to delete none of them', async () => {
    const part = (title: string) =>
      fragmentRow({ id: '', title, toolTip: `all of ${title}`, canCopy: false, canSave: false, canOpen: false });
    const parts = (...titles: readonly string[]) => ({ window: windowModel({ ClipboardFragments: titles.map(part) }) });
    await onPage(browser, pageView({ panel: 2, ...parts('one', 'two', 'three') }), async ({ page, show }) => {
      const texts = () => page.getByRole('region', { name: 'Text' }).allInnerTexts();
      assert.deepEqual(await texts(), ['all of one', 'all of two', 'all of three']);
      assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0);
      await show(parts('four', 'five'));
      assert.deepEqual(await texts(), ['all of four', 'all of five']);
      await show({ window: windowModel() });
      assert.equal((await texts()).length, 1);
    });
  });

  test('names the first hundred of very many files, and counts the others', async () => {
    const many = { ...files, preview: Array.from({ length: 1_000 }, (_, index) => `file ${index}`).join('\n') };
    await onPage(browser, pageView({ panel: 2, window: windowModel({ ClipboardFragments: [many] }) }), async ({ page }) => {
      assert.equal(await page.getByText(/^file \d+$/).count(), 100);
      assert.ok(await page.getByText('and 900 more').isVisible());
    });
  });

  test('does not list the current copy among the earlier ones', async () => {
    await onPage(browser, pageView({ panel: 3 }), async ({ page }) => {
      const titles = await page.getByRole('group', { name: 'Earlier' }).locator('[data-fragment]').allInnerTexts();
      assert.equal(titles.length, 3);
      assert.ok(titles.every((title) => !title.includes(copied.title)));
      assert.ok(await page.getByText('2,225 copies').isVisible());
    });
  });

  test('has raw values above the earlier copies, short ones expanded, and each expands and collapses by itself', async () => {
    const long = {
      title: 'Document',
      json: JSON.stringify(
        Array.from({ length: 40 }, (_, index) => index),
        null,
        2,
      ),
    };
    const raw = [...pageView().raw.slice(0, 3), long];
    await onPage(browser, pageView({ panel: 4, raw }), async ({ page, show }) => {
      const top = async (role: 'region' | 'group', name: string) => (await page.getByRole(role, { name }).boundingBox())?.y ?? Number.NaN;
      assert.ok((await top('region', 'Raw values')) < (await top('group', 'Earlier')));
      const seen = async () => [await page.getByText('"typeId": "python"').isVisible(), await page.getByText('39').isVisible()];
      assert.deepEqual(await seen(), [true, false]);
      await page.getByText('Document', { exact: true }).click();
      await page.getByText('Detection', { exact: true }).click();
      assert.deepEqual(await seen(), [false, true]);
      const turned = `[...document.querySelectorAll('details')].map((each) => getComputedStyle(each.querySelector('svg')).transform !== 'none')`;
      assert.deepEqual(await page.evaluate(turned), [true, true, false, true], 'the arrows');
      // Later copies do not change that.
      await show({ raw: raw.map(({ title, json }) => ({ title, json: `${json}\n` })) });
      assert.deepEqual(await seen(), [false, true]);
    });
  });

  test('shows a copy with leading blank lines from its first line on', async () => {
    const text = 'the first line';
    const window = windowModel({ Bar2Text: text, Bar2ToolTip: `${'\n \t'.repeat(2_000)}\n  ${text}` });
    await onPage(browser, pageView({ panel: 0, window }), async ({ page }) => {
      await page.getByText(text).hover();
      await until('the tip', async () => (await page.getByRole('tooltip').textContent()) === `  ${text}`);
    });
  });
});
