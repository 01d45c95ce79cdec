/** How long a notice is shown. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Notice } from '../../src/contract/shell-page.ts';
import { quickSettingsView } from '../../src/domain/view/settings/quick-view.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { fragmentRow, pageView, windowModel } from './views.ts';

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

  test('covers neither the bar of selected copies and the footer, nor what the keys of the picker do', async () => {
    const rows = ['copy 2', 'copy 1'].map((title, at) => fragmentRow({ id: String(2 - at), title }));
    const history = { rows, hasMore: false };
    const lowerEdge = async (page: Page): Promise<number> => {
      const box = await dismiss(page).boundingBox();
      return box === null ? Number.NaN : box.y + box.height;
    };
    await onPage(browser, pageView({ section: 'history', history, notice: copied }), async ({ page }) => {
      await page
        .getByText('copy 1')
        .first()
        .click({ modifiers: ['Control'] });
      const count = await page.getByText('1 selected').boundingBox();
      assert.ok(count !== null && (await lowerEdge(page)) <= count.y);
    });
    const picker = { opened: 1, into: 'Mousepad', pastes: true };
    await onPage(
      browser,
      pageView({ picker, window: windowModel({ ClipboardFragments: [] }), history, notice: copied }),
      async ({ page }) => {
        const keys = await page.getByText('pastes into Mousepad').boundingBox();
        assert.ok(keys !== null && (await lowerEdge(page)) <= keys.y);
      },
    );
  });

  test('is readable in a narrow window, and covers nothing: not the content, not the button that closes the quick settings', async () => {
    const notice: Notice = { id: 5, intent: 'success', text: 'Deleted from the history', canUndo: true, earlier: 4, canTrash: 'file' };
    const quick = quickSettingsView({ name: 'structured-text', opened: 1_000_000_000 }, {}, { applications: [], savedAssistant: 0 });
    const picker = { opened: 1, into: 'Mousepad', pastes: true };
    const views = [pageView({ section: 'history', notice }), pageView({ notice, picker }), pageView({ notice, quick })];
    for (const view of views)
      for (const viewport of [
        { width: 380, height: 520 },
        { width: 760, height: 520 },
      ])
        await onPage(
          browser,
          view,
          async ({ page }) => {
            const shown = await page.evaluate(`(() => {
              const text = document.createRange();
              text.selectNodeContents([...document.querySelectorAll('[role=status] p')].find((each) => each.textContent === 'Deleted from the history'));
              const bar = document.querySelector('[role=status]:has(button)').getBoundingClientRect();
              const buttons = [...document.querySelectorAll('[role=status] button')].map((each) => each.getBoundingClientRect());
              const others = [...document.querySelectorAll('main, nav button, [role=listbox], footer, footer button')].map((each) => each.getBoundingClientRect());
              return {
                width: text.getBoundingClientRect().width,
                isInside: buttons.every(({ left, right }) => left >= bar.left && right <= bar.right),
                covered: others.filter(({ left, right, top, bottom }) => left < bar.right && right > bar.left && top < bar.bottom && bottom > bar.top).length,
              };
            })()`);
            const { width, ...rest } = shown as { readonly width: number };
            assert.ok(width > 140, `its text is ${width} px wide at ${viewport.width}`);
            assert.deepEqual(rest, { isInside: true, covered: 0 });
          },
          { viewport },
        );
  });

  test('offers to show what was written in its folder', async () => {
    await onPage(browser, pageView({ notice: { ...copied, canReveal: true } }), async ({ page, served }) => {
      await page.getByRole('status').getByRole('button', { name: 'Show in folder' }).click();
      assert.deepEqual(await served.command(0), { kind: 'reveal-written', noticeId: copied.id });
    });
  });

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

  test('moves nothing when it goes, at the end of Diagnostics either, and leaves no room behind once that was scrolled', async () => {
    await onPage(
      browser,
      pageView({ section: 'diagnostics', notice: copied }),
      async ({ page, show }) => {
        const measured = async (script: string) =>
          Number(await page.evaluate(`(async () => { const main = document.getElementById('main'); ${script} })()`));
        const frames = 'await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));';
        const end = () => measured(`${frames} return Math.round(main.firstElementChild.lastElementChild.getBoundingClientRect().bottom)`);
        const height = () => measured('return main.clientHeight');
        await measured('main.scrollTop = 1e6');
        const [before, low] = [await end(), await height()];
        await show({ notice: null });
        assert.equal(await end(), before);
        const grown = (await height()) - low;
        assert.ok(grown >= 30, `${grown} px more`);
        await show({ notice: second });
        assert.equal(await end(), before, 'with another one');
        await show({ notice: null });
        assert.equal(await end(), before, 'without it');
        await measured(`main.scrollTop -= 200; ${frames} main.scrollTop = 1e6`);
        assert.equal(await end(), before + grown, 'it ends at its edge again');
      },
      { viewport: { width: 760, height: 420 } },
    );
  });
});
