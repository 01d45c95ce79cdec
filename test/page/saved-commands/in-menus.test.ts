/** The saved commands in the page: offered in menus, and asked about before one runs for the first time. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { launchBrowser, noBrowser, onPage } from '../page-browser.ts';
import { copied, fragmentRow, mail, pageView, picture } from '../views.ts';

const commands = [
  { id: 'sort-lines', name: 'Sort lines', kinds: ['text'], shortcut: 'Ctrl+Shift+S' },
  { id: 'look', name: '<img src=x onerror=alert(1)>', kinds: [], shortcut: '' },
  { id: 'shrink', name: 'Shrink', kinds: ['image'], shortcut: 'F8' },
  { id: 'copy', name: 'Copy', kinds: ['prose'], shortcut: 'Ctrl+Shift+S' },
];
const question = {
  id: 7,
  name: 'Sort lines',
  words: ['sort', '--unique', '<b>bold</b>'],
  gets: 'copy 100 (code, 210 bytes)',
  becomes: 'Its output is shown.',
};
const prose = { ...mail, contentKind: 'prose' } as const;
const history = { rows: [copied, picture, prose, fragmentRow({ id: '90', title: 'not judged', canAnnotate: false })], hasMore: false };

const row = (page: Page, title: string | RegExp) => page.getByRole('gridcell').filter({ hasText: title }).locator('[data-opens]');
const items = async (page: Page): Promise<string[]> =>
  (await page.getByRole('menuitem').allInnerTexts()).map(
    (text) =>
      text
        .split('\n')[0]
        ?.replace(/Ctrl.*|F8$/, '')
        .trim() ?? '',
  );

suite('saved commands', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('the menu of a row has those for its kind, under a line and as text, and one that is chosen is asked for', async () => {
    await onPage(browser, pageView({ section: 'history', commands, history }), async ({ page, served }) => {
      await row(page, 'quarterly').click({ button: 'right' });
      const all = await items(page);
      assert.deepEqual(all.slice(all.indexOf('Pin') + 1), [
        'Send to chat',
        'Sort lines',
        commands[1]?.name,
        'Copy',
        'Delete',
        'Delete for good…',
      ]);
      assert.equal(await page.getByRole('menu').locator('hr').count(), 2);
      await page.getByRole('menuitem', { name: 'Sort lines' }).click();
      assert.deepEqual(await served.command(0), { kind: 'run-command', command: 'sort-lines', fragmentId: '96' });
      await row(page, 'Picture').click({ button: 'right' });
      const ofPicture = await items(page);
      assert.ok(ofPicture.includes('Shrink') && !ofPicture.includes('Sort lines'));
      await page.keyboard.press('Escape');
      await row(page, 'not judged').click({ button: 'right' });
      assert.equal((await items(page)).includes('Sort lines'), false);
    });
  });

  test('so has the first panel', async () => {
    await onPage(browser, pageView({ commands, panel: 1 }), async ({ page, served }) => {
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
      await page.getByRole('menuitem', { name: 'Sort lines' }).click();
      assert.deepEqual(await served.command(0), { kind: 'run-command', command: 'sort-lines', fragmentId: '100' });
    });
  });

  test('a question shows the program and each argument on a line of its own, and Enter alone runs nothing', async () => {
    await onPage(browser, pageView({ commands, question }), async ({ page, served }) => {
      const dialog = page.getByRole('dialog', { name: 'Run “Sort lines”?' });
      assert.deepEqual(await dialog.getByRole('listitem').allInnerTexts(), question.words);
      await dialog.getByText('Input: copy 100 (code, 210 bytes)').waitFor();
      await dialog.getByText('Its output is shown.').waitFor();
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(0), { kind: 'answer-question', id: 7, isYes: false });
    });
  });

  test('Run answers yes, once; Escape answers no', async () => {
    await onPage(browser, pageView({ commands, question }), async ({ page, served, show }) => {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      assert.deepEqual(await served.command(0), { kind: 'answer-question', id: 7, isYes: true });
      await show({ question: { ...question, id: 8 } });
      await page.keyboard.press('Escape');
      assert.deepEqual(await served.command(1), { kind: 'answer-question', id: 8, isYes: false });
      await show({ question: null });
      assert.equal(await page.getByRole('dialog').count(), 0);
    });
  });

  test('in the picker the box has the focus again after the question', async () => {
    const picker = { opened: 1, into: 'Mousepad', pastes: true };
    await onPage(browser, pageView({ picker, commands, history }), async ({ page, served, show }) => {
      await page.getByRole('option').first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Sort lines' }).click();
      await until('command', () => served.commands.some(({ kind }) => kind === 'run-command'));
      await show({ question });
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await show({ question: null });
      const box = page.getByRole('combobox', { name: 'Search copies' });
      assert.equal(await box.evaluate((element) => element === document.activeElement), true);
    });
  });

  test('a shortcut runs the first command that has it and is for the row with the focus, and the menu shows it', async () => {
    await onPage(browser, pageView({ section: 'history', commands, history }), async ({ page, served }) => {
      await row(page, 'quarterly').focus();
      await page.keyboard.press('F8');
      await page.keyboard.press('Control+Shift+S');
      assert.deepEqual(await served.command(0), { kind: 'run-command', command: 'sort-lines', fragmentId: '96' });
      await row(page, 'Picture').focus();
      await page.keyboard.press('Control+Shift+S');
      await page.keyboard.press('F8');
      assert.deepEqual(await served.command(1), { kind: 'run-command', command: 'shrink', fragmentId: '99' });
      await row(page, 'Picture').click({ button: 'right' });
      const item = page.getByRole('menuitem', { name: 'Shrink' });
      assert.equal(await item.getAttribute('aria-keyshortcuts'), 'F8');
      assert.match(await item.innerText(), /F8/);
    });
  });

  test('in the picker it runs for the chosen row', async () => {
    const picker = { opened: 1, into: 'Mousepad', pastes: true };
    await onPage(browser, pageView({ picker, commands, history }), async ({ page, served }) => {
      await page.getByRole('option', { selected: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Control+Shift+S');
      await page.keyboard.press('F8');
      await until('command', () => served.commands.some(({ kind }) => kind === 'run-command'));
      const runs = served.commands.filter(({ kind }) => kind === 'run-command');
      assert.deepEqual(runs, [{ kind: 'run-command', command: 'shrink', fragmentId: '99' }]);
    });
  });
});
