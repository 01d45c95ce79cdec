/** Long lists: what is equal is not painted again, and many rows cost little. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { FragmentRow } from '../../src/contract/shell-page.ts';
import { keepUnchanged } from '../../src/processes/shell/page/keep-unchanged.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { fragmentRow, pageView } from './views.ts';

const rows = Array.from({ length: 500 }, (_, index) => fragmentRow({ id: String(1_000 - index), title: `Copy ${index}` }));

suite('what is unchanged in a view', () => {
  const view = pageView({ history: { rows, hasMore: true } });
  const again = (): typeof view => structuredClone(view);

  test('stays the same object, all of it when nothing changed', () => {
    assert.equal(keepUnchanged(view, again()), view);
  });

  test('stays when rows move: they are known by their id', () => {
    const next = { ...again(), history: { rows: [fragmentRow({ id: '2000' }), ...again().history.rows.slice(0, -1)], hasMore: true } };
    const kept = keepUnchanged(view, next);
    assert.deepEqual(kept, next);
    assert.equal(kept.window, view.window);
    assert.equal(kept.history.rows[1], view.history.rows[0]);
    assert.equal(kept.history.rows.length, 500);
  });

  test('is what comes, where a key is gone, a row has changed, or the kind has', () => {
    assert.deepEqual(keepUnchanged({ a: 1, b: undefined }, { a: 1 }), { a: 1 });
    assert.deepEqual(keepUnchanged({ list: [{ id: 'a', n: 1 }] }, { list: [{ id: 'a', n: 2 }] }), { list: [{ id: 'a', n: 2 }] });
    assert.deepEqual(keepUnchanged({ x: [1] }, { x: { 0: 1 } }), { x: { 0: 1 } });
    assert.deepEqual(keepUnchanged(null, { x: null }), { x: null });
    assert.deepEqual(keepUnchanged({ x: {} }, { x: null }), { x: null });
    assert.deepEqual(keepUnchanged([1, 2, 3], [1, 2]), [1, 2]);
  });
});

suite('a list of 500 rows', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('stands still under the eyes while copies come in above what is read, and shows them where its top is in sight', async () => {
    await onPage(browser, pageView({ section: 'history', history: { rows, hasMore: false } }), async ({ page, show }) => {
      let list: readonly FragmentRow[] = rows;
      const copyMore = async () => {
        list = [...[1, 2, 3].map((each) => fragmentRow({ id: `${list.length}${each}`, title: `New ${each} of ${list.length}` })), ...list];
        await show({ history: { rows: list, hasMore: false } });
      };
      const topOf = async (title: string) => (await page.getByText(title, { exact: true }).boundingBox())?.y;
      await copyMore();
      assert.ok(await page.getByText('New 1 of 500').isVisible());
      await page.getByText('Copy 40', { exact: true }).scrollIntoViewIfNeeded();
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
      const before = await topOf('Copy 40');
      await copyMore();
      await copyMore();
      assert.equal(await topOf('Copy 40'), before);
      await page.keyboard.press('Control+Home');
      await page.evaluate(`document.getElementById('main').scrollTop = 0`);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
      await copyMore();
      assert.ok(await page.getByText('New 1 of 509').isVisible());
    });
  });

  test('touches no row that was there when a copy comes in', async () => {
    await onPage(browser, pageView({ section: 'history', history: { rows, hasMore: false } }), async ({ page, show }) => {
      await page.evaluate(`
        globalThis.touched = 0;
        new MutationObserver((changes) => { touched += changes.length; })
          .observe(document.querySelector('ul'), { subtree: true, childList: true, characterData: true, attributes: true });
      `);
      const next = [fragmentRow({ id: '2000', title: 'Just now' }), ...rows];
      await show({
        history: { rows: next, hasMore: false },
        capture: { state: 'watching', text: 'Watching', mend: '', captured: 129, missed: 0 },
      });
      assert.ok(await page.getByText('Just now').isVisible());
      // The new row, and the place of Tab that goes over to it.
      assert.ok(((await page.evaluate('touched')) as number) <= 3);
    });
  });

  test('has no actions but in the row at hand', async () => {
    await onPage(browser, pageView({ section: 'history', history: { rows, hasMore: false } }), async ({ page }) => {
      await page.getByText('Copy 3', { exact: true }).hover();
      assert.equal(await page.getByRole('group', { name: 'History' }).getByRole('button', { name: 'More' }).count(), 1);
      assert.ok(((await page.locator('*').count()) as number) < 500 * 15);
    });
  });
});
