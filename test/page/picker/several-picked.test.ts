/** Several copies picked at once: selected by pointer and by keys, pasted in the order in which they were, and what the last line says before. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { launchBrowser, noBrowser, onPage, seriousFindings } from '../page-browser.ts';
import { themes } from '../page-states.ts';
import type { ServedPage } from '../serve-page.ts';
import { fragmentRow, pageView, type TestView, windowModel } from '../views.ts';

const rows = Array.from({ length: 25 }, (_, index) => fragmentRow({ id: String(100 - index), title: `copy ${100 - index}` }));
const picker = { opened: 1, into: 'Mousepad', pastes: true };
const window = windowModel({ ClipboardFragments: rows.slice(0, 1) });
const view = (change: Partial<TestView> = {}) => pageView({ picker, window, history: { rows, hasMore: false }, ...change });
const only = (...kinds: readonly ('text' | 'files' | 'image')[]) => {
  const all = kinds.map((kind, at) => fragmentRow({ id: String(100 - at), kind, title: `copy ${100 - at}` }));
  return { window: windowModel({ ClipboardFragments: [] }), history: { rows: all, hasMore: false } };
};

const listed = (page: Page, number: number) => page.getByRole('listbox').getByText(`copy ${number}`, { exact: true });
const foot = (page: Page) => page.getByRole('contentinfo');
/** The last line says so many. */
const says = (page: Page, words: string): Promise<void> => foot(page).getByText(words).waitFor();
const selected = (page: Page): Promise<readonly string[]> =>
  page.getByRole('option', { selected: true }).evaluateAll((all) => all.map((one) => /copy \d+/.exec(one.textContent ?? '')?.[0] ?? ''));
/** What was picked, in order. */
async function picked(served: ServedPage): Promise<unknown> {
  const command = await until('pick', () => served.commands.find(({ kind }) => kind === 'pick' || kind === 'pick-several'));
  return command.kind === 'pick-several' ? [command.fragmentIds.join(), command.how] : command;
}

suite('several copies in the picker', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('are added and taken away by clicks with Ctrl, have their places, and are pasted in the order in which they were selected', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      for (const number of [96, 98, 94, 98, 99]) await listed(page, number).click({ modifiers: ['Control'] });
      await says(page, '3 copies selected');
      assert.deepEqual(await selected(page), ['copy 99', 'copy 96', 'copy 94'], 'the first one of the list was not chosen by the user');
      const places = await page.getByRole('option', { selected: true }).evaluateAll((all) => all.map((one) => one.textContent?.at(-1)));
      assert.deepEqual(places, ['3', '1', '2']);
      await says(page, 'pastes them, one per line');
      await page.keyboard.press('Enter');
      assert.deepEqual(await picked(served), ['96,94,99', 'paste']);
    });
  });

  test('have no place where they are left out of what is pasted', async () => {
    await onPage(browser, view(only('text', 'image', 'text')), async ({ page }) => {
      for (const number of [99, 100, 98]) await listed(page, number).click({ modifiers: ['Control'] });
      await says(page, '3 copies selected');
      const ends = await page
        .getByRole('option', { selected: true })
        .evaluateAll((all) => all.map((one) => one.textContent?.split('JSON').at(-1)));
      assert.deepEqual(ends, ['1', '', '2']);
    });
  });

  test('have the copy first that was chosen before, by a click or a key', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 97).click();
      await listed(page, 99).click({ modifiers: ['Control'] });
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await picked(served), ['97,99', 'copy']);
    });
  });

  test('are extended by Shift with a click and with the arrows, in that direction: what was copied first may come first', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 98).click();
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Shift+ArrowUp');
      await says(page, '3 copies selected');
      await page.keyboard.press('Shift+ArrowDown');
      await says(page, '2 copies selected');
      await listed(page, 100).click({ modifiers: ['Shift'] });
      await page.keyboard.press('Shift+Enter');
      assert.deepEqual(await picked(served), ['98,99,100', 'paste-plain']);
    });
  });

  test('are chosen apart from each other by keys alone', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 100).waitFor();
      for (const key of ['Insert', 'ArrowDown', 'Insert', 'ArrowDown']) await page.keyboard.press(key);
      await says(page, '2 copies selected');
      await page.keyboard.press('Enter');
      assert.deepEqual(await picked(served), ['100,98', 'paste']);
    });
  });

  test('are over with Escape, which closes nothing then, with a click, and with another search', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      const begin = async (): Promise<void> => {
        await listed(page, 99).click();
        await page.keyboard.press('Shift+ArrowDown');
        await says(page, '2 copies selected');
      };
      await begin();
      await page.keyboard.press('Escape');
      await says(page, 'pastes into Mousepad');
      await begin();
      await listed(page, 95).click();
      await says(page, 'pastes into Mousepad');
      await begin();
      served.finds('x', rows.slice(0, 5));
      await page.keyboard.type('x');
      await says(page, 'pastes into Mousepad');
      assert.deepEqual(await selected(page), ['copy 100']);
      assert.equal(
        served.commands.some(({ kind }) => kind === 'leave-picker'),
        false,
      );
      await page.keyboard.press('Escape');
      await until('it is left', () => served.commands.some(({ kind }) => kind === 'leave-picker'));
    });
  });

  test('leave a double click, and Alt with a digit, to the one that they mean', async () => {
    for (const act of [(page: Page) => listed(page, 97).dblclick(), (page: Page) => page.keyboard.press('Alt+4')]) {
      await onPage(browser, view(), async ({ page, served }) => {
        for (const number of [100, 99]) await listed(page, number).click({ modifiers: ['Control'] });
        await says(page, '2 copies selected');
        await act(page);
        assert.deepEqual(await picked(served), { kind: 'pick', fragmentId: '97', how: 'paste' });
      });
    }
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 97).click({ modifiers: ['Control'] });
      await page.keyboard.press('Enter');
      assert.deepEqual(await picked(served), { kind: 'pick', fragmentId: '97', how: 'paste' }, 'one alone is pasted as it is');
    });
  });

  test('say before Enter what cannot be pasted together, and nothing that the program cannot do', async () => {
    const cases: readonly (readonly [Partial<TestView>, string, string, string?])[] = [
      [only('text', 'image', 'text'), 'pastes 2 of 3; pictures are left out', 'paste', '100,98'],
      [
        { ...only('files', 'image', 'files'), picker: { ...picker, only: 'files' } },
        'pastes 2 of 3; pictures are left out',
        'paste',
        '100,98',
      ],
      [only('image', 'image', 'image'), 'pastes nothing: pictures and documents can’t be combined; paste them separately', 'paste'],
      [only('files', 'files', 'files'), 'pastes all of these files', 'paste'],
      [{ ...only('files', 'files', 'files'), picker: { ...picker, only: 'text' } }, 'pastes them, one per line', 'paste'],
      [{ ...only('files', 'files', 'files'), picker: { ...picker, only: 'files' } }, 'pastes all of these files', 'paste'],
      [{ ...only('files', 'text', 'files'), picker: { ...picker, only: 'files' } }, 'only copies: Mousepad accepts files only', 'copy'],
      [{ ...only('files', 'text', 'files'), picker: { ...picker, only: 'files', isGone: true } }, 'copies them, one per line', 'copy'],
      [{ ...only('text', 'text', 'text'), picker: { ...picker, pastes: false } }, 'copies them, one per line', 'paste'],
    ];
    for (const [change, words, how, ids = '100,99,98'] of cases) {
      await onPage(browser, view(change), async ({ page, served }) => {
        await listed(page, 100).waitFor();
        for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Shift+ArrowDown');
        await says(page, words);
        await page.keyboard.press('Enter');
        assert.deepEqual(await picked(served), [ids, how], words);
      });
    }
  });

  test('are pinned and deleted together; ten and more only after a question, after which keys are typed into the search again', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      const deeds = () =>
        served.commands.flatMap((command) => (command.kind === 'do-with-several' ? [[command.deed, command.fragmentIds.length]] : []));
      await listed(page, 100).waitFor();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Control+p');
      await until('pinned', () => deeds().length === 1);
      await page.keyboard.press('Delete');
      await until('deleted', () => deeds().length === 2);
      assert.deepEqual(deeds(), [
        ['pin', 2],
        ['delete', 2],
      ]);
      // The list has not followed yet: the next key is for the next rows.
      await until('gone', async () => (await listed(page, 100).count()) === 0);
      for (const answer of ['Cancel', 'Escape', 'Delete']) {
        await page.keyboard.press('Home');
        for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Shift+PageDown');
        await says(page, '15 copies selected');
        await page.keyboard.press('Delete');
        await page.getByText('Delete 15 copies from the history?').waitFor();
        if (answer === 'Escape') await page.keyboard.press('Escape');
        else await page.getByRole('button', { name: answer }).click();
        await page.getByText('Delete 15 copies').waitFor({ state: 'detached' });
        await until('focus', () => page.evaluate(`document.activeElement.matches('[role=combobox]')`));
        if (answer === 'Delete') await until('deleted', () => deeds().length === 3);
        else assert.equal(deeds().length, 2, answer);
        if (answer !== 'Delete') await page.keyboard.press('Escape');
      }
      assert.deepEqual(deeds()[2], ['delete', 15]);
    });
  });

  test('have a menu of their own on a right click', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      for (const number of [97, 99]) await listed(page, number).click({ modifiers: ['Control'] });
      await listed(page, 99).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Paste' }).click();
      assert.deepEqual(await picked(served), ['97,99', 'paste']);
    });
  });

  test('are marked by a line in high contrast too, where their background is no other one', async () => {
    await onPage(browser, view({ theme: 'high-contrast-dark' }), async ({ page }) => {
      for (const number of [99, 97]) await listed(page, number).click({ modifiers: ['Control'] });
      await says(page, '2 copies selected');
      const lines = await page.getByRole('option').evaluateAll((all) => all.slice(0, 3).map((one) => getComputedStyle(one).borderTopColor));
      assert.equal(lines[0], 'rgba(0, 0, 0, 0)');
      assert.notEqual(lines[1], 'rgba(0, 0, 0, 0)');
    });
  });

  test('have nothing that axe finds serious, in any theme', async () => {
    await onPage(browser, view(), async ({ page, show }) => {
      for (const number of [99, 97]) await listed(page, number).click({ modifiers: ['Control'] });
      for (const theme of themes) {
        await show({ theme });
        assert.deepEqual(await seriousFindings(page), [], theme);
      }
    });
  });
});
