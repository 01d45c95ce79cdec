/** Several copies selected in a list, by pointer and by keys, and what is done with them. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { LongHistory } from './long-history.ts';
import { launchBrowser, noBrowser, onPage, seriousFindings } from './page-browser.ts';
import { themes } from './page-states.ts';
import type { ServedPage } from './serve-page.ts';
import { fragmentRow, pageView, picture } from './views.ts';

const numbered = (number: number) => fragmentRow({ id: String(number), title: `Copy ${number}`, preview: '', toolTip: `Copy ${number}` });
const five = [5, 4, 3, 2, 1].map(numbered);
const history = pageView({ section: 'history', history: { rows: five, hasMore: false } });

const row = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Copy ${number}\\b`) });
const selected = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('[aria-selected=true]')].map((it) => it.dataset.fragment)`);
const untilSelected = (page: Page, ids: string): Promise<unknown> =>
  until(`selected: ${ids}`, async () => (await selected(page)).join() === ids);
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected copies' });
const deed = (served: ServedPage) => {
  const last = served.commands.at(-1);
  return last?.kind === 'do-with-several' ? [last.deed, last.fragmentIds.join()] : last?.kind;
};

suite('a selection', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('grows by clicks with Ctrl and with Shift, opens nothing, and ends with a click alone', async () => {
    await onPage(browser, history, async ({ page, served }) => {
      await row(page, 5).click({ modifiers: ['Control'] });
      await row(page, 3).click({ modifiers: ['Control'] });
      await untilSelected(page, '5,3');
      assert.ok(await bar(page).getByText('2 selected').isVisible());
      await row(page, 5).click({ modifiers: ['Control'] });
      await untilSelected(page, '3');
      await row(page, 3).click();
      await row(page, 4).click({ modifiers: ['Control'] });
      await row(page, 2).click({ modifiers: ['Shift'] });
      await untilSelected(page, '4,3,2');
      await row(page, 1).click({ modifiers: ['Shift'] });
      await untilSelected(page, '4,3,2,1');
      assert.deepEqual(served.commands, []);
      assert.equal(await page.evaluate('getSelection().toString()'), '');
      await row(page, 1).click();
      await untilSelected(page, '');
      await bar(page).waitFor({ state: 'detached' });
    });
  });

  test('is extended and shortened by Shift with the arrow keys, and ended by Escape, which does nothing else then', async () => {
    await onPage(browser, history, async ({ page, served }) => {
      await row(page, 4).focus();
      for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
      await untilSelected(page, '4,3,2');
      await page.keyboard.press('Shift+ArrowUp');
      await untilSelected(page, '4,3');
      await page.keyboard.press('Escape');
      await untilSelected(page, '');
      await page.keyboard.press('ArrowDown');
      await untilSelected(page, '');
      await page.keyboard.press('Control+ ');
      await untilSelected(page, '2');
      assert.deepEqual(served.commands, []);
      assert.equal(await page.getByRole('grid').first().getAttribute('aria-multiselectable'), 'true');
    });
  });

  test('has all rows of a list after Ctrl+A, also those that were not read, up to the most that is possible', async () => {
    const view = (newest: number) => ({ history: { rows: [], hasMore: false, read: new LongHistory(newest).read } });
    await onPage(browser, pageView({ section: 'history', ...view(450) }), async ({ page, served, show }) => {
      await row(page, 450).focus();
      await page.keyboard.press('Control+a');
      await bar(page).getByText('450 selected').waitFor();
      // They may have been pressed for another window.
      await page.keyboard.press('Delete');
      await bar(page).getByText('Delete 450 copies from the history?').waitFor();
      await page.keyboard.press('Escape');
      await bar(page).getByText('450 selected').waitFor();
      await page.keyboard.press('Delete');
      await bar(page).getByText('Delete 450 copies').waitFor();
      await page.keyboard.press('Enter');
      await bar(page).getByText('450 selected').waitFor();
      // A question that nobody answered is over with its selection.
      await page.keyboard.press('Delete');
      await bar(page).getByText('Delete 450 copies').waitFor();
      await row(page, 450).click();
      await untilSelected(page, '');
      await row(page, 450).focus();
      await page.keyboard.press('Control+a');
      await bar(page).getByText('450 selected').waitFor();
      assert.deepEqual(
        served.commands.filter(({ kind }) => kind === 'do-with-several'),
        [],
      );
      await page.keyboard.press('Delete');
      await bar(page).getByRole('button', { name: 'Delete' }).click();
      const sent = (): readonly (typeof served.commands)[number][] => served.commands.filter(({ kind }) => kind === 'do-with-several');
      await until('the command', () => sent().length > 0);
      const [command] = sent();
      assert.ok(command?.kind === 'do-with-several' && command.deed === 'delete');
      assert.deepEqual(
        command.fragmentIds,
        Array.from({ length: 450 }, (_, at) => String(450 - at)),
      );
      await show(view(5_000));
      await page.evaluate('document.activeElement.blur()');
      // Nothing has the focus: the copies are meant, and not the text of the page.
      await page.keyboard.press('Control+a');
      await bar(page).getByText('The first 1,000 are selected; more is not possible at once').waitFor();
    });
  });

  test('does the same with all of them by key, by button and by menu, in the order shown', async () => {
    await onPage(browser, history, async ({ page, served }) => {
      for (const number of [2, 5]) await row(page, number).click({ modifiers: ['Control'] });
      const ways: readonly (readonly [() => Promise<void>, string])[] = [
        [() => page.keyboard.press('Control+c'), 'copy'],
        [() => page.keyboard.press('Control+p'), 'pin'],
        [() => page.keyboard.press('Delete'), 'delete'],
        [() => bar(page).getByRole('button', { name: 'Copy' }).click(), 'copy'],
        [() => bar(page).getByRole('button', { name: 'Save' }).click(), 'save'],
        [() => bar(page).getByRole('button', { name: 'Pin' }).click(), 'pin'],
        [() => bar(page).getByRole('button', { name: 'Delete' }).click(), 'delete'],
      ];
      for (const [at, [press, name]] of ways.entries()) {
        await press();
        await served.command(at);
        assert.deepEqual(deed(served), [name, '5,2']);
      }
      await row(page, 2).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Copy' }).click();
      await served.command(ways.length);
      assert.deepEqual(deed(served), ['copy', '5,2']);
      await bar(page).getByRole('button', { name: 'Tag…' }).click();
      await page.keyboard.type('work, old');
      await page.keyboard.press('Enter');
      const tagged = await served.command(ways.length + 1);
      assert.ok(tagged.kind === 'do-with-several');
      assert.deepEqual([tagged.deed, tagged.tags], ['tag', ['work', 'old']]);
      await row(page, 3).click({ button: 'right' });
      await untilSelected(page, '');
    });
  });

  test('has nothing that axe finds serious, in any theme', async () => {
    await onPage(browser, history, async ({ page, show }) => {
      for (const number of [5, 3]) await row(page, number).click({ modifiers: ['Control'] });
      for (const theme of themes) {
        await show({ theme });
        assert.deepEqual(await seriousFindings(page), [], theme);
      }
    });
  });

  test('loses what is deleted, knows what is pinned, and offers no text of pictures', async () => {
    await onPage(browser, history, async ({ page, show }) => {
      await row(page, 4).click({ modifiers: ['Control'] });
      await row(page, 3).click({ modifiers: ['Control'] });
      await show({ history: { rows: five.filter(({ id }) => id !== '4'), hasMore: false } });
      await untilSelected(page, '3');
      await show({ history: { rows: [fragmentRow({ ...numbered(3), isPinned: true })], hasMore: false } });
      assert.ok(await bar(page).getByRole('button', { name: 'Unpin' }).isVisible());
      await show({ history: { rows: [fragmentRow({ ...picture, id: '3' })], hasMore: false } });
      assert.ok(await bar(page).getByRole('button', { name: 'Copy' }).isDisabled());
      await bar(page).getByRole('button', { name: 'Clear the selection' }).click();
      await bar(page).waitFor({ state: 'detached' });
      await until('focus in the list', () => page.evaluate(`document.activeElement.matches('[data-opens]')`) as Promise<boolean>);
    });
  });
});
